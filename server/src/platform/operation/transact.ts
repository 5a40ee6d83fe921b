import { type AuditLine, insertAuditLines } from '../audit.ts'
import type { Cached } from '../cache.ts'
import { isWorthRetrying } from '../db/failures.ts'
import { type OpenTransaction, runTransaction } from '../db/transaction.ts'
import { type LiveEvent, publish, topicsOf } from '../events/publish.ts'
import { topicOfQueue } from '../jobs/waking.ts'
import { deliverMail } from '../mail/jobs.ts'
import { storeMail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import type { Realm, Speaker } from './caller.ts'
import { type Reaction, react } from './reactions.ts'
import { mismatch } from './validate.ts'
import type { Surroundings, Work } from './work.ts'

/** In whose name something is done. */
export interface Bound {
  product: Speaker
  /** Its pools of people; those of the first hear its events. */
  realms: readonly Realm[]
  reactions: readonly Reaction[]
  /** Who does it, and what it is called, as the audit says. */
  doing?: { actorId: string | null; action: string }
}

/** What the platform does by itself is done in nobody's name. */
export const platformItself: Bound = { product: 'platform', realms: [], reactions: [] }

export const surroundingsOf = (services: Services, { product }: Bound): Surroundings => ({
  clock: services.clock,
  services,
  product,
  publicUrl: services.settings.publicUrl,
})

/** A transaction, whom to wake once it is committed, and what of the cache it made out of date. */
export interface Transaction extends OpenTransaction {
  topics: string[]
  outdated: Set<Cached>
}

const mostTries = 3

/** Runs in one transaction, anew where it met another one head-on, and tells afterwards who hears of it. */
export async function inTransaction<Result>(
  { db, live, cache }: Pick<Services, 'db' | 'live' | 'cache'>,
  run: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const topics: string[] = []
    const outdated = new Set<Cached>()
    try {
      const result = await runTransaction(db, (open) => run({ ...open, topics, outdated }))
      for (const cached of outdated) cache.invalidate(cached)
      live.wake(topics)
      return result
    } catch (error) {
      if (attempt === mostTries || !isWorthRetrying(error)) throw error
    }
  }
}

/** Work bound to a transaction; what it leaves to do is flushed by `flush`, before the commit. */
export function workOn(
  services: Services,
  bound: Bound,
  { db, pipeline, topics, outdated }: Transaction,
): Work & { flush(): Promise<void> } {
  const events: LiveEvent[] = []
  const lines: AuditLine[] = []
  const { product, doing = { actorId: null, action: 'plaza' } } = bound
  const asked: Promise<void>[] = []
  const enqueue: Work['enqueue'] = async (job, data, options) => {
    const { promise: isAsked, resolve } = Promise.withResolvers<void>()
    const queueing = services.jobs.enqueue(db, job, data, options, resolve)
    pipeline(queueing)
    // What was not even asked fails the flush; of some nothing is to be asked.
    const asking = Promise.race([isAsked, queueing])
    asking.catch(() => {})
    asked.push(asking)
    topics.push(topicOfQueue(job.name))
  }
  const work: Work = {
    ...surroundingsOf(services, bound),
    db,
    pipeline,
    publish({ type, kept }, { recipientId, data }) {
      const [realm] = bound.realms
      if (!realm) throw new Error('nobody hears events of the platform itself')
      const wrong = services.settings.checksReplies && mismatch(kept, JSON.parse(JSON.stringify(data)))
      if (wrong) throw new Error(`the event ${type} is not what it declares: ${wrong}`)
      // Every kind of event declares an object.
      events.push({ realm, type, recipientId, data: data as object })
    },
    async mail(mail) {
      const mailId = await storeMail(db, { ...mail, product: bound.product }, services.clock.now())
      const { isForNow, isBulk } = mail
      await enqueue(deliverMail, { mailId, ...(isForNow ? { isForNow } : {}) }, { isBulk: isBulk === true })
      return mailId
    },
    enqueue,
    audit: (subject, details = {}) => void lines.push({ product, ...doing, subject, details }),
    invalidate: (cached) => void outdated.add(cached),
    announce: (announcement, data) => react(bound.reactions, work, announcement, data),
  }
  return {
    ...work,
    async flush() {
      const now = services.clock.now()
      await Promise.all(asked)
      if (lines.length > 0) pipeline(insertAuditLines(db, lines, now))
      if (events.length > 0) pipeline(publish(db, events, now))
      topics.push(...topicsOf(events))
    },
  }
}

/** Runs work in one transaction, its side effects included. */
export function transact<Result>(
  services: Services,
  bound: Bound,
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  return inTransaction(services, async (transaction) => {
    const { flush, ...own } = workOn(services, bound, transaction)
    const result = await work(own)
    await flush()
    return result
  })
}
