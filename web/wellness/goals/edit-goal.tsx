import { Button, Group, Stack, Text } from '@mantine/core'
import type { EditGoalDto, Goal } from '@plaza/client/wellness'
import { getGoalDetailsOptions } from '@plaza/client/wellness/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useKnownGoal } from './all-goals.ts'
import { changeGoal } from './delivery.ts'
import { GoalFields } from './goal-fields.tsx'
import { fieldNames } from './new-goal.tsx'
import { changeOf, type Values, valuesOf } from './values.ts'
import { useGoalChanges, waitingValuesOf } from './waiting.ts'

const route = getRouteApi('/inside/goals/$goalId/edit')

/** Changing a goal. Another rhythm or target holds from today; the days before stay as they were judged. */
export function EditGoal() {
  const { goalId } = route.useParams()
  // What was read a while ago may be old.
  const query = useQuery({ ...getGoalDetailsOptions({ path: { goalId } }), staleTime: 0, gcTime: 0 })
  const known = useKnownGoal(goalId)
  const told = query.isFetchedAfterMount ? query.data?.data : undefined
  // Without a connection the one on the device will do.
  const goal = told ?? (query.isPaused || query.isError ? known : undefined)
  if (goal) return <Form goal={goal} />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  return <Waiting />
}

interface Changing {
  key: string
  change: EditGoalDto
  version: number | undefined
  values: Values
}

const baseOf = (goal: Goal) => ({ values: valuesOf(goal), version: goal.version })

function Form({ goal }: { goal: Goal }) {
  const { id: goalId } = goal
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const changes = useGoalChanges()
  const form = useServerForm({
    initialValues: waitingValuesOf(goalId, changes) ?? valuesOf(goal),
    base: baseOf(goal),
    reload: async () => {
      const now = await queryClient.fetchQuery({
        ...getGoalDetailsOptions({ path: { goalId } }),
        staleTime: 0,
      })
      return baseOf(now.data)
    },
    mutation: {
      mutationFn: ({ key, change, version, values }: Changing) =>
        changeGoal(key, goalId, change, { version, values }),
    },
    request: (values: Values, { base, keyOf }) => {
      const change = changeOf(values, base.values)
      return { key: keyOf(change), change, version: base.version, values }
    },
    names: fieldNames,
    onSuccess: async (sent) => {
      if (sent === 'waits') say(texts.waiting.changed)
      else await queryClient.invalidateQueries(ofNoun('goals'))
      await navigate({ to: '/goals/$goalId', params: { goalId } })
    },
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack maw="34rem" mx="auto">
        <PageTitle>{texts.edit.title}</PageTitle>
        <Text c="var(--ink-soft)">{texts.edit.hint}</Text>
        <FormFailure message={form.isRebased ? texts.edit.changedElsewhere : form.failure} />
        <GoalFields form={form} isKept />
        <Group>
          <Button type="submit" loading={form.isSending}>
            {texts.edit.submit}
          </Button>
          <ButtonLink to="/goals/$goalId" params={{ goalId }} variant="default">
            {texts.edit.cancel}
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  )
}
