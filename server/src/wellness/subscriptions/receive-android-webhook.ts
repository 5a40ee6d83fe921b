import { type Static, Type } from 'typebox'
import { InboxEntry, noteFailure, receive, settle, takeUpAgain, waiting } from '../../platform/inbox/inbox.ts'
import { job } from '../../platform/jobs/job.ts'
import { signedBy } from '../../platform/operation/door.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Verbatim } from '../../platform/operation/schema.ts'
import { signatureUnchecked } from '../../platform/operation/signature.ts'
import { validate } from '../../platform/operation/validate.ts'
import type { Verifier } from '../../platform/operation/verifier.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { subscriptionRefunded } from './announcements.ts'
import { keepPurchase, nextQuestion, selectBuyer } from './queries.ts'

/** Pub/Sub proves itself with a bearer token of Google's, in the header where ours would stand. */
const googlePlay: Verifier = {
  name: 'Google Play',
  scheme: {
    name: 'googlePubSub',
    definition: {
      type: 'openIdConnect',
      openIdConnectUrl: 'https://accounts.google.com/.well-known/openid-configuration',
      description: 'OpenID token of the service account that the Pub/Sub push subscription authenticates as',
    },
  },
  problems: [providerNotConfigured, signatureUnchecked],
  verify: (sent, { providers }) => providers.playStore.senderOf(sent),
}

/** A message as Pub/Sub pushes it; `data` is base64 of JSON. */
const PushedMessage = Type.Object({
  message: Type.Object({
    messageId: Verbatim(1, 200, { description: 'the same however often it is sent', example: '11223344' }),
    data: Verbatim(1, 100_000, {
      description: 'a DeveloperNotification of Google Play, JSON in base64',
      example: 'eyJwYWNrYWdlTmFtZSI6Im9yZy5wbGF6YSJ9',
    }),
  }),
  subscription: Type.Optional(Verbatim(1, 500, { example: 'projects/plaza/subscriptions/play' })),
})

const Purchase = Type.Object({ purchaseToken: Verbatim(1, 4096) })

/** What Google Play says has happened. Only which purchase it is about matters: its state is asked for. */
const Notice = Type.Object({
  packageName: Verbatim(1, 300),
  subscriptionNotification: Type.Optional(Purchase),
  voidedPurchaseNotification: Type.Optional(
    Type.Object({
      ...Purchase.properties,
      productType: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      refundType: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    }),
  ),
  testNotification: Type.Optional(Type.Object({})),
})

/** @throws VALIDATION_FAILED */
function noticeIn({ message }: Static<typeof PushedMessage>): Static<typeof Notice> {
  let notice: unknown
  try {
    notice = JSON.parse(Buffer.from(message.data, 'base64').toString())
  } catch {
    throw invalidField('body.message.data', 'json', 'is not JSON in base64')
  }
  const [wrong] = validate(Notice, 'body', notice)
  if (wrong) throw invalidField('body.message.data', wrong.rule, `${wrong.path} ${wrong.message}`)
  // It was checked just now.
  return notice as Static<typeof Notice>
}

const ofSubscriptions = 1
const ofWholePrice = 1

/** The purchase that a notice is about, as far as it is one of a subscription. */
function tokenIn({ subscriptionNotification, voidedPurchaseNotification }: Static<typeof Notice>) {
  const isVoided = voidedPurchaseNotification?.productType === ofSubscriptions
  return (
    subscriptionNotification?.purchaseToken ??
    (isVoided ? voidedPurchaseNotification.purchaseToken : undefined)
  )
}

const isRefund = ({ voidedPurchaseNotification }: Static<typeof Notice>) =>
  voidedPurchaseNotification?.refundType === ofWholePrice

export const receiveAndroidWebhook = operation({
  key: 'S5',
  source:
    'named in the specification; method, path and proof chosen here, the body is that of a Pub/Sub push',
  method: 'POST',
  path: '/subscription/android-webhook',
  summary: 'Hear from Google Play that something about a purchase has changed',
  access: signedBy(googlePlay),
  body: PushedMessage,
  replies: { 200: { empty: true, description: 'It is kept; what it means is found out afterwards' } },

  async handle({ body, sender, sent, ...work }) {
    noticeIn(body)
    await receive(
      work,
      { ...sent, provider: sender.provider, eventId: body.message.messageId },
      applyAndroidNotice,
    )
    return reply({ status: 200 })
  },
})

/**
 * Asks Google what became of the purchase, and keeps that. Notices come twice, late and in any order;
 * the answer to the question that was put last is what holds.
 */
export const applyAndroidNotice = job({
  name: 'wellness.android-notice',
  data: InboxEntry,
  runs: 'steps',
  atOnce: 5,
  async handle(flow, { inboxId }) {
    const event = await flow.read((work) => waiting(work, inboxId))
    if (!event) return
    // The operation took nothing that is of another form.
    const notice = noticeIn(JSON.parse(event.bytes.toString()))
    const purchaseToken = tokenIn(notice)
    if (purchaseToken === undefined) {
      const outcome = notice.testNotification ? 'TEST' : 'UNHANDLED'
      return flow.step('leave', (work) => settle(work, inboxId, async () => outcome))
    }
    const question = await flow.step('question', ({ db }) => nextQuestion(db))
    const { provider, app, said } = await flow.outside('ask', {
      call: async ({ playStore: { provider, app, subscription } }, { signal }) => {
        const said = notice.packageName === app ? await subscription(purchaseToken, { signal }) : undefined
        return { provider, app, said }
      },
    })
    await flow.step('keep', (work) =>
      settle(work, inboxId, async () => {
        if (!said) return notice.packageName === app ? 'UNKNOWN' : 'UNHANDLED'
        const { db, clock } = work
        const outcome = await keepPurchase(db, { ...said, provider, purchaseToken, question }, clock.now())
        const buyer = isRefund(notice) && (await selectBuyer(db, { provider, purchaseToken }))
        if (buyer) await work.announce(subscriptionRefunded, { userId: buyer })
        return outcome
      }),
    )
  },
  onLastFailure: (work, { inboxId }, reason) => noteFailure(work, inboxId, reason),
  onRevive: (work, { inboxId }) => takeUpAgain(work, inboxId),
})
