import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { keyOf } from '../personal-keys/public.ts'
import {
  type CountChange,
  changeCounts,
  hasSet,
  insertSet,
  lockAnswering,
  noteAnswered,
  type StandingRow,
  selectStanding,
  updateSet,
} from './answer-queries.ts'
import {
  asksForHelp,
  countedAs,
  isMistake,
  type KeptAnswer,
  read,
  type SentAnswer,
  saysTheSame,
} from './answers.ts'
import { visibleOf } from './branching.ts'
import { openSet, sealSet } from './content.ts'
import { answerInvalid, noSuchAnswers, noSuchQuestionnaire, questionnaireChanged } from './problems.ts'
import { holdInstrument, selectAsked, selectInstruments, selectVersion } from './queries.ts'
import type { AskedQuestion } from './question.ts'
import { type Result, resultOf, type Scoring } from './scoring.ts'
import { carriedOver, differenceOf, isInGrace, type SetStatus, servedTo } from './serving.ts'

export interface Answering {
  userId: string
  answers: readonly SentAnswer[]
  /** The version that the app showed; else the one that the person is at. */
  version: number | undefined
  /** The completed set after which this is another time of answering, and not a correction. */
  after: string | undefined
}

export interface Recorded {
  instrument: string
  number: number
  setId: string | null
  status: SetStatus | null
  isAmended: boolean
  scoring: Scoring | null
  questions: readonly AskedQuestion[]
  result: Result | null
  /** One of the answers that were sent is one after which help is shown. */
  isAtRisk: boolean
}

type AnswerMap = ReadonlyMap<string, KeptAnswer>

const byQuestion = (answers: readonly KeptAnswer[]): Map<string, KeptAnswer> =>
  new Map(answers.map((answer) => [answer.questionId, answer]))

/**
 * Keeps answers beside those that are there already; what is sent twice is kept once.
 * @throws ANSWER_INVALID naming the answers that their questions do not take, and QUESTIONNAIRE_CHANGED
 * when they answer a version that is not asked any more.
 */
export async function recordAnswers(work: Work, answering: Answering): Promise<Recorded> {
  const { db, clock } = work
  const { userId, answers: sent } = answering
  const instrument = await instrumentOf(work, sent)
  await lockAnswering(db, userId, instrument)
  await holdInstrument(db, instrument)
  const [known, key] = await Promise.all([selectStanding(db, userId, instrument), keyOf(work, userId)])
  if (!known) throw noSuchQuestionnaire()
  if (answering.after !== undefined && !(await hasSet(db, { userId, instrument, id: answering.after })))
    throw noSuchAnswers()
  const now = clock.now()
  const startsAnew =
    answering.after !== undefined && known.set_id === answering.after && known.completed_at !== null
  const standing: StandingRow = startsAnew ? { ...known, set_id: null, number: null, status: null } : known
  const kept = standing.set_id && standing.sealed ? openSet(key, standing.set_id, standing.sealed) : undefined
  const number = await versionFor(work, instrument, standing, answering.version)
  const [questions, version] = await Promise.all([
    selectAsked(db, instrument, number),
    selectVersion(db, instrument, number),
  ])
  await refuseUnasked(work, { instrument, questions, number, sent, cited: answering.version })
  const isSameVersion = number === standing.number
  const before = byQuestion(
    isSameVersion ? (kept?.answers ?? []) : carriedOver(kept?.answers ?? [], questions),
  )
  const after = merge(before, questions, sent, now)
  const isComplete = isAnswered(questions, after)
  const scoring = version?.scoring ?? null
  const result = isComplete && scoring ? resultOf(scoring, questions, after) : null
  const facts = { instrument, number, scoring, questions, isAtRisk: someAtRisk(questions, sent, after) }
  const isDone = standing.status === 'COMPLETED' || standing.status === 'AMENDED'
  const isUntouched = isSameVersion && isSame(before, after) && isSame(after, before)
  if (isUntouched || (after.size === 0 && standing.set_id === null)) {
    const isAmended = standing.amends_previous
    return {
      ...facts,
      setId: standing.set_id,
      status: standing.status,
      isAmended,
      result: kept?.result ?? null,
    }
  }
  // What somebody said and now says differently stays as it was; what they had not said yet is added.
  const beginsSet = standing.set_id === null || (isDone && !(isSameVersion && isSame(before, after)))
  const amends = beginsSet ? isDone && !(standing.asks_again && !isSameVersion) : standing.amends_previous
  const setId = beginsSet || standing.set_id === null ? newId() : standing.set_id
  const status: SetStatus = !isComplete ? 'IN_PROGRESS' : amends ? 'AMENDED' : 'COMPLETED'
  const set = {
    id: setId,
    number,
    status,
    sealed: sealSet(key, setId, { answers: [...after.values()], result }),
    completedAt: isComplete ? ((beginsSet ? null : standing.completed_at) ?? now) : null,
    at: now,
  }
  const previousId = startsAnew ? known.set_id : standing.set_id
  if (beginsSet) await insertSet(db, { ...set, userId, instrument, previousId, amendsPrevious: amends })
  else await updateSet(db, set)
  await noteAnswered(
    db,
    [...after.keys()].filter((id) => !before.has(id)),
  )
  await changeCounts(db, countChanges(byQuestion(kept?.answers ?? []), after))
  return { ...facts, setId, status, isAmended: amends, result }
}

/** @throws ANSWER_INVALID when there is no such question, or they belong to several questionnaires. */
async function instrumentOf({ db }: Work, sent: readonly SentAnswer[]): Promise<string> {
  const found = new Map(
    (
      await selectInstruments(
        db,
        sent.map(({ questionId }) => questionId),
      )
    ).map(({ id, instrument }) => [id, instrument]),
  )
  // That of the first that is sent: rows come in no order.
  const first = sent.map(({ questionId }) => found.get(questionId)).find((one) => one !== undefined)
  const wrong = sent.flatMap(({ questionId }, index) => {
    const said = (rule: string, message: string) => [{ index, questionId, rule, message }]
    if (!found.has(questionId)) return said('exists', 'is not a question')
    if (found.get(questionId) !== first) return said('questionnaire', 'belongs to another questionnaire')
    const isRepeated = sent.findIndex((other) => other.questionId === questionId) < index
    return isRepeated ? said('unique', 'is answered above') : []
  })
  if (wrong.length > 0 || first === undefined) throw invalid(wrong)
  return first
}

interface Wrong {
  index: number
  questionId: string
  rule: string
  message: string
}

const invalid = (wrong: readonly Wrong[]) =>
  answerInvalid({
    fields: wrong.map(({ index, rule, message }) => ({
      path: `body.questionnaireData.${index}`,
      rule,
      message,
    })),
    details: { questionId: wrong[0]?.questionId ?? null },
  })

/** The version that answers are taken for. @throws QUESTIONNAIRE_CHANGED when that is not the one that the app showed. */
async function versionFor(
  { db, clock }: Work,
  instrument: string,
  standing: StandingRow,
  cited: number | undefined,
): Promise<number> {
  const now = clock.now()
  const { number } = servedTo(standing, now)
  if (cited === undefined) {
    if (standing.number !== null || standing.served === null || standing.served === number) return number
    // What they began to read is what they answer.
    const given = await selectVersion(db, instrument, standing.served)
    return given && isInGrace(given.superseded_at, now) ? standing.served : number
  }
  if (cited === number || cited === standing.newest) return cited
  // Answers that are complete can be corrected as they were given.
  if (cited === standing.number && standing.status !== 'IN_PROGRESS') return cited
  if (standing.number === null) {
    const version = await selectVersion(db, instrument, cited)
    // Somebody was reading it when it changed.
    if (version && isInGrace(version.superseded_at, now)) return cited
  }
  throw questionnaireChanged({ details: await changesSince(db, instrument, cited, number) })
}

async function changesSince(db: Work['db'], instrument: string, cited: number, currentVersion: number) {
  const [before, after] = await Promise.all([
    selectAsked(db, instrument, cited),
    selectAsked(db, instrument, currentVersion),
  ])
  return { currentVersion, diff: differenceOf(before, after) }
}

/** @throws QUESTIONNAIRE_CHANGED when a question is answered that the version does not ask. */
async function refuseUnasked(
  { db }: Work,
  of: {
    instrument: string
    questions: readonly AskedQuestion[]
    number: number
    sent: readonly SentAnswer[]
    cited: number | undefined
  },
): Promise<void> {
  const asked = new Set(of.questions.map(({ id }) => id))
  if (of.sent.every(({ questionId }) => asked.has(questionId))) return
  const { instrument, number, cited = number } = of
  throw questionnaireChanged({ details: await changesSince(db, instrument, cited, number) })
}

/** The answers after those that were sent: the later one of each stays, and what is not asked any more goes. */
function merge(
  before: AnswerMap,
  questions: readonly AskedQuestion[],
  sent: readonly SentAnswer[],
  now: Date,
): Map<string, KeptAnswer> {
  const answers = new Map(before)
  const wrong: Wrong[] = []
  const asked = new Map(questions.map((question) => [question.id, question]))
  for (const [index, answer] of sent.entries()) {
    const { questionId } = answer
    const question = asked.get(questionId)
    if (!question) continue
    const given = read(answer, question)
    if (isMistake(given)) {
      wrong.push({ index, questionId, ...given })
      continue
    }
    const at = Math.min(answer.at, now.getTime())
    const kept = answers.get(questionId)
    const isLate = kept !== undefined && kept.at > at
    const isSaid = saysTheSame(kept, given) && kept?.revisionId === question.revision_id
    if (isLate || isSaid) continue
    const counted = countedAs(given, question)
    answers.set(questionId, {
      questionId,
      revisionId: question.revision_id,
      ...given,
      at,
      counted,
      ...(asksForHelp(given, question) ? { isAtRisk: true } : {}),
    })
  }
  if (wrong.length > 0) throw invalid(wrong)
  const visible = visibleOf(questions, answers)
  for (const id of answers.keys()) if (!visible.has(id)) answers.delete(id)
  return answers
}

function isAnswered(questions: readonly AskedQuestion[], answers: AnswerMap): boolean {
  const visible = visibleOf(questions, answers)
  return questions.every(({ id, is_required }) => !is_required || !visible.has(id) || answers.has(id))
}

/** Whether the others say everything that one says, in the same way. */
const isSame = (one: AnswerMap, others: AnswerMap): boolean =>
  [...one.values()].every((answer) => {
    const other = others.get(answer.questionId)
    return saysTheSame(answer, other) && answer.revisionId === other?.revisionId
  })

/** Also on a repeat, so that nobody misses it whose connection broke. */
const someAtRisk = (
  questions: readonly AskedQuestion[],
  sent: readonly SentAnswer[],
  answers: AnswerMap,
): boolean =>
  sent.some((answer) => {
    const question = questions.find(({ id }) => id === answer.questionId)
    if (!question || !answers.has(question.id)) return false
    const given = read(answer, question)
    return !isMistake(given) && asksForHelp(given, question)
  })

function countChanges(before: AnswerMap, after: AnswerMap): CountChange[] {
  const counts = (answers: AnswerMap, by: number) =>
    [...answers.values()].flatMap(({ questionId, counted }) =>
      counted.map((each) => ({ questionId, counted: each, by })),
    )
  const shown = [...after.values()].filter(
    ({ questionId, isAtRisk }) => isAtRisk && !before.get(questionId)?.isAtRisk,
  )
  return [
    ...counts(before, -1),
    ...counts(after, 1),
    ...shown.map(({ questionId }) => ({ questionId, counted: 'HELP_SHOWN', by: 1 })),
  ]
}
