import type { AddGoalDto, EditGoalDto, Goal, ReminderInput } from '@plaza/client/wellness'

/** What a goal is about: done or not, so much of something, minutes, a number to arrive at, or less of something. */
export const kinds = ['CHECK', 'COUNT', 'MINUTES', 'VALUE', 'QUIT'] as const
export type Kind = (typeof kinds)[number]

/** The rhythms that the form can write; a goal of another one keeps it. */
export const rhythms = ['DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY'] as const

export interface Values {
  title: string
  description: string
  kind: Kind
  target: number | string
  unit: string
  /** Where a VALUE goal begins. */
  start: number | string
  frequency: Goal['frequency']
  timesPerPeriod: number | string
  endDate: string
  reminders: (Omit<ReminderInput, 'time'> & { time: string })[]
}

export const nothing: Values = {
  title: '',
  description: '',
  kind: 'CHECK',
  target: 10,
  unit: '',
  start: 0,
  frequency: 'DAILY',
  timesPerPeriod: 3,
  endDate: '',
  reminders: [],
}

const kindOf = ({ direction, metric }: Goal): Kind => (direction === 'QUIT' ? 'QUIT' : metric)

export const valuesOf = (goal: Goal): Values => ({
  title: goal.title,
  description: goal.description ?? '',
  kind: kindOf(goal),
  target: goal.target?.value ?? nothing.target,
  unit: goal.target?.unit ?? '',
  start: goal.current?.baseline ?? nothing.start,
  frequency: goal.frequency,
  timesPerPeriod: goal.timesPerPeriod ?? nothing.timesPerPeriod,
  endDate: goal.endDate ?? '',
  reminders: goal.reminders.map(({ id, time, daysOfWeek, message, enabled, zoneMode, timeZone }) => ({
    ...{ id, time, daysOfWeek, message, enabled, zoneMode, timeZone },
  })),
})

/** What is counted, as the server wants it said. */
function measured({ kind, target, unit }: Values) {
  if (kind === 'CHECK') return { direction: 'BUILD', metric: 'CHECK', target: null } as const
  const wanted = { value: Number(target), ...(unit && kind !== 'MINUTES' ? { unit } : {}) }
  if (kind === 'QUIT') return { direction: 'QUIT', metric: 'COUNT', target: wanted } as const
  return { direction: 'BUILD', metric: kind, target: wanted } as const
}

const contentOf = (values: Values) => {
  const { title, description, frequency, timesPerPeriod, endDate, reminders } = values
  const isPeriodic = frequency === 'WEEKLY' || frequency === 'MONTHLY'
  return {
    title,
    description: description || null,
    ...measured(values),
    frequency,
    ...(isPeriodic ? { timesPerPeriod: Number(timesPerPeriod) } : {}),
    endDate: endDate || null,
    reminders: reminders.filter(({ time }) => time !== ''),
  }
}

/** What is sent of a new goal: a title is enough, everything else has a value that suits most. */
export const newGoalOf = (values: Values): AddGoalDto => {
  const { reminders, ...content } = contentOf(values)
  return {
    ...content,
    ...(values.kind === 'VALUE' ? { current: { value: Number(values.start) } } : {}),
    ...(reminders.length > 0 ? { reminders: reminders.map(({ time }) => ({ time })) } : {}),
  }
}

/** What is sent of a goal that was changed: only what differs, so that its other days stay as they were planned. */
export function changeOf(values: Values, base: Values): EditGoalDto {
  const before: Record<string, unknown> = contentOf(base)
  const changed = Object.entries(contentOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}
