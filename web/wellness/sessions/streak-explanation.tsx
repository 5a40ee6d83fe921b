import { NativeSelect } from '@mantine/core'
import {
  getPracticeStreakExplanationOptions,
  getProfileOptions,
  updateProfileMutation,
} from '@plaza/client/wellness/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/goals.ts'
import { calendarDay } from '../../ui/dates.ts'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import classes from './streak-explanation.module.css'

const t = texts.progress
/** The last days, newest first. */
const shownDays = 14

/** Why the streak of practice is what it is, and how many minutes a day needs to count for it. */
export function StreakExplanation() {
  const query = useQuery(getPracticeStreakExplanationOptions())
  const days = (query.data?.data.units ?? []).slice(-shownDays).reverse()
  if (days.length === 0) return null
  return (
    <details className={classes.why}>
      <summary>{t.why}</summary>
      <ul>
        {days.map(({ from, because, current, minutes, minimumMinutes }) => (
          <li key={from}>
            <strong>{calendarDay(from)}</strong>
            <span>
              {texts.goal.because[because]} {minimumMinutes > 0 && `${t.minutesOf(minutes, minimumMinutes)} `}
              {texts.goal.streakAfter(current)}
            </span>
          </li>
        ))}
      </ul>
      <Minimum />
    </details>
  )
}

const offered = [0, 5, 10, 15, 20, 30, 45, 60]

function Minimum() {
  const queryClient = useQueryClient()
  const profile = useQuery(getProfileOptions())
  const change = useMutation({
    ...updateProfileMutation(),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('profile')),
  })
  if (!profile.data) return null
  const { minPracticeMinutes, nextMinPracticeMinutes: next } = profile.data.data.preferences
  const chosen = next?.minutes ?? minPracticeMinutes
  const choices = [...new Set([...offered, chosen])].sort((one, other) => one - other)
  return (
    <NativeSelect
      mt="md"
      label={t.minimum}
      description={next ? t.minimumFrom(calendarDay(next.from)) : t.minimumHint}
      value={String(chosen)}
      disabled={change.isPending}
      data={choices.map((minutes) => ({ value: String(minutes), label: t.minimumOf(minutes) }))}
      onChange={({ currentTarget: { value } }) =>
        change.mutate({ body: { minPracticeMinutes: Number(value) } })
      }
    />
  )
}
