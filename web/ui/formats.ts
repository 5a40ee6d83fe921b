import { unusualDecimals } from '@plaza/client/currencies'
import { language } from '../texts/language.ts'

const browserLanguages = typeof navigator === 'undefined' ? [] : navigator.languages
/** Numbers, money and dates in the language of the texts, as its speakers in the person's own country write them. */
const languages = [...browserLanguages.filter((tag) => tag.split('-')[0] === language), language]

const cached = <Key extends string, Format>(make: (key: Key) => Format) => {
  const made = new Map<Key, Format>()
  return (key: Key): Format => {
    const known = made.get(key)
    if (known) return known
    const format = make(key)
    made.set(key, format)
    return format
  }
}

/** 2 for EUR, 0 for JPY: as the server counts, which is not as every browser writes. */
export const decimalsOf = (currency: string): number => unusualDecimals[currency] ?? 2

const moneyOf = (currency: string, decimals: number) =>
  new Intl.NumberFormat(languages, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
const moneyFormat = cached((currency: string) => moneyOf(currency, decimalsOf(currency)))
const wholeMoneyFormat = cached((currency: string) => moneyOf(currency, 0))

/** `1250`, `EUR` → `€1,250`; cents are left out where there are none. */
export const money = (amount: number, currency: string): string =>
  (Number.isInteger(amount) ? wholeMoneyFormat : moneyFormat)(currency).format(amount)

const numberFormat = new Intl.NumberFormat(languages)
export const number = (value: number): string => numberFormat.format(value)

const distanceFormat = new Intl.NumberFormat(languages, {
  style: 'unit',
  unit: 'kilometer',
  maximumFractionDigits: 1,
})
export const distance = (kilometres: number): string => distanceFormat.format(kilometres)

const dateFormat = new Intl.DateTimeFormat(languages, { dateStyle: 'medium' })
const dateTimeFormat = new Intl.DateTimeFormat(languages, { dateStyle: 'medium', timeStyle: 'short' })
const timeFormat = new Intl.DateTimeFormat(languages, { timeStyle: 'short' })
const dayFormat = new Intl.DateTimeFormat(languages, { weekday: 'long', day: 'numeric', month: 'long' })
const monthFormat = new Intl.DateTimeFormat(languages, { month: 'long', year: 'numeric' })
export const month = (instant: string): string => monthFormat.format(new Date(instant))
export const date = (instant: string): string => dateFormat.format(new Date(instant))
export const dateTime = (instant: string): string => dateTimeFormat.format(new Date(instant))
export const timeOfDay = (instant: string): string => timeFormat.format(new Date(instant))
export const day = (instant: string): string => dayFormat.format(new Date(instant))

const relativeFormat = new Intl.RelativeTimeFormat(languages, { numeric: 'auto' })
const dayMs = 86_400_000
/** Days since 1970 on this device's calendar. */
const calendarDayOf = (moment: Date): number =>
  Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / dayMs

/** `3 hours ago` within a day; before that by the calendar: `yesterday`, `2 weeks ago`. */
export function ago(instant: string, now: Date = new Date()): string {
  const moment = new Date(instant)
  const minutes = Math.round((moment.getTime() - now.getTime()) / 60_000)
  const days = calendarDayOf(moment) - calendarDayOf(now)
  if (Math.abs(minutes) < 1) return relativeFormat.format(0, 'second')
  if (Math.abs(minutes) < 60) return relativeFormat.format(minutes, 'minute')
  if (days === 0 || Math.abs(minutes) < 6 * 60) return relativeFormat.format(Math.round(minutes / 60), 'hour')
  if (Math.abs(days) < 7) return relativeFormat.format(days, 'day')
  if (Math.abs(days) < 30) return relativeFormat.format(Math.trunc(days / 7), 'week')
  if (Math.abs(days) < 365) return relativeFormat.format(Math.trunc(days / 30.44) || Math.sign(days), 'month')
  return relativeFormat.format(Math.trunc(days / 365.25) || Math.sign(days), 'year')
}

/** `2:05` for 125 seconds. */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

const pluralRules = new Intl.PluralRules(language)
/** The forms of a word by count, as many as its language has. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
/** Chooses the form of a word that fits a count. */
export const plural = (count: number, forms: PluralForms): string =>
  `${number(count)} ${forms[pluralRules.select(count)] ?? forms.other}`

const listFormat = new Intl.ListFormat(language)
/** `Ada, Bea and Cleo`. */
export const list = (parts: readonly string[]): string => listFormat.format(parts)

const calendarFormat = new Intl.DateTimeFormat(languages, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
/** A day of a calendar, `2026-11-21`, which has no zone of its own. */
export const calendarDay = (date: string): string => calendarFormat.format(new Date(`${date}T00:00:00Z`))

const signOf = (type: 'decimal' | 'group'): string | undefined =>
  numberFormat.formatToParts(123_456.5).find((part) => part.type === type)?.value
/** How the person's language writes `123,456.5`. */
export const numberSigns = { decimal: signOf('decimal') ?? '.', group: signOf('group') ?? '' }

/** Makes `HUF · Hungarian Forint` of HUF. */
export function currencyNames(): (currency: string) => string {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (currency) => `${currency} · ${names.of(currency)}`
}

/** Makes `Germany` of DE. */
export function regionNames(): (region: string) => string {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (region) => names.of(region) ?? region
}

/** Codes of currencies that can be chosen, with the present one among them. */
export const currencies = (present: string): string[] => [
  ...new Set(['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'CZK', 'SEK', 'DKK', 'NOK', 'JPY', 'INR', present]),
]
