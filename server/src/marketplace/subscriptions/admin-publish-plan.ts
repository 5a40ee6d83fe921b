import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { checkCurrency, minorOf, pricePrecision } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Integer, Line, Money, Text, Verbatim } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { features } from './features.ts'
import { freeKey, insertPlanVersion } from './plan-queries.ts'
import { PlanVersion, presentPlanVersion } from './shapes.ts'

const mostPrice = 1_000_000

export const adminPublishPlan = operation({
  source: 'not in the specification; where plans are looked after',
  method: 'PUT',
  path: '/admin/plans/{plan_key}',
  summary: 'Add a plan, or a new version of one: who has subscribed keeps what they agreed to',
  access: administrator,
  params: Type.Object({
    plan_key: Text(1, 40, { pattern: '^[a-z][a-z0-9-]*$', example: 'family' }),
  }),
  body: Type.Object({
    name: Line(1, 60, { example: 'Family' }),
    price: { ...Money(0, mostPrice), examples: [4.99] },
    currency: Text(3, 3, { pattern: '^[A-Z]{3}$', example: 'EUR' }),
    months: Integer(1, 12),
    trial_days: Integer(0, 30),
    quotas: Type.Object({
      saved_searches: Integer(0, features.saved_searches.most),
      transaction_exports: Integer(0, features.transaction_exports.most),
    }),
    store_products: Type.Optional(
      Type.Array(Verbatim(1, 200, { example: 'plaza.family.monthly' }), { maxItems: 20 }),
    ),
    is_offered: Type.Boolean(),
  }),
  replies: { 200: { message: 'Plan published successfully', data: PlanVersion } },
  problems: [pricePrecision],

  async handle({ params: { plan_key: key }, body, db, clock, audit }) {
    checkCurrency(body.currency, 'body.currency')
    const priceMinor = minorOf(body.price, body.currency, 'body.price')
    const isFree = key === freeKey
    if (isFree !== (priceMinor === 0))
      throw invalidField('body.price', 'range', `must ${isFree ? '' : 'not '}be 0`)
    if (isFree && (body.is_offered || body.trial_days > 0))
      throw invalidField('body.is_offered', 'free', 'must be off, and without a trial: everybody has it')
    const plan = await insertPlanVersion(db, {
      id: newId(),
      key,
      name: body.name,
      price_minor: priceMinor,
      currency: body.currency,
      months: body.months,
      trial_days: body.trial_days,
      quotas: body.quotas,
      store_products: body.store_products ?? [],
      is_offered: body.is_offered,
      created_at: clock.now(),
    })
    audit(`plan/${key}`, { version: plan.version })
    return presentPlanVersion(plan)
  },
})
