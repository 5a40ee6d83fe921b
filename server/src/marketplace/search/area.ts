import { type Coordinates, kmPerDegree, wrap } from '../posts/public.ts'
import { geoInvalid } from './problems.ts'

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
