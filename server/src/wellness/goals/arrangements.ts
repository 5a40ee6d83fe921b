import type { Arrangements } from '../../testing/arranged.ts'
import { newGoal, newVacation } from '../../testing/goals.ts'
import { newCatalogue } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetGoal: async ({ wellnessAdministrator: as, user }) => ({
    as,
    params: { goalId: (await newGoal(user)).id },
    headers: { 'X-Reason': 'ticket 4711' },
  }),
  adminGetUserGoals: async ({ wellnessAdministrator: as, user }) => ({ as, params: { userId: user.id } }),
  createGoal: async (cast) => {
    const { exerciseId } = await newCatalogue(cast)
    return { as: cast.user, body: { title: 'Sit still for ten minutes', exerciseId } }
  },
  deleteGoal: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  editGoal: async ({ user }) => ({
    as: user,
    params: { goalId: (await newGoal(user)).id },
    body: { title: 'Sit still for five minutes' },
  }),
  getGoalStreakExplanation: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  getDailyGoals: ({ user }) => ({ as: user }),
  getGoalDetails: async ({ user }) => ({ as: user, params: { goalId: (await newGoal(user)).id } }),
  getGoalProgress: async ({ user }) => ({ as: user, query: { goalId: (await newGoal(user)).id } }),
  getGoalProgressHome: ({ user }) => ({ as: user }),
  getGoals: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    await newGoal(cast.user, { exerciseId })
    return { as: cast.user, query: { categoryId } }
  },
  getGoalsHome: ({ user }) => ({ as: user }),
  orderGoals: async ({ user }) => ({ as: user, body: { goalIds: [(await newGoal(user)).id] } }),
  pauseGoals: async ({ user }) => ({ as: user, body: { goalIds: [(await newGoal(user)).id] } }),
  restoreGoal: async ({ user }) => ({
    as: user,
    params: { goalId: (await newGoal(user, {}, { isDeleted: true })).id },
  }),
  resumeGoals: async ({ user }) => ({ as: user, query: { pauseId: await newVacation(user) } }),
  updateDailyGoalStatus: async ({ user }) => ({
    as: user,
    params: { dailyGoalId: (await newGoal(user)).today.dailyGoalId },
    body: { status: 'COMPLETED' },
  }),
}
