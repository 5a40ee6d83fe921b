import { languageOf } from '../../platform/language.ts'
import { amountFormat, majorOf } from '../../platform/money.ts'
import type { Work } from '../../platform/operation/work.ts'
import { greetingTo } from '../accounts/public.ts'
import { notify } from '../notifications/public.ts'
import type { Texts } from '../texts.en.ts'
import { inEachLanguage, textsIn } from '../texts.ts'
import { selectUser, type UserRow } from '../users/public.ts'
import { planOf } from './entitlement.ts'
import * as machine from './machine.ts'
import { comingEnd, isUntold, nextTelling, type Reason } from './machine.ts'
import { later } from './periods.ts'
import type { PlanRow } from './plan-queries.ts'
import { lockOfMail, type SubscriptionRow, updateSubscription } from './queries.ts'

type Said = Exclude<keyof Texts['subscriptions'], 'look'>

const dateFor = ({ language, timezone }: Pick<UserRow, 'language' | 'timezone'>, at: Date) =>
  new Intl.DateTimeFormat(languageOf(language), { dateStyle: 'long', timeZone: timezone }).format(at)

const priceFor = ({ language }: Pick<UserRow, 'language'>, { price_minor, currency }: PlanRow) =>
  amountFormat(languageOf(language), currency).format(majorOf(price_minor, currency))

interface Telling {
  said: Said
  user: UserRow
  plan: PlanRow
  at: Date
}

/** Those that say until when something is open: what ends at midnight is open until the day before. */
const untilKinds: readonly Said[] = ['trialBegan', 'trialEnds', 'trialConverts', 'cancelled']

const wordsOf = ({ said, user, plan, at }: Telling): { title: string; message: string } => {
  const { title, message } = textsIn(user.language).subscriptions[said]
  const shown = untilKinds.includes(said) ? later(at, -1) : at
  return { title, message: message(plan.name, dateFor(user, shown), priceFor(user, plan)) }
}

const trialKinds: readonly Said[] = ['trialBegan', 'trialEnds', 'trialConverts', 'lastDay', 'trialOver']

async function leave(work: Work, row: SubscriptionRow, telling: Telling): Promise<void> {
  await notify(work, [
    {
      recipientId: row.user_id,
      actorId: null,
      category: trialKinds.includes(telling.said) ? 'trial' : 'subscription',
      ...wordsOf(telling),
      reference: { model: 'subscription', id: row.id },
      sourceEvent: `subscription:${row.id}:${telling.said}:${telling.at.toISOString()}`,
      action: {
        label: inEachLanguage(({ subscriptions }) => subscriptions.look),
        actionType: 'navigate',
        payload: { screen: 'Plans' },
      },
    },
  ])
}

/** Leaves somebody a notice of what became of their subscription. Who has left hears nothing. */
export async function tellOf(work: Work, row: SubscriptionRow, said: Said, at: Date): Promise<void> {
  const user = await selectUser(work.db, row.user_id)
  if (user?.status === 'active') await leave(work, row, { said, user, plan: await planOf(work.db, row), at })
}

export async function tellTrialBegan(work: Work, row: SubscriptionRow, user: UserRow): Promise<void> {
  const at = row.trial_ends_at ?? work.clock.now()
  await leave(work, row, { said: 'trialBegan', user, plan: await planOf(work.db, row), at })
}

/** The same by mail, to whom mails can be sent. @returns the mail */
async function write(work: Work, telling: Telling, isForNow = false): Promise<string | null> {
  const { user } = telling
  if (user.email === null) return null
  const { title, message } = wordsOf(telling)
  const text = `${greetingTo(user)}${message}\n\n${work.publicUrl}/plans\n`
  return work.mail({ to: user.email, subject: title, text, isForNow })
}

/** Confirms to whoever cancelled that they did, and until when it stays open. */
export async function confirmCancelled(work: Work, row: SubscriptionRow): Promise<void> {
  const user = await selectUser(work.db, row.user_id)
  if (user?.status !== 'active') return
  const [said, at] = row.ended_at
    ? (['cancelledNow', row.ended_at] as const)
    : (['cancelled', row.cancel_at ?? work.clock.now()] as const)
  const telling = { said, user, plan: await planOf(work.db, row), at }
  await write(work, telling)
  await leave(work, row, telling)
}

/** Tells that it is over, unless its owner has just said so. */
export async function tellEnd(work: Work, row: SubscriptionRow, reason: Reason): Promise<void> {
  await tellOf(work, row, reason === 'trial_over' ? 'trialOver' : 'over', row.ended_at ?? work.clock.now())
}

const coming = ({ state, converts, cancel_at }: SubscriptionRow): Said => {
  if (state !== 'trialing') return 'renews'
  return converts && !cancel_at ? 'trialConverts' : 'trialEnds'
}

/**
 * Tells of the end that is coming: by a mail, and a notice beside it. Until the mail has gone out, nothing ends or is
 * renewed. Later there is a last reminder of a trial.
 */
export async function tellComing(work: Work, row: SubscriptionRow): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const at = comingEnd(row)
  const user = await selectUser(db, row.user_id)
  if (!at || !user) return void (await updateSubscription(db, row.id, { tell_at: null }, now))
  const plan = await planOf(db, row)
  if (!isUntold(row)) {
    await leave(work, row, { said: 'lastDay', user, plan, at })
    return void (await updateSubscription(db, row.id, { tell_at: nextTelling(row, now) }, now))
  }
  const telling = { said: coming(row), user, plan, at }
  // When it cannot be sent, the end that it tells of is another one.
  const mailId = await write(work, telling, true)
  await leave(work, row, telling)
  const change = { mail_id: mailId, mail_for: at, tell_at: null }
  const told = await updateSubscription(db, row.id, change, now)
  if (mailId === null) await callOff(work, told)
}

/** A mail that told of an end has gone out, or never will. */
export async function noteMail(
  work: Work,
  { mailId, isSent }: { mailId: string; isSent: boolean },
): Promise<void> {
  const row = await lockOfMail(work.db, mailId)
  if (!row?.mail_for) return
  if (!isSent) return callOff(work, row)
  const now = work.clock.now()
  const change = { ...machine.tell(row, row.mail_for, now), mail_id: null, mail_for: null }
  await updateSubscription(work.db, row.id, change, now)
}

/** Whoever cannot be told is charged nothing: it ends when it would have been renewed. */
async function callOff(work: Work, row: SubscriptionRow): Promise<void> {
  const now = work.clock.now()
  const end = comingEnd(row)
  if (!end) return
  const cancelled = machine.cancel(row, { reason: 'unreachable' }, now) ?? {}
  const told_for = row.state === 'trialing' ? end : row.told_for
  const change = { ...cancelled, told_for, mail_id: null, mail_for: null }
  const ended = await updateSubscription(work.db, row.id, change, now)
  await tellOf(work, ended, 'unreachable', end)
}
