import type { DailyGoal } from '@plaza/client/wellness'
import { updateDailyGoalStatusMutation } from '@plaza/client/wellness/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ofNoun } from '../../ui/queries.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

/** Marks a day of a goal as done, or takes that back; everything about goals is asked for anew. */
export function useMark() {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    ...updateDailyGoalStatusMutation(),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('goals')),
  })
  const toggle = ({ dailyGoalId, status }: Pick<DailyGoal, 'dailyGoalId'> & { status: string | null }) =>
    mutate({
      path: { dailyGoalId },
      body: { status: status === 'COMPLETED' ? 'PENDING' : 'COMPLETED' },
    })
  return { toggle, marking: isPending ? variables.path.dailyGoalId : undefined }
}
