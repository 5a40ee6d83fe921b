import { sql } from 'kysely'
import { roomCards } from '../marketplace/chat/public.ts'
import { insertExport } from '../marketplace/personal-data/queries.ts'
import { proveLedger } from '../marketplace/wallet/proof.ts'
import { book } from '../marketplace/wallet/public.ts'
import { days } from '../platform/clock.ts'
import { newId, newSecret } from '../platform/ids.ts'
import { storeMail } from '../platform/mail/mail.ts'
import { originalKey, variantKey, withheldKey } from '../platform/media/uploads.ts'
import { buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import { operationNamed, perform } from './arrangements.ts'
import { newBoost, newEndedBoost } from './boosts.ts'
import type { Cast } from './cast.ts'
import { newCategory } from './categories.ts'
import { newExercise, newCategory as newExerciseCategory, newMedia } from './exercises.ts'
import { newGoal } from './goals.ts'
import { openAtPayPal, receivedInstantNotice } from './hosted-payments.ts'
import { inProduct } from './jobs.ts'
import { call, granted, newMember, type TestPerson, world } from './kit.ts'
import { newPurchase, newRoom } from './marketplace-rows.ts'
import { fillWallet, fund, inWork, pay } from './money.ts'
import { letEnd, newOffer } from './offers.ts'
import { buy } from './orders.ts'
import {
  addTestFunds,
  disputeByBank,
  newRefund,
  providerIdOf,
  receivedNotice,
  saveTestCard,
  simulate,
  succeedAtSandbox,
} from './payments.ts'
import { bankRowOf, newPayout, someBankAccount } from './payouts.ts'
import { makePicture, uploadPicture } from './pictures.ts'
import { holdDecision, newHeldPost, newPost, removePost, softDelete } from './posts.ts'
import { practisedOn, savedYesterday } from './practice-days.ts'
import { newQuestion } from './questionnaires.ts'
import { newDueReferral } from './referrals.ts'
import { newReminder } from './reminders.ts'
import { newDecision } from './reports.ts'
import { newDeal, newSealedReview } from './reviews.ts'
import { jobsDone } from './rows.ts'
import { newSavedSearch } from './saved-searches.ts'
import { storeEventsOf } from './store-events.ts'
import { age, dueSubscription, subscribed, tools } from './subscriptions.ts'
import { newProvedMember } from './users.ts'
import { look } from './views.ts'
import { wellnessBase } from './wellness.ts'

/** Makes what a job finds, without queueing it, and the data it is queued with. A job that needs nothing is not here. */
export const jobArrangements: Record<string, (cast: Cast) => Promise<object>> = {
  async 'mail.deliver'() {
    const { host, clock } = await world()
    const mail = { product: 'platform', to: `${newId()}@example.org`, subject: 'Hello', text: 'You.' }
    return { mailId: await storeMail(host.services.db, mail, clock.now()) }
  },
  'marketplace.views.sum-listings': async () => ({
    days: [new Date((await world()).clock.now().getTime() - days(1)).toISOString().slice(0, 10)],
  }),
  async 'marketplace.rank-list'() {
    return { list: 'trending' }
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
  async 'media.return'() {
    const { host } = await world()
    const { id } = await uploadPicture(await newMember())
    const { files } = host.services.providers
    const { rows } = await sql<{ width: number }>`
      select unnest(variants) as width from platform.upload where id = ${id}`.execute(host.services.db)
    for (const { width } of rows) {
      const bytes = await files.read(variantKey(id, width))
      if (bytes) await files.write(withheldKey(id, width), bytes, 'image/webp')
    }
    return { uploadIds: [id] }
  },
  async 'marketplace.wallet.number-receipts'({ member }) {
    await fillWallet(member, 500)
    return {}
  },
  async 'marketplace.wallet.prove-new-entries'({ member }) {
    await fillWallet(member, 500)
    return {}
  },
  async 'marketplace.recompute-trust-after'({ member }) {
    return { after: member.id }
  },
  async 'marketplace.follow-decisions'({ member }) {
    const id = await newDecision(member, 'remove')
    await sql`update marketplace.moderation_decision set due_at = now() - interval '1 minute' where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.reports.sweep'({ member }) {
    const id = await newDecision(member, 'dismiss')
    await sql`
      update marketplace.report set settled_at = now() - interval '2 years'
      where case_id = (select case_id from marketplace.moderation_decision where id = ${id})`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.open-reviews'(cast) {
    const { reviewId } = await newSealedReview(cast)
    await sql`update marketplace.review set visible_at = now() - interval '1 minute' where id = ${reviewId}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.remind-of-reviews'({ member, partner }) {
    const { id } = await newDeal(partner, member)
    await sql`update marketplace.deal set remind_at = now() - interval '1 minute' where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  'marketplace.sum-up-boost': async ({ member }) => ({ boostId: (await newEndedBoost(member)).id }),
  async 'marketplace.follow-boosts'({ member }) {
    const { id } = await newBoost(member)
    await sql`
      update marketplace.boost set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days'
      where id = ${id}`.execute((await world()).host.services.db)
    return {}
  },
  async 'marketplace.refile-posts'() {
    return { categoryId: (await newCategory())._id }
  },
  async 'marketplace.refresh-cards'({ member }) {
    const { _id } = await newPost(member)
    await sql`update marketplace.post_card set is_stale = true where post_id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.refresh-comparables'({ member }) {
    await newPost(member)
    return {}
  },
  async 'marketplace.end-vacations'() {
    const { id } = await newMember()
    await sql`
      update marketplace.users set vacation_since = now() - interval '2 days', vacation_until = now() - interval '1 minute'
      where id = ${id}`.execute((await world()).host.services.db)
    return {}
  },
  async 'marketplace.tell-kept-news'({ partner, member }) {
    const { _id } = await newPost(partner)
    const body = { user_id: partner.id, follow: true }
    await granted(call('POST', '/api/v1/usr-mgt/follow', { as: member, body }))
    await sql`update marketplace.post set kept_news = 'published' where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    return { authorId: partner.id }
  },
  async 'marketplace.wallet.collect-debts'() {
    const [debtor, payee] = [await newMember(), await newMember()]
    const { body } = await granted(addTestFunds(debtor, 'success'))
    await inWork((work) => book(work, pay(debtor.id, payee.id, 2000)))
    await granted(simulate(debtor, body.data._id, 'dispute'))
    await fund(debtor, 700)
    return {}
  },
  async 'marketplace.refresh-chats'(cast) {
    await newRoom(cast)
    await roomCards.outdateAll((await world()).host.services.db)
    return {}
  },
  async 'marketplace.prepare-export'() {
    const { host, clock } = await world()
    const { id: userId } = await newMember()
    const row = await insertExport(host.services.db, { id: newId(), userId, at: clock.now() })
    return { exportId: row?.id }
  },
  async 'marketplace.sweep-exports'() {
    const { host, clock } = await world()
    const { id: userId } = await newMember()
    const at = new Date(clock.now().getTime() - days(8))
    await insertExport(host.services.db, { id: newId(), userId, at })
    return {}
  },
  'marketplace.erase-account': async () => ({ personId: (await newLeaver()).id }),
  async 'marketplace.erase-left-accounts'() {
    await newLeaver()
    return {}
  },
  'marketplace.follow-ending-listings': newEndings,
  async 'marketplace.purge-posts'({ member }) {
    const { _id } = await newPost(member)
    await granted(removePost(member, _id))
    return { postIds: [_id] }
  },
  async 'marketplace.purge-soft-deleted'({ member }) {
    const { _id } = await newPost(member)
    await granted(softDelete(member, _id))
    await sql`update marketplace.post set deleted_at = now() - interval '31 days' where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  'marketplace.push-notices': async ({ member }) => ({
    notificationIds: [(await newPushed(member)).noticeId],
  }),
  async 'marketplace.send-pushes'({ member }) {
    const { noticeId } = await newPushed(member)
    const batchId = newId()
    await sql`
      insert into marketplace.push (id, batch_id, user_id, token_digest, notification_id, due_at, created_at, updated_at)
      select ${newId()}::uuid, ${batchId}::uuid, user_id, marketplace.digest_of(token), ${noticeId}::uuid, updated_at, updated_at, updated_at
      from marketplace.device_token where user_id = ${member.id} limit 1`.execute(
      (await world()).host.services.db,
    )
    return { batchId }
  },
  async 'marketplace.tell-followers'({ member, partner }) {
    await newPushed(partner)
    await granted(
      call('POST', '/api/v1/usr-mgt/follow', { as: partner, body: { user_id: member.id, follow: true } }),
    )
    const { _id } = await newPost(member)
    await jobsDone()
    const { db } = (await world()).host.services
    await sql`delete from marketplace.push where user_id = ${partner.id}`.execute(db)
    const { rows } = await sql<{ newsId: string }>`
      select id as "newsId" from marketplace.follower_news where post_id = ${_id}`.execute(db)
    return rows[0] ?? {}
  },
  async 'marketplace.tell-favouriters'({ member, partner }) {
    const { _id: postId } = await newPost(member)
    await call('POST', '/api/v1/post-mgt/favourite', { as: partner, body: { post_id: postId } })
    const at = (await world()).clock.now().toISOString()
    return { postId, category: 'back_available', at, message: 'It is back.' }
  },
  async 'marketplace.saved-searches.match'({ member, partner }) {
    const q = newId()
    await newSavedSearch(partner, { q })
    await newSavedSearch(member, { q, max_price: 50, currency: 'EUR' }, { cadence: 'daily' })
    const { _id: postId } = await newPost(member, { title: `Listing ${q}` })
    return { postId }
  },
  async 'marketplace.subscriptions.tick'() {
    const member = await newMember()
    await subscribed(member)
    await granted(tools(member, 'cancel-subscription', {}))
    await age(member, days(40))
    return {}
  },
  async 'marketplace.subscriptions.tell'() {
    const member = await newProvedMember()
    await granted(tools(member, 'trial-start', {}))
    await age(member, days(12))
    return {}
  },
  async 'marketplace.subscriptions.renew'() {
    const member = await newMember()
    await subscribed(member)
    const { id: subscriptionId, failures } = await dueSubscription(member)
    return { subscriptionId, failures }
  },
  async 'marketplace.subscriptions.store-event'({ member }) {
    const way = storeEventsOf(member.id, (await world()).clock.now()).event('INITIAL_PURCHASE')
    // The event was made just now.
    const { event } = way.body as { event: { id: string } }
    await perform(operationNamed('marketplace', 'receiveMobilePaymentWebhook'), way)
    await jobsDone()
    const { rows } = await sql<{ id: string }>`
      update platform.inbox set applied_at = null where event_id = ${event.id}
      returning id`.execute((await world()).host.services.db)
    return { inboxId: rows[0]?.id }
  },
  async 'marketplace.saved-searches.tell'({ member, partner }) {
    const q = newId()
    const { _id } = await newSavedSearch(partner, { q }, { cadence: 'daily' })
    await newPost(member, { title: `Listing ${q}` })
    await jobsDone()
    await sql`update marketplace.saved_search set digest_due_at = now() - interval '1 day' where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.carry-out-decision'({ moderator, member }) {
    const { _id: postId } = await newHeldPost(member)
    await holdDecision(moderator, postId)
    const { rows } = await sql<{ id: string }>`
      select id from marketplace.post_decision where post_id = ${postId}`.execute(
      (await world()).host.services.db,
    )
    return { postId, decisionId: rows[0]?.id }
  },
  async 'marketplace.views.sum'({ member, partner }) {
    const { _id: postId } = await newPost(member)
    await look(partner, [postId])
    const { host, clock } = await world()
    const { db } = host.services
    await sql`
      update marketplace.post_view set day = day - 1, viewed_at = viewed_at - interval '1 day'
      where post_id = ${postId}`.execute(db)
    // Yesterday alone is left, which one run does: a longer queue would be worked off between the runs.
    await sql`delete from marketplace.post_view_summed`.execute(db)
    await sql`
      insert into marketplace.post_view_summed (day)
      select (${clock.now()}::timestamptz at time zone 'UTC')::date - ago from generate_series(2, 200) ago`.execute(
      db,
    )
    return {}
  },
  async 'marketplace.views.seed'({ member, partner }) {
    const { _id: postId } = await newPost(member)
    await look(partner, [postId])
    await sql`delete from marketplace.post_view_total where post_id = ${postId}`.execute(
      (await world()).host.services.db,
    )
    return { mode: 'rebuild', day: (await world()).clock.now().toISOString().slice(0, 10), postId }
  },
  'marketplace.payouts.advance': async (cast) => ({ payoutId: (await newPayout(cast))._id }),
  'marketplace.payouts.look-at-bank': async ({ member }) => ({
    bankAccountId: (await someBankAccount(member))._id,
  }),
  'marketplace.payouts.look-at-payee': async ({ member }) => ({
    payeeRowId: (await bankRowOf(member)).payee_id,
  }),
  async 'marketplace.payouts.look'(cast) {
    await newPayout(cast)
    return {}
  },
  async 'marketplace.payouts.remove-bank'({ member }) {
    const { payee_id: payeeRowId, provider_bank_id: providerBankId } = await bankRowOf(member)
    return { payeeRowId, providerBankId }
  },
  'marketplace.payouts.delete-payee': async () => ({
    ...{ key: newId(), provider: 'sandbox', mode: 'test', payeeId: null },
    askedAt: (await world()).clock.now().toISOString(),
  }),
  'marketplace.payments.delete-customer': async () => ({
    ...{ key: newId(), provider: 'sandbox', mode: 'test', customerId: null },
    askedAt: (await world()).clock.now().toISOString(),
  }),
  async 'marketplace.offers.bring-on'(cast) {
    const { id: offerId } = await newOffer(cast)
    await letEnd(offerId)
    return { offerId }
  },
  async 'marketplace.offers.follow'(cast) {
    await letEnd((await newOffer(cast)).id)
    return {}
  },
  async 'marketplace.orders.bring-on'(cast) {
    const orderId = await buy(cast)
    await sql`update marketplace.orders set due_at = now() - interval '1 hour', ends_at = now() - interval '1 hour'
      where id = ${orderId}`.execute((await world()).host.services.db)
    return { orderId }
  },
  async 'marketplace.orders.tell-of-purchase'(cast) {
    const orderId = await buy(cast)
    await jobsDone()
    await sql`delete from marketplace.notification where source_event = ${`order:${orderId}:paid:seller`}`.execute(
      (await world()).host.services.db,
    )
    return { orderId }
  },
  async 'marketplace.orders.follow'(cast) {
    const orderId = await buy(cast)
    await sql`update marketplace.orders set due_at = now() - interval '1 hour' where id = ${orderId}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  'marketplace.compare-alike-purchases': async (cast) => ({ listingId: await newPurchase(cast) }),
  async 'wellness.referrals.reward'({ user }) {
    await newDueReferral(user)
    return {}
  },
  async 'marketplace.payments.look-after'({ member }) {
    const { body } = await granted(addTestFunds(member, 'late_success'))
    await succeedAtSandbox(await providerIdOf(body.data._id))
    return { paymentId: body.data._id }
  },
  async 'marketplace.payments.reconcile'({ member }) {
    const { body } = await granted(addTestFunds(member, 'late_success'))
    await sql`update marketplace.payment set asked_at = now() - interval '1 hour' where id = ${body.data._id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.payments.look-after-dispute'({ member }) {
    const { rows } = await sql<{ disputeId: string }>`
      select id as "disputeId" from marketplace.payment_dispute where payment_id = ${await disputeByBank(member)}`.execute(
      (await world()).host.services.db,
    )
    return { ...rows[0] }
  },
  async 'marketplace.payouts.compare-with-provider'() {
    return inProduct('marketplace', async (work) => ({ proofId: (await proveLedger(work, 'new')).id }))
  },
  'marketplace.payments.refund': async ({ member }) => ({ refundId: await newRefund(member) }),
  async 'marketplace.payments.forget-card'({ member }) {
    const { _id } = await saveTestCard(member, 'insufficient')
    const { rows } = await sql<{ cardId: string }>`
      select provider_card_id as "cardId" from marketplace.payment_method where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
    return { provider: 'sandbox', mode: 'test', ...rows[0] }
  },
  async 'marketplace.payments.apply-notice'({ member }) {
    const inboxId = await receivedNotice(member)
    await sql`update platform.inbox set applied_at = null, outcome = null where id = ${inboxId}`.execute(
      (await world()).host.services.db,
    )
    return { inboxId }
  },
  async 'marketplace.payments.apply-hosted-notice'({ member }) {
    const inboxId = await receivedInstantNotice(member)
    const { db } = (await world()).host.services
    await sql`update platform.inbox set applied_at = null, outcome = null where id = ${inboxId}`.execute(db)
    return { inboxId }
  },
  async 'marketplace.payments.end-forsaken'({ member }) {
    const { id } = await openAtPayPal(member)
    await sql`update marketplace.payment set created_at = now() - interval '2 days' where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'wellness.android-notice'() {
    const { host } = await world()
    const notice = await subscriptionNotice((await buyOnAndroid()).token, 4)
    const { message } = notice.body as { message: { messageId: string } }
    await perform(operationNamed('wellness', 'receiveAndroidWebhook'), notice)
    await jobsDone()
    const { rows } = await sql<{ id: string }>`
      update platform.inbox set applied_at = null, outcome = null
      where event_id = ${message.messageId} returning id`.execute(host.services.db)
    return { inboxId: rows[0]?.id }
  },
  async 'wellness.sessions.tell-saved-streaks'({ user }) {
    await practisedOn(user.id, savedYesterday)
    return {}
  },
  async 'wellness.sessions.tell-more-saved-streaks'({ user }) {
    await practisedOn(user.id, savedYesterday)
    return { after: '00000000-0000-7000-8000-000000000000' }
  },
  async 'wellness.goals.bring-on'({ user }) {
    const { id } = await newGoal(user)
    await sql`update wellness.goal set next_close_at = now() - interval '1 hour' where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'wellness.goals.tell-of-retired-exercises'({ user, wellnessAdministrator: as }) {
    const exerciseId = await newExercise(as, await newExerciseCategory(as))
    await newGoal(user, { exerciseId })
    return { exerciseIds: [exerciseId] }
  },
  async 'wellness.goals.sweep'({ user }) {
    const { id } = await newGoal(user, {}, { isDeleted: true })
    await sql`update wellness.goal set deleted_at = now() - interval '31 days' where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'marketplace.guests.remove'() {
    const device_id = `device-${newId()}`
    const { body } = await granted(call('POST', '/api/v1/user-tools/guest-signup', { body: { device_id } }))
    await sql`
      update marketplace.guest set due_at = now() - interval '1 day' where user_id = ${body.data.user._id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  'marketplace.broadcast': async () => ({ broadcastId: newId() }),
  'wellness.questionnaires.ask-again': newAskedAgain,
  async 'wellness.exercises.remove-media'({ wellnessAdministrator: as }) {
    const { host } = await world()
    const image = await newMedia(as, 'picture', 'image/webp')
    const id = await newExerciseCategory(as, { image })
    await sql`update wellness.category set deleted_at = now() - interval '40 days' where id = ${id}`.execute(
      host.services.db,
    )
    return {}
  },
  'wellness.campaign': newCampaign,
  'wellness.campaign-recipients': newCampaign,
  'wellness.campaign-pushes': newPush,
  'wellness.send-pushes': newNoticePush,
  async 'wellness.ring-reminders'({ user }) {
    const { id } = await newReminder(user)
    const now = (await world()).clock.now()
    await sql`
      update wellness.reminder set next_at = ${now}, next_date = ${now.toISOString().slice(0, 10)} where id = ${id}`.execute(
      (await world()).host.services.db,
    )
    return {}
  },
  async 'wellness.recompute-reminders'({ user }) {
    await newReminder(user)
    return { after: null }
  },
}

/** A notice for a phone that has not been sent yet. */
async function newNoticePush({ user: { id: userId } }: Cast): Promise<{ batchId: string }> {
  const { host, clock } = await world()
  const [now, deviceId, batchId] = [clock.now(), newId(), newId()]
  const { db } = host.services
  await sql`
    insert into wellness.device (user_id, device_id, type, push_token, last_seen_at)
    values (${userId}, ${deviceId}, 'IOS', ${newId()}, ${now})`.execute(db)
  await sql`
    insert into wellness.notice_push (id, batch_id, user_id, device_id, platform, source_event, title, body, due_at, created_at, updated_at)
    values (${newId()}, ${batchId}, ${userId}, ${deviceId}, 'IOS', ${newId()}, 'Breathe', 'It is time.', ${now}, ${now}, ${now})`.execute(
    db,
  )
  return { batchId }
}

/** Somebody with a phone, and a notice of theirs that is unread. */
async function newPushed(as: TestPerson): Promise<{ noticeId: string }> {
  await granted(
    call('PUT', '/api/v1/post-mgt/update-push-token', {
      as,
      body: { fcm_token: newSecret(), platform: 'ANDROID' },
    }),
  )
  const { db } = (await world()).host.services
  const { rows } = await sql<{ id: string }>`
    update marketplace.notification set is_read = false, is_dismissed = false, retracted_at = null
    where id = (select id from marketplace.notification where recipient_id = ${as.id} and title_of_many is null order by id limit 1) returning id`.execute(
    db,
  )
  return { noticeId: rows[0]?.id ?? '' }
}

/** Somebody who answered a version that is not the newest any more. */
async function newAskedAgain({ wellnessAdministrator: as, user }: Cast) {
  const { id: questionId, instrument, options } = await newQuestion(as)
  const questionnaireData = [{ questionId, optionIds: [options[0]?.id] }]
  await granted(call('PUT', `${wellnessBase}/user/profile`, { as: user, body: { questionnaireData } }))
  await newQuestion(as, { instrument, question: 'And why?' })
  return { instrument, number: 2, after: null }
}

/** Somebody who left more than thirty days ago, with a listing. */
async function newLeaver(): Promise<TestPerson> {
  const leaver = await newMember()
  await newPost(leaver)
  const body = { password: leaver.password }
  await granted(call('DELETE', '/api/v1/usr-mgt/delete-account', { as: leaver, body }))
  await sql`update marketplace.users set leaves_at = leaves_at - interval '31 days' where id = ${leaver.id}`.execute(
    (await world()).host.services.db,
  )
  return leaver
}

/** Listings that end tomorrow, of which one is to be renewed. */
async function newEndings({ member }: Cast): Promise<object> {
  for (const [auto_renew, left] of [
    [true, '50 minutes'],
    [false, '20 hours'],
  ] as const) {
    const { _id } = await newPost(member, { auto_renew })
    await sql`update marketplace.post set expires_at = now() + ${left}::interval where id = ${_id}`.execute(
      (await world()).host.services.db,
    )
  }
  return {}
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
