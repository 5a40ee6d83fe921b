import { Type } from 'typebox'
import { days } from '../../platform/clock.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Id, Instant, Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { providerNotConfigured } from '../../platform/provider-errors.ts'
import { member } from '../access.ts'
import { PackageId } from '../ids.ts'
import { askForPayment, noPaymentMethod, noSuchCard, paymentDeclined } from '../payments/public.ts'
import { noSuchPost } from '../posts/public.ts'
import { checkMoneyMoves, insufficientFunds, moneyStopped } from '../wallet/public.ts'
import { apply, sources } from './applying.ts'
import { alreadyQueued, noSuchPackage, packageFull, packageNotEligible, postNotActive } from './problems.ts'
import { findBoost } from './queries.ts'
import { Boost, presentBoost } from './shapes.ts'

const mostAheadMs = days(90)

const Bought = Type.Object(
  {
    ...Boost.properties,
    client_secret: Nullable(
      Shown('pi_1Q2w3e_secret_4r5t'),
      'while your bank wants to ask you: your phone finishes the payment with it; tell nobody',
    ),
  },
  { title: 'BoughtBoost' },
)

export const applyForPackage = operation({
  key: 'M106',
  source: 'named in the specification; method, path and fields chosen here',
  method: 'POST',
  path: '/package-mgt/apply',
  summary: 'Boost your listing with a package, paid from your wallet or by card',
  access: member,
  runs: 'steps',
  idempotency: 'required',
  body: Type.Object({
    package_id: PackageId,
    post_id: Id,
    source: OneOf(sources),
    payment_method_id: Type.Optional({ ...Id, description: 'a card of yours; the default unless said' }),
    start_at: Type.Optional({
      ...Instant,
      description:
        'not before, at most 90 days ahead; at once, or behind the last one of its kind, unless given',
    }),
  }),
  replies: { 200: { message: 'Boost bought successfully', data: Bought } },
  problems: [
    noSuchPost,
    noSuchPackage,
    postNotActive,
    packageNotEligible,
    packageFull,
    alreadyQueued,
    insufficientFunds,
    noPaymentMethod,
    noSuchCard,
    paymentDeclined,
    providerNotConfigured,
    moneyStopped,
  ],

  async handle({ body, caller, ...flow }) {
    const { boost, payment } = await flow.step('apply', async (work) => {
      await checkMoneyMoves(work)
      const startAt = body.start_at === undefined ? null : new Date(body.start_at)
      if (startAt && startAt.getTime() > work.clock.now().getTime() + mostAheadMs)
        throw invalidField('body.start_at', 'maximum', 'is more than 90 days ahead')
      const applied = await apply(work, caller.id, {
        ...{ packageId: body.package_id, postId: body.post_id, startAt },
        ...{ source: body.source, paymentMethodId: body.payment_method_id },
      })
      return { boost: presentBoost(applied.boost, 0), payment: applied.payment }
    })
    if (!payment) return { ...boost, client_secret: null }
    const { status, declineCode, clientSecret } = await askForPayment(flow, payment)
    if (status === 'failed') throw paymentDeclined({ details: { reason: declineCode } })
    const bought = await flow.read(({ db }) => findBoost(db, boost._id))
    return { ...presentBoost(bought, 0), client_secret: clientSecret }
  },
})
