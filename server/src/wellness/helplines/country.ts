import type { HelplineList } from './list.ts'

/**
 * The country of the list in which somebody seems to be: by the time zone that the phone tells, else by
 * the region of the language. A guess, so a card names the country.
 */
export function likelyCountry(
  { countries }: HelplineList,
  { timezone, language }: { timezone: string; language: string },
): string | null {
  const listed = Object.keys(countries)
  const byZone = listed.filter((code) => zonesOf(code)[0] === timezone)
  const inZone = byZone.length > 0 ? byZone : listed.filter((code) => zonesOf(code).includes(timezone))
  const region = regionOf(language)
  if (inZone.length > 0) return inZone.find((code) => code === region) ?? inZone[0] ?? null
  return region !== undefined && listed.includes(region) ? region : null
}

function regionOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).region
  } catch {
    return undefined
  }
}

const known = new Map<string, readonly string[]>()

function zonesOf(country: string): readonly string[] {
  // Every supported Node has it; TypeScript does not know it yet.
  const locale: Intl.Locale & { getTimeZones?(): string[] } = new Intl.Locale(`und-${country}`)
  const zones = known.get(country) ?? locale.getTimeZones?.() ?? []
  known.set(country, zones)
  return zones
}
