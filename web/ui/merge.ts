const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a form was filled with, and the version that its row had then; none for a new one. */
export interface Base<Values> {
  values: Values
  version?: number | undefined
}

/** The fields in which some values differ from others. */
export const changedFields = <Values extends object>(values: Values, others: Values): (keyof Values)[] =>
  (Object.keys(values) as (keyof Values)[]).filter((name) => !isSame(values[name], others[name]))

/**
 * What a form becomes when its source was changed elsewhere: fields that were touched here stay as
 * they were typed, the others follow.
 * @param base what the form was filled with.
 * @param now what it would be filled with today.
 */
export function rebase<Values extends object>(typed: Values, base: Values, now: Values): Values {
  const rebased = { ...now }
  for (const name of changedFields(typed, base)) rebased[name] = typed[name]
  return rebased
}
