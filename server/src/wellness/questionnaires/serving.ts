import { days } from '../../platform/clock.ts'
import type { KeptAnswer } from './answers.ts'
import type { AskedQuestion } from './question.ts'

/** For how long somebody goes on with a version that has a newer one. */
export const graceMs = days(30)

export type SetStatus = 'IN_PROGRESS' | 'COMPLETED' | 'AMENDED'

/** How far somebody is with a questionnaire. */
export interface Standing {
  /** The newest version. */
  newest: number
  /** The version that they began with, or answered; null when they never did. */
  number: number | null
  status: SetStatus | null
  /** When the version after theirs came out. */
  superseded_at: Date | null
  /** Whether a version after theirs is asked of those who answered an earlier one. */
  asks_again: boolean
}

export interface Served {
  number: number
  newerVersion: number | null
  /** The answers were given to another version: those whose questions are the same are taken along. */
  isCarriedOver: boolean
}

/** Which version somebody is asked: the one they are at, unless it is out of date. */
export function servedTo({ newest, number, status, ...standing }: Standing, now: Date): Served {
  const isOutOfDate = status === 'IN_PROGRESS' ? !isInGrace(standing.superseded_at, now) : standing.asks_again
  if (number === null || number === newest || isOutOfDate)
    return { number: newest, newerVersion: null, isCarriedOver: number !== null && number !== newest }
  return { number, newerVersion: newest, isCarriedOver: false }
}

export const isInGrace = (supersededAt: Date | null, now: Date): boolean =>
  supersededAt === null || now.getTime() - supersededAt.getTime() <= graceMs

/** Those of the answers that still answer what is asked. */
export function carriedOver(
  answers: readonly KeptAnswer[],
  questions: readonly Pick<AskedQuestion, 'revision_id'>[],
): KeptAnswer[] {
  const asked = new Set(questions.map(({ revision_id }) => revision_id))
  return answers.filter(({ revisionId }) => asked.has(revisionId))
}

/** What is different between two versions, by questions. */
export function differenceOf(
  before: readonly Pick<AskedQuestion, 'id' | 'revision_id'>[],
  after: readonly Pick<AskedQuestion, 'id' | 'revision_id'>[],
): { added: string[]; removed: string[]; changed: string[] } {
  const [earlier, later] = [before, after].map((all) => new Map(all.map((one) => [one.id, one.revision_id])))
  const ids = (all: typeof before, isOne: (id: string, revision: string) => boolean) =>
    all.filter((one) => isOne(one.id, one.revision_id)).map(({ id }) => id)
  return {
    added: ids(after, (id) => !earlier?.has(id)),
    removed: ids(before, (id) => !later?.has(id)),
    changed: ids(after, (id, revision) => earlier?.has(id) === true && earlier.get(id) !== revision),
  }
}
