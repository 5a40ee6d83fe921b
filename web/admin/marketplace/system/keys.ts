import type { SystemConfigKey } from '@plaza/client/marketplace'
import { texts } from '../../../texts/admin/marketplace/system.ts'
import { number } from '../../../ui/formats.ts'

/** What a key can hold, as it is sent. */
export type Value = boolean | number | string | number[] | null

/** The group of a key, such as `limits`. */
export const groupOf = (key: string): string => key.slice(0, key.indexOf('.'))

/** What a key is about, in the language of the page. */
export function nameOf({ key, description }: Pick<SystemConfigKey, 'key' | 'description'>): string {
  const [, operation, window] = /^limits\.\w+\.(\w+)\.per_(\w+)$/.exec(key) ?? []
  const word = texts.windows[window ?? '']
  return texts.keys[key] ?? (operation && word ? texts.calls(operation, word) : description)
}

const none: Readonly<Record<SystemConfigKey['kind'], string>> = {
  flag: texts.off,
  number: texts.unlimited,
  numbers: texts.unlimited,
  text: texts.ownWords,
}

/** A value in words. */
export function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.on : texts.off
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return value.map((one) => number(Number(one))).join(' · ')
  return typeof value === 'string' ? `“${value}”` : texts.byDefault
}

/** What holds while nobody sets it, in words. */
export const fallbackOf = ({ kind, default: value }: SystemConfigKey): string =>
  value === null || value === '' ? none[kind] : inWords(value)

/** What an input shows of a value; empty while it is not set. */
export const typedOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const isWhole = (text: string) => /^\d{1,9}$/.test(text)

const numbersOf = (typed: string) => typed.split(/[\s,;]+/).filter((part) => part !== '')

/** The value that somebody typed; null gives the key back to its default. */
export function meantBy({ kind }: SystemConfigKey, typed: string): Value {
  const text = typed.trim()
  if (text === '') return null
  if (kind === 'flag') return text === 'true'
  if (kind === 'number') return Number(text)
  return kind === 'numbers' ? numbersOf(text).map(Number) : text
}

/** What is wrong with what somebody typed. The server looks at it again. */
export function wrongWith(key: SystemConfigKey, typed: string): string | null {
  const { kind, minimum, maximum } = key
  const text = typed.trim()
  if (text === '' || kind === 'flag' || kind === 'text') return null
  const parts = kind === 'numbers' ? numbersOf(text) : [text]
  if (kind === 'numbers' && (parts.length !== 4 || !parts.every(isWhole))) return texts.noNumbers
  if (!parts.every(isWhole)) return texts.noNumber
  const [least, most] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER]
  const isWithin = (part: string) => Number(part) >= least && Number(part) <= most
  return parts.every(isWithin) ? null : texts.outOfRange(least, most)
}
