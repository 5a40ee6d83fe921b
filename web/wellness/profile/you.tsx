import { Button, Stack, Text, Title } from '@mantine/core'
import { getProfileOptions, logoutMutation } from '@plaza/client/wellness/queries'
import {
  IconAlarm,
  IconBeach,
  IconBell,
  IconChartBar,
  IconChevronRight,
  IconClipboardHeart,
  IconDeviceMobileDown,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { texts as goals } from '../../texts/goals.ts'
import { texts as scales } from '../../texts/questionnaires.ts'
import { texts as recordings } from '../../texts/recordings.ts'
import { texts as invitations } from '../../texts/referrals.ts'
import { texts } from '../../texts/wellness.ts'
import { texts as preferenceTexts } from '../../texts/wellness-preferences.ts'
import { date } from '../../ui/dates.ts'
import { LanguageChoice } from '../../ui/language-choice.tsx'
import { useQueue } from '../../ui/queue.ts'
import { Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { saidOfGoals } from '../goals/delivery.ts'
import { InstallButton } from '../offline/install.tsx'
import { practiceEvents } from '../practice/delivery.ts'
import { session } from '../session.ts'
import classes from './you.module.css'

/** Everything of the person besides their days, their account, and the way out. */
export function You() {
  useTitle(texts.you.title)
  const profile = useQuery(getProfileOptions())
  const waiting = [...useQueue(practiceEvents), ...useQueue(saidOfGoals)].filter(
    ({ refusal }) => refusal === undefined,
  ).length
  const navigate = useNavigate()
  const signOut = useMutation({
    ...logoutMutation(),
    onSuccess: () => {
      const left = navigate({ to: '/sign-in' })
      session.signedOut()
      return left
    },
  })
  if (profile.isPending) return <Waiting />
  if (profile.isError && !profile.data)
    return <Failed error={profile.error} retry={() => profile.refetch()} />
  const { name, email, preferences, createdAt, referralCode, subscription } = profile.data.data
  return (
    <Stack gap="lg" maw="60rem" mx="auto">
      <Title order={1} size="h2" dir="auto">
        {name}
      </Title>
      <div className={classes.page}>
        <nav aria-label={texts.you.more} className={classes.links}>
          <Way to="/invite" Icon={IconUserPlus} name={invitations.title} hint={texts.you.hints.invite} />
          <Way
            to="/goals/progress"
            Icon={IconChartBar}
            name={goals.progress.title}
            hint={texts.you.hints.progress}
          />
          <Way
            to="/questionnaires"
            Icon={IconClipboardHeart}
            name={scales.scales.title}
            hint={texts.you.hints.scales}
          />
          <Way
            to="/goals/reminders"
            Icon={IconAlarm}
            name={goals.reminders.title}
            hint={texts.you.hints.reminders}
          />
          <Way
            to="/goals/vacation"
            Icon={IconBeach}
            name={goals.vacation.title}
            hint={texts.you.hints.vacation}
          />
          <Way
            to="/you/notifications"
            Icon={IconBell}
            name={preferenceTexts.link}
            hint={texts.you.hints.told}
          />
          <Way
            to="/you/device"
            Icon={IconDeviceMobileDown}
            name={recordings.title}
            hint={texts.you.hints.device}
          />
        </nav>
        <Stack className={classes.account}>
          <dl className={classes.facts}>
            <dt>{texts.you.email}</dt>
            <dd>{email}</dd>
            <dt>{texts.you.zone}</dt>
            <dd>{preferences.timeZone}</dd>
            <dt>{texts.you.since}</dt>
            <dd>{date(createdAt)}</dd>
            <dt>{texts.you.code}</dt>
            <dd>{referralCode}</dd>
            {subscription && (
              <>
                <dt>{texts.you.subscription}</dt>
                <dd>
                  {(subscription.willRenew ? texts.you.renews : texts.you.ends)(date(subscription.expiresAt))}
                </dd>
              </>
            )}
          </dl>
          <LanguageChoice />
          <InstallButton />
          {waiting > 0 && <Text role="status">{texts.you.waiting(waiting)}</Text>}
          {signOut.isError && (
            <Text role="alert" c="var(--bad)">
              {messageOf(signOut.error)}
            </Text>
          )}
          <Button
            variant="default"
            loading={signOut.isPending}
            onClick={() => signOut.mutate({ body: { allDevices: false } })}
          >
            {texts.you.signOut}
          </Button>
          <Button variant="subtle" onClick={() => signOut.mutate({ body: { allDevices: true } })}>
            {texts.you.signOutEverywhere}
          </Button>
        </Stack>
      </div>
    </Stack>
  )
}

interface WayProps {
  to: LinkProps['to']
  Icon: TablerIcon
  name: string
  hint: string
}

const Way = ({ to, Icon, name, hint }: WayProps) => (
  <Link to={to} className={classes.way}>
    <Icon aria-hidden size={24} />
    <span>
      <strong>{name}</strong>
      <small>{hint}</small>
    </span>
    <IconChevronRight aria-hidden size={20} />
  </Link>
)
