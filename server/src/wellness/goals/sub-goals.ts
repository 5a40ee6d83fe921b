import { newId } from '../../platform/ids.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import type { SubGoalInput } from './input-shapes.ts'
import type { SubGoalRow } from './queries.ts'

/**
 * The sub-goals that a request asks for, in their order.
 * @param most so many can a goal have
 * @throws VALIDATION_FAILED for one too many, or an id that the goal does not have
 */
export function subGoalsOf(
  said: readonly SubGoalInput[],
  { before, most }: { before: readonly SubGoalRow[]; most: number },
): SubGoalRow[] {
  if (said.length > most)
    throw invalidField('body.subGoals', 'maxItems', `must not have more than ${most} items`)
  const known = new Set(before.map(({ id }) => id))
  // One id twice would be two sub-goals at one place.
  for (const [index, { id }] of said.entries())
    if (id !== undefined && !known.delete(id))
      throw invalidField(`body.subGoals.${index}.id`, 'exists', 'is not a sub-goal of this goal')
  return said
    .map((one, index) => ({ one, place: one.order ?? index }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one: { id, title, targetValue, unit, weight } }, position) => ({
      id: id ?? newId(),
      title,
      target_value: targetValue ?? null,
      unit: unit ?? null,
      weight: weight ?? 1,
      position,
    }))
}
