import type { Arrangements } from '../../testing/arranged.ts'
import type { Cast } from '../../testing/cast.ts'
import { newGoal, newVacation } from '../../testing/goals.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

const parts = { subGoals: [{ title: 'Roll out the mat' }], reminders: [{ time: '07:30' }] }

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetExercise: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: (await newCatalogue(cast)).exerciseId },
  }),
  adminGetGoal: async ({ wellnessAdministrator: as, user }) => ({
    as,
    params: { goalId: (await newGoal(user)).id },
    headers: { 'X-Reason': 'ticket 4711' },
  }),
  adminGetUserGoals: async ({ wellnessAdministrator: as, user }) => ({ as, params: { userId: user.id } }),
  createGoal: async (cast) => {
    const linked = await newCatalogue(cast)
    return { as: cast.user, body: { title: 'Sit still for ten minutes', ...linked, ...parts } }
  },
  deleteGoal: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  editGoal: async (cast) => {
    const { id, subGoals, reminders } = await newGoal(cast.user, parts)
    const kept = {
      subGoals: [{ ...parts.subGoals[0], id: subGoals[0].id }],
      reminders: [{ ...parts.reminders[0], id: reminders[0].id }],
    }
    const body = { title: 'Sit still for five minutes', ...(await newCatalogue(cast)), ...kept }
    return { as: cast.user, params: { goalId: id }, body }
  },
  getGoalStreakExplanation: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  getDailyGoals: ({ user }) => ({ as: user }),
  getGoalDetails: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  getGoalProgress: async ({ user }) => ({ as: user, query: { goalId: (await newGoal(user)).id } }),
  getGoalProgressHome: ({ user }) => ({ as: user }),
  getExercises: [
    async (cast) => {
      await newCatalogue(cast)
      return { as: cast.user }
    },
    ...(['new', 'popular', 'duration'] as const).map((sort) => (cast: Cast) => ({
      as: cast.user,
      query: { sort, tags: 'evening' },
    })),
  ],
  getGoals: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    await newGoal(cast.user, { exerciseId })
    return { as: cast.user, query: { categoryId } }
  },
  getGoalsHome: ({ user }) => ({ as: user }),
  getVacations: async ({ user }) => {
    await newVacation(user)
    return { as: user }
  },
  orderGoals: async ({ user }) => ({ as: user, body: { goalIds: [(await newGoal(user)).id] } }),
  pauseGoals: async ({ user }) => ({ as: user, body: { goalIds: [(await newGoal(user)).id] } }),
  restoreGoal: async ({ user }) => ({
    as: user,
    params: { goalId: (await newGoal(user, {}, { isDeleted: true })).id },
  }),
  resumeGoals: async ({ user }) => ({ as: user, query: { pauseId: await newVacation(user) } }),
  updateDailyGoalStatus: async ({ user }) => {
    const { today, subGoals } = await newGoal(user, parts)
    const body = { status: 'COMPLETED', subGoals: [{ id: subGoals[0].id, isCompleted: true }] }
    return { as: user, params: { dailyGoalId: today.dailyGoalId }, body }
  },
}
