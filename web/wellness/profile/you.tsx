import { Button, Stack, Text, Title } from '@mantine/core'
import { getProfileOptions, logoutMutation } from '@plaza/client/wellness/queries'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts as goals } from '../../texts/goals.ts'
import { texts as scales } from '../../texts/questionnaires.ts'
import { texts as invitations } from '../../texts/referrals.ts'
import { texts } from '../../texts/wellness.ts'
import { texts as preferenceTexts } from '../../texts/wellness-preferences.ts'
import { date } from '../../ui/dates.ts'
import { LanguageChoice } from '../../ui/language-choice.tsx'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { useQueue } from '../../ui/queue.ts'
import { Failed, messageOf, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { practiceEvents } from '../practice/delivery.ts'
import { session } from '../session.ts'
import classes from './you.module.css'

/** The person's account, and the way out. */
export function You() {
  useTitle(texts.you.title)
  const profile = useQuery(getProfileOptions())
  const waiting = useQueue(practiceEvents)
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
  if (profile.isError) return <Failed error={profile.error} retry={() => profile.refetch()} />
  const { name, email, preferences, createdAt, referralCode } = profile.data.data
  return (
    <Stack maw={480} mx="auto">
      <Title order={1} size="h2" dir="auto">
        {name}
      </Title>
      <dl className={classes.facts}>
        <dt>{texts.you.email}</dt>
        <dd>{email}</dd>
        <dt>{texts.you.zone}</dt>
        <dd>{preferences.timeZone}</dd>
        <dt>{texts.you.since}</dt>
        <dd>{date(createdAt)}</dd>
        <dt>{texts.you.code}</dt>
        <dd>{referralCode}</dd>
      </dl>
      <ButtonLink to="/invite" variant="light">
        {invitations.title}
      </ButtonLink>
      <TextLink to="/questionnaires">{scales.scales.title}</TextLink>
      <TextLink to="/goals/reminders">{goals.reminders.title}</TextLink>
      <TextLink to="/you/notifications">{preferenceTexts.link}</TextLink>
      <LanguageChoice />
      {waiting.length > 0 && <Text role="status">{texts.you.waiting(waiting.length)}</Text>}
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
  )
}
