import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type Profile, updateUser } from '@plaza/client/marketplace'
import {
  IconBan,
  IconBell,
  IconBookmark,
  IconBuildingStore,
  IconDatabaseExport,
  IconDevices,
  IconHeart,
  IconHelp,
  IconPackage,
  IconReceipt,
  IconStarHalf,
  IconStars,
  IconTag,
  IconUserPlus,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/accounts.ts'
import { texts as invites } from '../../texts/invites.ts'
import { texts as offers } from '../../texts/offers.ts'
import { texts as orders } from '../../texts/orders.ts'
import { texts as people } from '../../texts/people.ts'
import { texts as reviews } from '../../texts/reviews.ts'
import { texts as savedSearches } from '../../texts/saved-searches.ts'
import { texts as plans } from '../../texts/subscriptions.ts'
import { texts as support } from '../../texts/support.ts'
import { texts as walletTexts } from '../../texts/wallet.ts'
import { ask } from '../../ui/failure.ts'
import { money, number } from '../../ui/formats.ts'
import { LanguageChoice } from '../../ui/language-choice.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Failed, FormFailure, messageOf } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { TrustSection } from '../moderation/trust.tsx'
import { BirthdayHat } from './birthday-hat.tsx'
import { PhotoField } from './photo-field.tsx'
import { useProfile } from './profile.ts'
import { ProfileForm } from './profile-form.tsx'
import { useSignOut } from './sign-out.ts'
import { SocialButtons } from './social-buttons.tsx'
import classes from './you.module.css'

/** Everything of one's own, and the profile. */
export function You() {
  useTitle(texts.you.title)
  const profile = useProfile()
  const signOut = useSignOut()
  return (
    <>
      <VisuallyHidden component="h1">{texts.you.title}</VisuallyHidden>
      {profile.isPending && <YouSkeleton />}
      {profile.isError && !profile.data && <Failed error={profile.error} retry={() => profile.refetch()} />}
      {profile.data && (
        <div className={classes.page}>
          <Stack>
            <PhotoField profile={profile.data} />
            <BirthdayHat profile={profile.data} />
            <Unconfirmed profile={profile.data} />
            <OwnPages profile={profile.data} />
            <TrustSection />
            <LanguageChoice keep={(language) => ask(updateUser({ body: { language } }))} />
            <SocialButtons next="/you" isAdding />
            <FormFailure message={signOut.error ? messageOf(signOut.error) : undefined} />
            <Button
              variant="default"
              loading={signOut.isPending}
              onClick={() => signOut.mutate({ body: {} })}
            >
              {texts.you.signOut}
            </Button>
          </Stack>
          <ProfileForm profile={profile.data} />
        </div>
      )}
    </>
  )
}

function Unconfirmed({ profile: { is_verified, pending_email } }: { profile: Profile }) {
  if (is_verified && pending_email === null) return null
  return (
    <Alert color="teal" variant="light">
      <Text c="var(--ink)">
        {pending_email === null ? texts.you.unverified : texts.you.pending(pending_email)}{' '}
        <TextLink to="/verify" search={{ next: '/you' }} underline="always" c="inherit">
          {texts.you.confirm}
        </TextLink>
      </Text>
    </Alert>
  )
}

function OwnPages({ profile: { _id, counts, wallet } }: { profile: Profile }) {
  const pages = [
    {
      to: '/my-listings',
      name: texts.you.listings,
      hint: texts.you.active(number(counts.listings_active)),
      Icon: IconBuildingStore,
    },
    { to: '/favourites', name: texts.you.favourites, hint: number(counts.favourites), Icon: IconHeart },
    { to: '/saved-searches', name: savedSearches.title, hint: savedSearches.hint, Icon: IconBookmark },
    {
      to: '/wallet',
      name: walletTexts.title,
      hint: walletTexts.entry(wallet.map((one) => money(one.available, one.currency)).join(' · ')),
      Icon: IconWallet,
    },
    { to: '/orders', name: orders.title, hint: orders.hint, Icon: IconPackage },
    { to: '/offers', name: offers.title, hint: offers.hint, Icon: IconTag },
    { to: '/reviews', name: reviews.title, hint: reviews.hint, Icon: IconStarHalf },
    { to: '/plans', name: plans.title, hint: plans.entry, Icon: IconStars },
    { to: '/purchases', name: texts.you.purchases, hint: texts.you.purchasesHint, Icon: IconReceipt },
    {
      to: `/sellers/${_id}/followers`,
      name: texts.you.people,
      hint: `${people.followers(counts.followers)} · ${people.follows(counts.following)}`,
      Icon: IconUsers,
    },
    {
      to: '/you/notifications',
      name: texts.you.notifications,
      hint: texts.you.notificationsHint,
      Icon: IconBell,
    },
    { to: '/you/invites', name: invites.title, hint: invites.entry, Icon: IconUserPlus },
    { to: '/you/devices', name: texts.you.devices, hint: texts.you.devicesHint, Icon: IconDevices },
    { to: '/you/blocked', name: people.silenced.title, hint: texts.you.silencedHint, Icon: IconBan },
    { to: '/you/data', name: texts.data.title, hint: texts.data.hint, Icon: IconDatabaseExport },
    { to: '/help', name: support.title, hint: support.entry, Icon: IconHelp },
  ] as const
  return (
    <ul className={classes.links}>
      {pages.map(({ to, name, hint, Icon }) => (
        <li key={to}>
          <Link to={to} className={classes.link}>
            <Icon aria-hidden />
            <span>
              <strong>{name}</strong>
              <br />
              <span className={classes.hint}>{hint}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const YouSkeleton = () => (
  <div className={classes.page} aria-hidden>
    <Stack>
      <Skeleton circle height={88} />
      <Skeleton height={60} />
      <Skeleton height={60} />
      <Skeleton height={60} />
    </Stack>
    <Stack>
      <Skeleton height={44} />
      <Skeleton height={88} />
      <Skeleton height={44} />
    </Stack>
  </div>
)
