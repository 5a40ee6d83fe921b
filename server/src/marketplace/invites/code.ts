import { randomInt } from 'node:crypto'

/** No letter or digit looks like another one of them, and no vowel makes a word. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXZ'
const length = 10

/** Ten characters, 47 bits: too many to find one by trying. */
export const newCode = (): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** As people type it: in small letters too. */
export const codePattern = `^[${alphabet}${alphabet.toLowerCase()}]{${length}}$`
export const codeLength = length

export const readCode = (typed: string): string => typed.toUpperCase()
