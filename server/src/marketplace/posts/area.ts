import { createHmac } from 'node:crypto'
import { coordinatesInvalid, geoInvalid } from './problems.ts'

export interface Coordinates {
  longitude: number
  latitude: number
}

/** A rectangle on the map; `west > east` means that it crosses the 180th meridian. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

export interface Area {
  box: Box
  /** With a centre, only what is within the radius counts, not the corners of the box. */
  circle: { centre: Coordinates; radiusKm: number } | null
}

export const earthRadiusKm = 6371.0088
const kmPerDegree = 111.195

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

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

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

export function circleAround(centre: Coordinates, radiusKm: number): Area {
  const height = radiusKm / kmPerDegree
  const south = Math.max(-90, centre.latitude - height)
  const north = Math.min(90, centre.latitude + height)
  const widest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const width = widest < 0.01 ? 180 : Math.min(180, height / widest)
  const [west, east] =
    width >= 180 ? [-180, 180] : [wrap(centre.longitude - width), wrap(centre.longitude + width)]
  return { box: { west, south, east, north }, circle: { centre, radiusKm } }
}

const refuse = (path: string, message: string) =>
  geoInvalid({ fields: [{ path: `query.${path}`, rule: 'geo', message }] })

/** Reads `west,south,east,north`. @throws GEO_INVALID */
export function parseBox(text: string): Area {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = text
    .split(',')
    .map(Number)
  const isOnEarth =
    [west, east].every((longitude) => Math.abs(longitude) <= 180) &&
    [south, north].every((latitude) => Math.abs(latitude) <= 90)
  if (!isOnEarth || south > north) throw refuse('bbox', 'must be west,south,east,north in degrees')
  return { box: { west, south, east, north }, circle: null }
}

/** The point in a query, if any. @throws GEO_INVALID when half of it is missing. */
export function centreOf({ lat, lng }: { lat?: number; lng?: number }): Coordinates | null {
  if (lat === undefined && lng === undefined) return null
  if (lat === undefined) throw refuse('lat', 'is needed with lng')
  if (lng === undefined) throw refuse('lng', 'is needed with lat')
  return { latitude: lat, longitude: lng }
}

/** Where a signed-in person is; nobody lives at 0, 0, which stands for not told. */
export function homeOf(caller: Coordinates | null): Coordinates | null {
  if (!caller || (caller.longitude === 0 && caller.latitude === 0)) return null
  return { longitude: caller.longitude, latitude: caller.latitude }
}
