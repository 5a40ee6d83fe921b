import { type Static, Type } from 'typebox'
import { minorOf } from '../../platform/money.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Id, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { conditionName } from '../posts/public.ts'
import { compareListing } from './comparison-queries.ts'
import { readDetail } from './detail.ts'
import { changesBetween, hasChanges } from './history.ts'
import { exchangePictures, requireSafe } from './pictures.ts'
import { noSuchListing, notEditable, pricePrecision } from './problems.ts'
import { insertEvent, lockListing, replaceCosts, selectCosts, updateListing } from './queries.ts'
import { Amount, Condition, Images, PurchaseListingDetail, Title } from './shapes.ts'

const Body = Type.Object({
  title: Type.Optional(Title),
  price: Type.Optional(Amount),
  product_image: Type.Optional(Images),
  condition: Type.Optional(Condition),
  costs: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Text(1, 40, { example: 'shipping' }),
        amount: Amount,
        note: Type.Optional(Text(0, 200, { example: 'new tyres' })),
      }),
      {
        maxItems: 50,
        description: 'all of them; what is left out goes',
      },
    ),
  ),
  notes: Type.Optional(Text(0, 2000, { example: 'Bought at the flea market.' })),
  location_bin: Type.Optional(Text(0, 60, { example: 'shelf 3' })),
})

/** The fields as they are to be. @throws PRICE_PRECISION */
const wantedOf = (body: Static<typeof Body>, currency: string) => ({
  title: body.title,
  price_minor: body.price === undefined ? undefined : minorOf(body.price, currency, 'body.price'),
  product_image: body.product_image,
  condition: body.condition === undefined ? undefined : conditionName(body.condition),
  notes: body.notes,
  location_bin: body.location_bin,
  costs: body.costs?.map(({ kind, amount, note = '' }, index) => ({
    kind,
    amount_minor: minorOf(amount, currency, `body.costs.${index}.amount`),
    note,
  })),
})

export const editPurchaseListing = operation({
  key: 'M169',
  source: 'named in the specification with PATCH; path and body chosen here',
  method: 'PATCH',
  path: '/purchase-tool/edit/{id}',
  summary: 'Change one of your purchases; after its sale only costs and notes',
  access: member,
  params: Type.Object({ id: Id }),
  versioned: true,
  body: Body,
  replies: { 200: { message: 'Purchase updated successfully', data: PurchaseListingDetail } },
  problems: [noSuchListing, notEditable, pricePrecision],

  async handle({ params, body, caller, expectVersion, ...work }) {
    const { db } = work
    const now = work.clock.now()
    const listing = await lockListing(db, params.id, caller.id)
    if (!listing || listing.deleted_at) throw noSuchListing()
    expectVersion(listing)
    const { costs: _costs, notes: _notes, ...others } = body
    if (listing.status === 'sold' && Object.values(others).some((value) => value !== undefined))
      throw notEditable()
    requireSafe(body.product_image ?? [], work.services.settings.publicUrl)
    const wanted = wantedOf(body, listing.currency)
    const changes = changesBetween({ ...listing, costs: await selectCosts(db, listing.id) }, wanted)
    if (hasChanges(changes)) {
      if (changes.costs) await replaceCosts(db, listing.id, wanted.costs ?? [], now)
      await updateListing(db, listing.id, wanted, now)
      if (changes.title) await compareListing(db, listing.id, now)
      if (body.product_image) await exchangePictures(work, listing, body.product_image, caller.id)
      await insertEvent(db, listing.id, { kind: 'edited', changes }, now)
    }
    return readDetail(work, listing.id, caller.id)
  },
})
