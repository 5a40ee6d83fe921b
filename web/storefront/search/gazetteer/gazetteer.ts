import { regionNames } from '../../../ui/formats.ts'
import type { Place } from '../place.ts'

/** Somewhere that can be found by its name or its postcode. */
export interface Town {
  name: string
  /** ISO 3166. */
  country: string
  lat: number
  lng: number
  zip?: string
}

/** The towns that are known, those near by first. They come in a file of their own when they are wanted. */
export const loadTowns = async (): Promise<readonly Town[]> => (await import('./towns.json')).default

const nameOfCountry = regionNames()
export const labelOf = ({ name, zip, country }: Town): string =>
  [[zip, name].filter(Boolean).join(' '), nameOfCountry(country)].join(' · ')

export const placeOfTown = ({ name, zip, lat, lng }: Town): Place => ({
  lat,
  lng,
  name,
  town: name,
  ...(zip ? { zip } : {}),
})

const plain = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}’ʻ'.]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const mostFound = 8

/** Towns of which each typed word begins a word or the postcode; first those whose name begins so. */
export function findTowns(towns: readonly Town[], typed: string): Town[] {
  const wanted = plain(typed)
  const [first] = wanted
  if (first === undefined) return []
  const found = towns.filter((town) => {
    const words = plain(labelOf(town))
    return wanted.every((begin) => words.some((word) => word.startsWith(begin)))
  })
  const rank = ({ name, zip }: Town) =>
    Number(![...plain(name).slice(0, 1), zip].some((word) => word?.startsWith(first)))
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, mostFound)
}

const kilometresPerDegree = 111.3
/** Further away than this, a town says nothing of where somebody is. */
const nearKilometres = 12

/** The town that somewhere is in or next to, if one is known. */
export function townNear(towns: readonly Town[], { lat, lng }: Pick<Place, 'lat' | 'lng'>): Town | undefined {
  const shrink = Math.cos((lat * Math.PI) / 180)
  const away = (town: Town) => Math.hypot(town.lat - lat, (town.lng - lng) * shrink) * kilometresPerDegree
  const nearest = towns.reduce<Town | undefined>(
    (best, town) => (best && away(best) <= away(town) ? best : town),
    undefined,
  )
  return nearest && away(nearest) <= nearKilometres ? nearest : undefined
}
