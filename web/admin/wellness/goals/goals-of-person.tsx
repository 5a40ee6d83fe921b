import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import type { Goal } from '@plaza/client/wellness'
import { adminGetGoalOptions, adminGetUserGoalsOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/goals.ts'
import { texts as goals } from '../../../texts/goals.ts'
import { calendarDay } from '../../../ui/dates.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Empty, Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { SidePanel } from '../../side-panel.tsx'

/** Whose goals are looked at, and why; both are kept in the audit trail with each look. */
interface Look {
  userId: string
  reason: string
}

const fewestLetters = 3
/** Each look is kept, so nothing is asked for again by itself. */
const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false, retry: false }
/** A header takes no other letters. */
const inHeader = (reason: string) => reason.replace(/[^\u0020-\u00ff]/g, '?')

/** The goals of a person who asked for help, for those who say why they look. */
export function GoalsOfPerson() {
  const [look, setLook] = useState<Look>()
  const [userId, setUserId] = useState('')
  const [reason, setReason] = useState('')
  const open = (event: SyntheticEvent) => {
    event.preventDefault()
    setLook({ userId: userId.trim(), reason: inHeader(reason.trim()) })
  }
  return (
    <Stack maw="56rem">
      <PageTitle>{t.title}</PageTitle>
      <Text c="var(--ink-soft)">{t.hint}</Text>
      <form onSubmit={open}>
        <Group align="end">
          <TextInput
            required
            miw="20rem"
            label={t.userId}
            value={userId}
            onChange={({ currentTarget }) => setUserId(currentTarget.value)}
          />
          <TextInput
            required
            minLength={fewestLetters}
            maxLength={200}
            miw="16rem"
            label={t.reason}
            placeholder={t.reasonExample}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit">{t.open}</Button>
        </Group>
      </form>
      {look && <List key={`${look.userId} ${look.reason}`} look={look} />}
    </Stack>
  )
}

function List({ look: { userId, reason } }: { look: Look }) {
  const [openId, setOpenId] = useState<string>()
  const query = useQuery({
    ...adminGetUserGoalsOptions({
      path: { userId },
      query: { limit: 100, status: 'ACTIVE,PAUSED,SCHEDULED,COMPLETED,ARCHIVED' },
      headers: { 'X-Reason': reason },
    }),
    ...once,
  })
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const list = query.data.data
  if (list.length === 0) return <Empty title={t.none} />
  return (
    <>
      <Stack gap="md">
        {list.map((goal) => (
          <Stack key={goal.id} component="article" aria-label={goal.title} gap="xs">
            <Text fw={650} dir="auto">
              {goal.title}
            </Text>
            <Facts facts={factsOf(goal)} />
            <Button
              variant="default"
              h="auto"
              py="xs"
              style={{ alignSelf: 'start' }}
              styles={{ label: { whiteSpace: 'normal' } }}
              onClick={() => setOpenId(goal.id)}
            >
              {t.why(goal.title)}
            </Button>
          </Stack>
        ))}
      </Stack>
      {openId !== undefined && (
        <SidePanel label={t.one} size="40rem" hasNoAddress onLeave={() => setOpenId(undefined)}>
          <Explanation goalId={openId} reason={reason} />
        </SidePanel>
      )}
    </>
  )
}

const factsOf = ({ status, frequency, streak, strength, startDate }: Goal) =>
  [
    [t.status, goals.statuses[status]],
    [t.rhythm, goals.rhythms[frequency]],
    [t.streak, goals.streak(streak.current, streak.unit)],
    [goals.goal.strength, goals.goal.strengthAt(strength)],
    [t.since, calendarDay(startDate)],
  ] as const

function Explanation({ goalId, reason }: { goalId: string; reason: string }) {
  const query = useQuery({
    ...adminGetGoalOptions({ path: { goalId }, headers: { 'X-Reason': reason } }),
    ...once,
  })
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const { title, units } = query.data.data
  return (
    <Stack>
      <Title order={2} dir="auto">
        {title}
      </Title>
      <Facts
        facts={units
          .toReversed()
          .map(
            ({ from, to, because, current, timeZone }) =>
              [
                from === to ? calendarDay(from) : `${calendarDay(from)} – ${calendarDay(to)}`,
                [goals.goal.because[because], goals.goal.streakAfter(current), timeZone && `(${timeZone})`]
                  .filter(Boolean)
                  .join(' '),
              ] as const,
          )}
      />
    </Stack>
  )
}
