import type { ExplainedUnit, Folded, FoldState, GoalLedger } from './goal.ts'

/**
 * The streak of a goal: a pure function of its ledger. With `kept`, of the same goal, it goes on from
 * there, and comes out the same.
 */
export function foldGoal(_ledger: GoalLedger, _kept?: FoldState): Folded {
  throw new Error('follows')
}

/** Every unit from the start that touches the dates, with the running sums; the last of all sums to what is shown. */
export function explain(_ledger: GoalLedger, _span: { from: string; to: string }): ExplainedUnit[] {
  throw new Error('follows')
}
