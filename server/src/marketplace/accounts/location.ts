import { coordinatesInvalid } from './problems.ts'

/** Reads `[longitude, latitude]`. @throws COORDINATES_INVALID when there is no such place. */
export function placeOf([longitude = 0, latitude = 0]: readonly number[]): {
  longitude: number
  latitude: number
} {
  if (Math.abs(latitude) <= 90) return { longitude, latitude }
  throw coordinatesInvalid({
    fields: [
      {
        path: 'body.location.coordinates.1',
        rule: 'latitude',
        message: `must be between -90 and 90; the order is [longitude, latitude]${Math.abs(longitude) <= 90 ? ', these look swapped' : ''}`,
      },
    ],
  })
}
