import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Id } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { goalChanged } from './events.ts'
import { noGoalAt, noSuchGoal } from './problems.ts'
import { lockGoalsOf, orderGoals as putInOrder } from './queries.ts'

export const orderGoals = operation({
  source: 'not in the specification; people have an order of their own',
  method: 'PUT',
  path: '/goals/order',
  summary: 'Put your goals into an order; those that are not listed come behind, as they were',
  access: user,
  body: Type.Object({
    goalIds: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }),
  }),
  replies: {
    200: { message: 'Goals put in order', data: Type.Object({ goalIds: Type.Array(Id) }) },
  },
  problems: [noSuchGoal],

  async handle({ body: { goalIds }, caller, db, clock, publish }) {
    await lockGoalsOf(db, caller.id)
    const found = new Set(await putInOrder(db, { userId: caller.id, ids: goalIds }, clock.now()))
    const missing = goalIds.findIndex((id) => !found.has(id))
    if (missing >= 0) throw noGoalAt(`body.goalIds.${missing}`)
    publish(goalChanged, { recipientId: caller.id, data: { goalId: null } })
    return { goalIds }
  },
})
