import { Type } from 'typebox'
import { newId } from '../../platform/ids.ts'
import { checkCurrency, minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Integer, Line, Money, OneOf, Text } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { categoryTree } from '../categories/public.ts'
import { CategoryId } from '../ids.ts'
import { noSuchCategory } from '../posts/public.ts'
import { kinds } from '../promotions/public.ts'
import { insertVersion, lockLastVersion, type PackageRow } from './package-queries.ts'
import { nameTaken, pricePrecision } from './problems.ts'
import { kindWords, Package, presentPackage } from './shapes.ts'

export const adminAddPackage = operation({
  key: 'M104',
  source: 'named in the specification; method, path and fields chosen here',
  method: 'POST',
  path: '/package-mgt/add',
  summary: 'Put a package on sale, or its next version; buyers keep the one they bought',
  access: administrator,
  body: Type.Object({
    name: Line(1, 60, { example: 'A week on top' }),
    kind: OneOf(kinds, { description: kindWords }),
    price: Money(0, 99_999.99),
    currency: Text(3, 3, { pattern: '^[A-Z]{3}$', description: 'ISO 4217', example: 'EUR' }),
    duration_days: Integer(0, 90, { description: '0 is six hours' }),
    quantity: Type.Optional(
      Integer(1, 10_000, {
        description: 'so many may run or wait at the same moment; any number unless given',
      }),
    ),
    category_ids: Type.Optional(
      Type.Array(CategoryId, { maxItems: 50, description: 'of every category unless given' }),
    ),
    active: Type.Optional(Type.Boolean({ default: true, description: 'false: not to be had any more' })),
  }),
  replies: { 200: { message: 'Package added successfully', data: Package } },
  problems: [nameTaken, noSuchCategory, pricePrecision],

  async handle({ body, ...work }) {
    checkCurrency(body.currency, 'body.currency')
    const { name, kind, price, currency, duration_days, quantity = null, active = true } = body
    const categoryIds = [...new Set(body.category_ids)].sort()
    const tree = await work.services.cache.get(categoryTree)
    if (categoryIds.some((id) => !tree.byId.has(id))) throw noSuchCategory()
    const content = {
      ...{ name, kind, currency, duration_days, quantity, is_active: active, category_ids: categoryIds },
      price_minor: minorOf(price, currency, 'body.price'),
    }
    const last = await lockLastVersion(work.db, name)
    if (last && isSame(last, content)) throw nameTaken()
    const row = { ...content, id: newId(), version: (last?.version ?? 0) + 1, created_at: work.clock.now() }
    await insertVersion(work.db, row)
    work.audit(`package/${row.id}`, { name, version: row.version })
    return presentPackage({ ...row, is_last: true })
  },
})

type Content = Omit<PackageRow, 'id' | 'version' | 'created_at' | 'is_last'>

const isSame = (one: Content, other: Content): boolean =>
  one.kind === other.kind &&
  one.price_minor === other.price_minor &&
  one.currency === other.currency &&
  one.duration_days === other.duration_days &&
  one.quantity === other.quantity &&
  one.is_active === other.is_active &&
  one.category_ids.join() === other.category_ids.join()
