import { sql } from 'kysely'
import { roomCards } from '../marketplace/chat/public.ts'
import { newId } from '../platform/ids.ts'
import { storeMail } from '../platform/mail/mail.ts'
import { originalKey } from '../platform/media/uploads.ts'
import { buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import { operationNamed, perform } from './arrangements.ts'
import type { Cast } from './cast.ts'
import { newCategory } from './categories.ts'
import { call, newMember, world } from './kit.ts'
import { newPurchase, newRoom } from './marketplace-rows.ts'
import { makePicture, uploadPicture } from './pictures.ts'
import { newHeldPost, newPost, review } from './posts.ts'
import { jobsDone } from './rows.ts'
import { wellnessBase } from './wellness.ts'

/** Makes what a job finds, without queueing it, and the data it is queued with. A job that needs nothing is not here. */
export const jobArrangements: Record<string, (cast: Cast) => Promise<object>> = {
  async 'mail.deliver'() {
    const { host, clock } = await world()
    const mail = { product: 'platform', to: `${newId()}@example.org`, subject: 'Hello', text: 'You.' }
    return { mailId: await storeMail(host.services.db, mail, clock.now()) }
  },
  async 'media.process'() {
    const { host, clock } = await world()
    const { id: ownerId } = await newMember()
    const bytes = await makePicture()
    const [uploadId, now] = [newId(), clock.now()]
    await sql`
      insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, status, created_at, updated_at)
      values (${uploadId}, 'marketplace', ${ownerId}, 'post', 'a', 'image/jpeg', ${bytes.length}, 'processing', ${now}, ${now})`.execute(
      host.services.db,
    )
    await host.services.providers.files.write(originalKey(uploadId), bytes, 'image/jpeg')
    return { uploadId }
  },
  async 'media.withhold'() {
    const { host } = await world()
    const { id } = await uploadPicture(await newMember())
    await sql`update platform.upload set withheld_at = now() where id = ${id}`.execute(host.services.db)
    return { uploadIds: [id] }
  },
  async 'marketplace.refile-posts'() {
    return { categoryId: (await newCategory())._id }
  },
  async 'marketplace.refresh-chats'(cast) {
    await newRoom(cast)
    await roomCards.outdateAll((await world()).host.services.db)
    return {}
  },
  async 'marketplace.tell-favouriters'({ member, partner }) {
    const { _id: postId } = await newPost(member)
    await call('POST', '/api/v1/post-mgt/favourite', { as: partner, body: { post_id: postId } })
    const at = (await world()).clock.now().toISOString()
    return { postId, category: 'back_available', at, message: 'It is back.' }
  },
  async 'marketplace.carry-out-decision'({ moderator, member }) {
    const { _id: postId } = await newHeldPost(member)
    await review(moderator, postId, { decision: 'accept', hold_seconds: 60 })
    const { rows } = await sql<{ id: string }>`
      select id from marketplace.post_decision where post_id = ${postId}`.execute(
      (await world()).host.services.db,
    )
    return { postId, decisionId: rows[0]?.id }
  },
  'marketplace.compare-alike-purchases': async (cast) => ({ listingId: await newPurchase(cast) }),
  async 'wellness.android-notice'() {
    const { host } = await world()
    const notice = await subscriptionNotice((await buyOnAndroid()).token, 4)
    await perform(operationNamed('wellness', 'receiveAndroidWebhook'), notice)
    await jobsDone()
    const { rows } = await sql<{ id: string }>`
      update platform.inbox set applied_at = null, outcome = null
      where id = (select id from platform.inbox order by received_at desc, id desc limit 1) returning id`.execute(
      host.services.db,
    )
    return { inboxId: rows[0]?.id }
  },
  'marketplace.broadcast': async () => ({ broadcastId: newId() }),
  'wellness.campaign': newCampaign,
  'wellness.campaign-recipients': newCampaign,
  'wellness.campaign-pushes': newPush,
}

/** A campaign whose time has not come. */
async function newCampaign({ wellnessAdministrator: as, user }: Cast): Promise<{ campaignId: string }> {
  const scheduledAt = new Date((await world()).clock.now().getTime() + 3_600_000).toISOString()
  const body = {
    notificationType: 'IN_APP',
    subject: `News ${newId()}`,
    description: 'The sea is calm.',
    recipientType: 'CUSTOM',
    recipientEmail: [user.email],
    scheduledAt,
  }
  const { headers } = await call('POST', `${wellnessBase}/admin/notification`, { as, body })
  return { campaignId: String(headers.location).split('/').at(-1) ?? '' }
}

/** A campaign with a message that is due. The queue looks for it only an hour from now. */
async function newPush(cast: Cast): Promise<{ campaignId: string }> {
  const { host, clock } = await world()
  const { campaignId } = await newCampaign(cast)
  const { id: userId, email } = cast.user
  const [now, deviceId] = [clock.now(), newId()]
  const { db } = host.services
  await sql`
    insert into wellness.device (user_id, device_id, type, push_token, last_seen_at)
    values (${userId}, ${deviceId}, 'IOS', ${newId()}, ${now})`.execute(db)
  await sql`update wellness.campaign set status = 'SENDING', type = 'PUSH' where id = ${campaignId}`.execute(
    db,
  )
  await sql`
    insert into wellness.delivery (campaign_id, address, channel, user_id, status, due_at, created_at, updated_at)
    values (${campaignId}, ${email}, 'PUSH', ${userId}, 'SENDING', ${now}, ${now}, ${now})`.execute(db)
  await sql`
    insert into wellness.push (id, campaign_id, address, user_id, device_id, platform, due_at, updated_at)
    values (${newId()}, ${campaignId}, ${email}, ${userId}, ${deviceId}, 'IOS', ${now}, ${now})`.execute(db)
  return { campaignId }
}
