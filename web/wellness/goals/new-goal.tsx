import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useIsRead } from '../../ui/queue.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { dateIn } from '../sessions/own-day.ts'
import { saidOfGoals, setOut } from './delivery.ts'
import { GoalFields } from './goal-fields.tsx'
import classes from './ideas.module.css'
import { Ideas } from './ideas.tsx'
import { newGoalOf, nothing, type Values } from './values.ts'
import { useNewGoals } from './waiting.ts'

const route = getRouteApi('/inside/goals/new')

/** Fields of a goal as the server names them, where the form names them otherwise. */
export const fieldNames = {
  'target.value': 'target',
  'target.unit': 'unit',
  'current.value': 'start',
  metric: 'kind',
  direction: 'kind',
}

interface SettingOut {
  key: string
  body: ReturnType<typeof newGoalOf>
  values: Values
}

/** Setting out to do something, in a few seconds, with or without a connection. */
export function NewGoal() {
  // One that the server refused is written anew.
  const { refused } = route.useSearch()
  const before = useNewGoals([]).find(({ id }) => id === refused)
  const isRead = useIsRead(saidOfGoals)
  return refused === undefined || isRead ? <Form before={before} /> : <Waiting />
}

function Form({ before }: { before: ReturnType<typeof useNewGoals>[number] | undefined }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: before?.item.values ?? nothing,
    mutation: {
      mutationFn: ({ key, body, values }: SettingOut) => setOut(key, body, values),
    },
    request: (values: Values, { keyOf }) => {
      const body = { ...newGoalOf(values), startDate: dateIn(0) }
      return { key: keyOf(body), body, values }
    },
    names: fieldNames,
    onSuccess: async (sent) => {
      if (before) await saidOfGoals.remove(before.id)
      if (sent === 'waits') say(texts.waiting.created)
      else await queryClient.invalidateQueries(ofNoun('goals'))
      await navigate({ to: '/goals' })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <div className={classes.page}>
        <PageTitle>{texts.add}</PageTitle>
        <FormFailure message={form.failure ?? before?.refusal} />
        <Ideas form={form} />
        <Stack className={classes.fields}>
          <GoalFields form={form} />
          <Button type="submit" size="lg" className={classes.submit} loading={form.isSending}>
            {texts.create.submit}
          </Button>
        </Stack>
      </div>
    </form>
  )
}
