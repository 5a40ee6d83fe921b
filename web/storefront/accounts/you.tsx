import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { type Profile, updateUser } from '@plaza/client/marketplace'
import { IconBuildingStore, IconDevices, IconHeart, IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/accounts.ts'
import { ask } from '../../ui/failure.ts'
import { number } from '../../ui/formats.ts'
import { LanguageChoice } from '../../ui/language-choice.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Failed, FormFailure, messageOf } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { PhotoField } from './photo-field.tsx'
import { useProfile } from './profile.ts'
import { ProfileForm } from './profile-form.tsx'
import { useSignOut } from './sign-out.ts'
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
            <Unconfirmed profile={profile.data} />
            <OwnPages profile={profile.data} />
            <LanguageChoice keep={(language) => ask(updateUser({ body: { language } }))} />
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

function OwnPages({ profile: { counts } }: { profile: Profile }) {
  const pages = [
    {
      to: '/my-listings',
      name: texts.you.listings,
      hint: texts.you.active(number(counts.listings_active)),
      Icon: IconBuildingStore,
    },
    { to: '/favourites', name: texts.you.favourites, hint: number(counts.favourites), Icon: IconHeart },
    { to: '/purchases', name: texts.you.purchases, hint: texts.you.purchasesHint, Icon: IconReceipt },
    { to: '/you/devices', name: texts.you.devices, hint: texts.you.devicesHint, Icon: IconDevices },
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
