import { type Static, Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { attachUploads, uploadsAt } from '../../platform/media/uploads.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField, validationFailed } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Id, Instant, OneOf } from '../../platform/operation/schema.ts'
import { validate } from '../../platform/operation/validate.ts'
import type { Work } from '../../platform/operation/work.ts'
import { administrator } from '../access.ts'
import { announceBroadcast } from './broadcasting.ts'
import { selectBroadcast } from './inbox-queries.ts'
import { adminOnly, contentRequired, nothingToSend } from './problems.ts'
import { countAudience, deleteBroadcasts, insertBroadcast, type NewBroadcast } from './queries.ts'
import { audiences, NoticeContent, NotificationRecord, presentNotification } from './shapes.ts'

/** The interface's samples send both objects whatever the flags say, so one that is not sent may hold anything. */
const AnyContent = Type.Union([NoticeContent, Type.Unsafe<object>({ type: 'object' })])

const Body = Type.Object({
  sendTutorial: Type.Boolean(),
  sendBreakingNews: Type.Boolean(),
  tutorial: Type.Optional(AnyContent),
  breakingNews: Type.Optional(AnyContent),
  audience: Type.Optional(OneOf(audiences, { default: 'everyone' })),
  scheduled_at: Type.Optional(Instant),
  expires_at: Type.Optional(Instant),
  dry_run: Type.Optional(Type.Boolean({ description: 'only show what would come, and to how many' })),
})

/** When it appears and when it goes. @throws when that has been, or is the wrong way round. */
function timesOf(body: Static<typeof Body>, now: Date): { startsAt: Date; expiresAt: Date | null } {
  const startsAt = body.scheduled_at === undefined ? now : new Date(body.scheduled_at)
  if (startsAt < now) throw invalidField('body.scheduled_at', 'future', 'must not have been already')
  const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at)
  if (expiresAt && expiresAt <= startsAt)
    throw invalidField('body.expires_at', 'order', 'must be after it appears')
  return { startsAt, expiresAt }
}

const contents = {
  tutorial: Type.Object({ tutorial: NoticeContent }),
  breakingNews: Type.Object({ breakingNews: NoticeContent }),
}

/** The content of a notice that is to be sent. @throws CONTENT_REQUIRED, VALIDATION_FAILED */
function contentOf(body: Static<typeof Body>, field: keyof typeof contents): Static<typeof NoticeContent> {
  const content = body[field]
  if (!content)
    throw contentRequired({
      fields: [{ path: `body.${field}`, rule: 'required', message: 'is required when it is to be sent' }],
    })
  const fields = validate(contents[field], 'body', { [field]: content })
  if (fields.length > 0) throw validationFailed({ fields })
  // Just validated as such.
  return content as Static<typeof NoticeContent>
}

/** The broadcasts that are asked for, the breaking news last. */
function broadcastsOf(body: Static<typeof Body>, actorId: string, now: Date): NewBroadcast[] {
  const times = timesOf(body, now)
  const { audience = 'everyone' } = body
  return [
    { isWanted: body.sendTutorial, category: 'tutorial', field: 'tutorial' } as const,
    { isWanted: body.sendBreakingNews, category: 'breaking_news', field: 'breakingNews' } as const,
  ].flatMap(({ isWanted, category, field }) => {
    if (!isWanted) return []
    const { title, message, iconUrl = '', imageUrl = '', action = null } = contentOf(body, field)
    return { id: newId(), actorId, category, title, message, iconUrl, imageUrl, action, audience, ...times }
  })
}

/** A picture of the sender's own uploads stays for as long as somebody may read the notice. */
async function keepPictures({ db, services }: Work, ownerId: string, broadcasts: NewBroadcast[]) {
  const addresses = broadcasts.flatMap(({ iconUrl, imageUrl }) => [iconUrl, imageUrl])
  const owner = { realm: 'marketplace', ownerId, kind: 'image' } as const
  await attachUploads(db, uploadsAt(addresses, services.settings.publicUrl), owner)
}

export const adminBroadcastNotification = operation({
  key: 'M77',
  source: 'path, body and reply shown in the specification, 4.5; audience, times and trial run chosen here',
  method: 'POST',
  path: '/notification-mgt/broadcast/manual',
  summary: 'Send the tutorial notice, the breaking news, or both to everybody who is there',
  access: administrator,
  wrongCaller: adminOnly,
  body: Body,
  replies: {
    200: {
      message: 'Notification sent successfully',
      data: NotificationRecord,
      meta: Type.Object({
        broadcast_ids: Type.Array(Id),
        audience_size: Type.Optional(Type.Integer({ description: 'of a trial run' })),
      }),
    },
  },
  problems: [nothingToSend, contentRequired],

  async handle({ body, caller, ...work }) {
    const { db } = work
    const broadcasts = broadcastsOf(body, caller.id, work.clock.now())
    const last = broadcasts.at(-1)
    if (!last) throw nothingToSend()
    for (const broadcast of broadcasts) await insertBroadcast(db, broadcast)
    const own = await selectBroadcast(db, caller, last.id)
    if (!own) throw new Error('the broadcast just written is gone')
    const data = presentNotification(own)
    const ids = broadcasts.map(({ id }) => id)
    if (body.dry_run) {
      await deleteBroadcasts(db, ids)
      const meta = { broadcast_ids: [], audience_size: await countAudience(db, last.audience) }
      return reply({ data, meta, message: 'Nothing was sent' })
    }
    await keepPictures(work, caller.id, broadcasts)
    for (const broadcast of broadcasts) {
      const { id, category, title, audience } = broadcast
      await announceBroadcast(work, broadcast)
      work.audit(`broadcast/${id}`, { category, title, audience })
    }
    return reply({ data, meta: { broadcast_ids: ids } })
  },
})
