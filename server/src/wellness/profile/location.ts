import { type Static, Type } from 'typebox'
import { CountryCode, countryOf } from '../../platform/country.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Text } from '../../platform/operation/schema.ts'
import type { Reading, Work } from '../../platform/operation/work.ts'
import { existingKeyOf, keyOf } from '../personal-keys/public.ts'
import { saveLocation, selectLocation } from './queries.ts'

const place = {
  address: Type.Optional(Text(0, 300, { example: '12 Harbour Street' })),
  city: Type.Optional(Text(0, 100, { example: 'Galway' })),
  state: Type.Optional(Text(0, 100, { example: 'Connacht' })),
  country: Type.Optional(CountryCode({ example: 'IE' })),
  zipCode: Type.Optional(Text(0, 16, { example: 'H91' })),
}

/** Where somebody lives, as they say it. */
export const LocationData = Type.Object(
  {
    type: Type.Optional(Text(5, 5, { pattern: '^[Pp][Oo][Ii][Nn][Tt]$', example: 'Point' })),
    coordinates: Type.Optional(
      Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
        minItems: 2,
        maxItems: 2,
        description: '[longitude, latitude]',
        examples: [[-9.05, 53.27]],
      }),
    ),
    isExact: Type.Optional(
      Type.Boolean({ description: 'keeps the coordinates as they are; else to about a kilometre' }),
    ),
    ...place,
  },
  { title: 'locationData' },
)

export const Location = Type.Object(
  {
    type: Type.Optional(Type.Literal('Point')),
    coordinates: Type.Optional(
      Type.Array(Type.Number(), { description: '[longitude, latitude]', examples: [[-9.05, 53.27]] }),
    ),
    ...place,
  },
  { title: 'WellnessLocation' },
)

type Knows = Pick<Reading, 'db' | 'services'>

const context = 'location'

/** Where somebody said they live; undefined when they never did. */
export async function locationOf(
  reading: Knows,
  userId: string,
): Promise<Static<typeof Location> | undefined> {
  const [sealed, key] = await Promise.all([
    selectLocation(reading.db, userId),
    existingKeyOf(reading, userId),
  ])
  return sealed && key && JSON.parse(key.open(context, sealed).toString())
}

const toAKilometre = (degrees: number): number => Math.round(degrees * 100) / 100

/** Keeps where somebody lives, in place of what they said before. @throws VALIDATION_FAILED when there is no such place. */
export async function keepLocation(
  work: Knows & Pick<Work, 'clock'>,
  userId: string,
  { type: _, isExact = false, coordinates, country, ...said }: Static<typeof LocationData>,
): Promise<void> {
  if (Math.abs(coordinates?.[1] ?? 0) > 90)
    throw invalidField('body.locationData.coordinates.1', 'maximum', 'must lie between -90 and 90')
  const point = coordinates && {
    type: 'Point' as const,
    coordinates: isExact ? coordinates : coordinates.map(toAKilometre),
  }
  const location: Static<typeof Location> = {
    ...point,
    ...said,
    ...(country === undefined ? {} : { country: countryOf(country, 'body.locationData.country') }),
  }
  const key = await keyOf(work, userId)
  await saveLocation(work.db, userId, key.seal(context, JSON.stringify(location)), work.clock.now())
}
