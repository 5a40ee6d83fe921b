import { unusualDecimals } from '@plaza/client/currencies'
import { language } from '../texts/language.ts'

const browserLanguages = typeof navigator === 'undefined' ? [] : navigator.languages
/** Numbers, money and dates in the language of the texts, as its speakers in the person's own country write them. */
export const languages = [...browserLanguages.filter((tag) => tag.split('-')[0] === language), language]

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

const pluralRules = new Intl.PluralRules(language)
/** The forms of a word by count, as many as its language has. */
type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
/** Chooses the form of a word that fits a count. */
export const plural = (count: number, forms: PluralForms): string =>
  `${number(count)} ${forms[pluralRules.select(count)] ?? forms.other}`

const listFormat = new Intl.ListFormat(language)
/** `Ada, Bea and Cleo`. */
export const list = (parts: readonly string[]): string => listFormat.format(parts)

const sizeFormat = new Intl.NumberFormat(languages, {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
})
/** `4.2 MB`; what is smaller than a tenth of one is told as that. */
export const fileSize = (bytes: number): string => sizeFormat.format(Math.max(0.1, bytes / 1e6))

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
