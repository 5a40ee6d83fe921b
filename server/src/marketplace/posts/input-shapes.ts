import { type Static, Type } from 'typebox'
import { Integer, Money, Nullable, OneOf, Point, Text } from '../../platform/operation/schema.ts'
import { longestText } from '../categories/public.ts'
import { CategoryId } from '../ids.ts'
import { conditions } from './conditions.ts'

export const deliveries = ['pickup', 'shipping', 'both'] as const
export type Delivery = (typeof deliveries)[number]

const NoVideo = OneOf([''], {
  description: 'empty: only what was uploaded here is shown, and videos are not taken',
})

const Attributes = Type.Unsafe<Record<string, string | number | boolean>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
  additionalProperties: {
    type: ['string', 'number', 'boolean'],
    trimmed: true,
    maxLength: longestText,
    minimum: -1_000_000_000_000,
    maximum: 1_000_000_000_000,
  },
  description: 'by the attribute keys of the category',
})

const postFields = {
  title: Text(3, 120, { example: 'Child bicycle, red' }),
  price: Money(0, 99_999_999.99, { description: 'in major units, exact to the decimals of the currency' }),
  category_id: CategoryId,
  description: Text(0, 10_000, { example: 'Sixteen inches, ridden for one summer.' }),
  currency: Text(3, 3, {
    pattern: '^[A-Z]{3}$',
    description: 'ISO 4217; yours when left out',
    example: 'EUR',
  }),
  sub_category_id: Nullable(CategoryId),
  condition: Nullable(OneOf(conditions)),
  attributes: Attributes,
  quantity: Integer(1, 999),
  media: Type.Object({
    photoUrl: Type.Optional(
      Type.Array(Text(1, 2000, { example: 'https://plaza.example/files/0197b3a1-9c40/640.webp' }), {
        maxItems: 20,
        description: 'public addresses of your own ready uploads',
      }),
    ),
    videoUrl: Type.Optional(NoVideo),
    videoThumbnail: Type.Optional(NoVideo),
  }),
  address: Type.Object({
    place: Type.Optional(Text(0, 120, { example: 'Old Town' })),
    zip_code: Type.Optional(Text(0, 16, { example: '10115' })),
  }),
  location: Point,
  allow_offers: Type.Boolean(),
  delivery: Nullable(OneOf(deliveries)),
  auto_renew: Type.Boolean({
    description: 'renew it when its time is up, where it stands among the others',
  }),
  draft: Type.Boolean({ description: 'keep it to yourself until it is changed to false' }),
}

/** What an author may change of a listing; what is left out stays. */
export const PostChange = Type.Partial(Type.Object(postFields), { title: 'PostChange' })
export type Change = Static<typeof PostChange>

/** What an author says of a new listing. */
export const NewPost = Type.Object(
  {
    ...PostChange.properties,
    title: postFields.title,
    price: postFields.price,
    category_id: postFields.category_id,
  },
  { title: 'NewPost' },
)
