import type { Words } from '../../platform/language.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type Notice, notify } from '../notifications/public.ts'
import type { SettledReport } from '../reports/public.ts'
import { inEachLanguage } from '../texts.ts'
import { selectStaff } from '../users/public.ts'
import type { Decision } from './decision-queries.ts'

type About = Pick<Decision, 'id' | 'subject_id'>

/** What a notice about a decision leads to. */
export const toDecision = (id: string) => ({
  label: inEachLanguage(({ moderation }) => moderation.read),
  actionType: 'navigate',
  payload: { screen: 'Decision', id },
})

const toSubject = (
  { id, subject_id: recipientId }: About,
  what: string,
  words: { title: Words; message: Words },
): Notice => ({
  recipientId,
  actorId: null,
  category: 'content_violation',
  ...words,
  reference: { model: 'decision', id },
  sourceEvent: `decision:${id}:${what}`,
  action: toDecision(id),
})

/** Whoever it is about reads what was decided, why, and how to appeal. */
export async function tellSubject(work: Work, made: Decision): Promise<void> {
  const { action, about, statement } = made
  if (action === 'dismiss') return
  const words = {
    title: inEachLanguage(({ moderation }) => moderation.decided[action]),
    message: inEachLanguage(({ moderation }) => moderation.statement(about, statement)),
  }
  await notify(work, [toSubject(made, 'made', words)])
}

/** The author of what its reports had hidden hears that it is to be seen again. */
export async function tellShown(work: Work, made: Decision): Promise<void> {
  const words = {
    title: inEachLanguage(({ moderation }) => moderation.shownAgain),
    message: made.about,
  }
  const { action: _none, ...notice } = toSubject(made, 'shown', words)
  await notify(work, [
    { ...notice, category: 'moderation', reference: { model: 'post', id: made.target_id } },
  ])
}

export async function tellUndone(work: Work, made: Decision): Promise<void> {
  const words = {
    title: inEachLanguage(({ moderation }) => moderation.undone.title),
    message: inEachLanguage(({ moderation }) => moderation.undone.message(made.about)),
  }
  await notify(work, [toSubject(made, 'undone', words)])
}

export async function tellAppealSettled(
  work: Work,
  made: Decision,
  outcome: 'upheld' | 'overturned',
  answer: string,
): Promise<void> {
  const words = { title: inEachLanguage(({ moderation }) => moderation.appeal[outcome]), message: answer }
  await notify(work, [toSubject(made, 'appeal', words)])
}

export async function tellResubmissionSettled(
  work: Work,
  made: Decision,
  outcome: 'accepted' | 'declined',
  answer: string | null,
): Promise<void> {
  const at = work.clock.now().toISOString()
  const words = {
    title: inEachLanguage(({ moderation }) => moderation.resubmission[outcome]),
    message: answer ?? made.about,
  }
  await notify(work, [toSubject(made, `resubmission:${at}`, words)])
}

/** The cause of what whoever made a report is told of a decision. */
export const toldReporter = (reportId: string, decisionId: string): string =>
  `report:${reportId}:${decisionId}`

/** Whoever reported hears that it was decided: whether a rule was broken, and neither by whom nor what was done. */
export async function tellReporters(
  work: Work,
  { id, about }: Pick<Decision, 'id' | 'about'>,
  reports: readonly SettledReport[],
  isUpheld: boolean,
): Promise<void> {
  const told = isUpheld ? 'upheld' : 'dismissed'
  await notify(
    work,
    reports.map((report) => ({
      recipientId: report.reporter_id,
      actorId: null,
      category: 'moderation' as const,
      title: inEachLanguage(({ moderation }) => moderation.reportDecided.title),
      message: inEachLanguage(({ moderation }) => moderation.reportDecided[told](about)),
      reference: { model: 'report', id: report.id },
      sourceEvent: toldReporter(report.id, id),
    })),
  )
}

type Call = 'appeal' | 'ban' | 'resubmission'

/** Staff hears once a day that somebody appealed or put a listing right, and each time that a ban waits for a second person. */
export async function callStaff(work: Work, made: Decision, what: Call): Promise<void> {
  const day = work.clock.now().toISOString().slice(0, 10)
  const staff = await selectStaff(work.db)
  const except = what === 'ban' ? made.decided_by : made.subject_id
  await notify(
    work,
    staff
      .filter((id) => id !== except)
      .map((recipientId) => ({
        recipientId,
        actorId: null,
        category: 'moderation' as const,
        title: inEachLanguage(({ moderation }) => moderation.calls[what]),
        message: inEachLanguage(({ reports }) => reports.look),
        reference: { model: 'moderation_queue', id: what === 'ban' ? made.id : day },
        action: {
          label: inEachLanguage(({ moderation }) => moderation.look),
          actionType: 'navigate',
          payload: { screen: 'ModerationQueue' },
        },
        sourceEvent: what === 'ban' ? `ban:${made.id}` : `${what}s:${day}`,
      })),
  )
}
