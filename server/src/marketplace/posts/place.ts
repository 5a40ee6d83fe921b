import { createHmac } from 'node:crypto'
import { coordinatesInvalid } from './problems.ts'

export interface Coordinates {
  longitude: number
  latitude: number
}

export const earthRadiusKm = 6371.0088
export const kmPerDegree = 111.195

/** Reads `[longitude, latitude]`. @throws COORDINATES_INVALID for a latitude beyond the poles. */
export function pointOf([longitude = 0, latitude = 0]: readonly number[]): Coordinates {
  if (Math.abs(latitude) <= 90) return { longitude, latitude }
  throw coordinatesInvalid({
    fields: [
      {
        path: 'body.location.coordinates.1',
        rule: 'latitude',
        message: 'must be between -90 and 90; the order is [longitude, latitude]',
      },
    ],
  })
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance by the haversine formula. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const across = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  const up = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2
  const chord = up + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * across
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** A longitude beyond the 180th meridian, as it is called on the other side. */
export const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

const toHundredMetres = (degrees: number) => Math.round(degrees * 1000) / 1000

/**
 * The place that readers see: 100 to 300 m away. It is the same for all that a person offers at
 * about one place, so that many listings, or many looks, do not average to the true one.
 */
export function blurredPoint(place: Coordinates, personId: string, secret: string): Coordinates {
  const [longitude, latitude] = [toHundredMetres(place.longitude), toHundredMetres(place.latitude)]
  const bytes = createHmac('sha256', secret).update(`place\n${personId}\n${longitude},${latitude}`).digest()
  const angle = (bytes.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI
  // Rounding has moved it by up to 79 m.
  const degrees = (0.18 + (bytes.readUInt32BE(4) / 2 ** 32) * 0.04) / kmPerDegree
  // Close to a pole a degree of longitude has no length worth moving by.
  const shrink = Math.max(Math.cos((latitude * Math.PI) / 180), 0.01)
  return {
    longitude: wrap(longitude + (degrees * Math.cos(angle)) / shrink),
    latitude: Math.min(90, Math.max(-90, latitude + degrees * Math.sin(angle))),
  }
}

/** Where a signed-in person is; nobody lives at 0, 0, which stands for not told. */
export function homeOf(caller: Coordinates | null): Coordinates | null {
  if (!caller || (caller.longitude === 0 && caller.latitude === 0)) return null
  return { longitude: caller.longitude, latitude: caller.latitude }
}
