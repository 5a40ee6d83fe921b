import { type AuditLine, insertAuditLines } from '../audit.ts'
import type { Db } from '../db/database.ts'
import { type LiveEvent, publish } from '../events/publish.ts'
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

/** Work bound to a transaction; what it leaves to do is flushed by `flush`, before the commit. */
export function workOn(services: Services, bound: Bound, db: Db): Work & { flush(): Promise<void> } {
  const events: LiveEvent[] = []
  const lines: AuditLine[] = []
  const { product, doing = { actorId: null, action: 'plaza' } } = bound
  const work: Work = {
    ...surroundingsOf(services, bound),
    db,
    publish({ type, data: schema }, { recipientId, data }) {
      const [realm] = bound.realms
      if (!realm) throw new Error('nobody hears events of the platform itself')
      const wrong = services.settings.checksReplies && mismatch(schema, JSON.parse(JSON.stringify(data)))
      if (wrong) throw new Error(`the event ${type} is not what it declares: ${wrong}`)
      // Every kind of event declares an object.
      events.push({ realm, type, recipientId, data: data as object })
    },
    async mail(mail) {
      const mailId = await storeMail(db, { ...mail, product: bound.product }, services.clock.now())
      await services.jobs.enqueue(db, deliverMail, { mailId }, { isBulk: mail.isBulk === true })
    },
    enqueue: (job, data, options) => services.jobs.enqueue(db, job, data, options),
    audit: (subject, details = {}) => void lines.push({ product, ...doing, subject, details }),
    announce: (announcement, data) => react(bound.reactions, work, announcement, data),
  }
  return {
    ...work,
    async flush() {
      const now = services.clock.now()
      await insertAuditLines(db, lines, now)
      await publish(db, events, now)
    },
  }
}

/** Runs work in one transaction, its side effects included. */
export function transact<Result>(
  services: Services,
  bound: Bound,
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  return services.db.transaction().execute(async (db) => {
    const { flush, ...own } = workOn(services, bound, db)
    const result = await work(own)
    await flush()
    return result
  })
}
