/** Somewhere that listings are looked for around. */
export interface Place {
  lat: number
  lng: number
  /** What the person calls it. */
  name: string
  /** What others call it: the name of its town, where that is known. */
  town?: string
  zip?: string
}

/** A place as the address of a page says it. */
export interface PlaceSearch {
  lat?: number
  lng?: number
  at?: string
}

const key = 'plaza.place'

const numberWithin = (value: unknown, most: number): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= most ? number : undefined
}

/** The place in an address or in storage, when it is a whole one. */
export function placeOf({ lat, lng, at }: { [Key in keyof PlaceSearch]: unknown }): Place | undefined {
  const latitude = numberWithin(lat, 90)
  const longitude = numberWithin(lng, 180)
  if (latitude === undefined || longitude === undefined) return undefined
  return { lat: latitude, lng: longitude, name: textOf(at, 120) }
}

const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' ? value.slice(0, most) : ''

export const readPlaceSearch = (search: Record<string, unknown>): PlaceSearch => searchOf(placeOf(search))

export const searchOf = (place: Place | undefined): PlaceSearch => ({
  lat: place?.lat,
  lng: place?.lng,
  at: place?.name || undefined,
})

/** The place picked last in this browser. */
export function storedPlace(): Place | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
    const [place, town, zip] = [placeOf(stored), textOf(stored.town, 120), textOf(stored.zip, 16)]
    return place && { ...place, ...(town ? { town } : {}), ...(zip ? { zip } : {}) }
  } catch {
    return undefined
  }
}

export function storePlace(place: Place | undefined): void {
  if (place)
    localStorage.setItem(key, JSON.stringify({ ...searchOf(place), town: place.town, zip: place.zip }))
  else localStorage.removeItem(key)
}

/** Coordinates to about a kilometre: an address with them can be shared without showing a door. */
export const roughly = (degrees: number): number => Math.round(degrees * 100) / 100
