import { loadLater } from '../load-later.ts'

const lists = loadLater<typeof import('@zxcvbn-ts/language-common')>('@zxcvbn-ts/language-common')
const beginnings =
  'abc abcd abcdef abcdefg asd ilovey login passphrase poiuyt prinzessin pwd qwe qwertz willkommen zaq'
let known: ReadonlySet<string> | undefined

/** What people choose first, of lists of stolen passwords, and some beginnings of others. */
function common(): ReadonlySet<string> {
  known ??= new Set([...lists().dictionary['passwords-common'], ...beginnings.split(' ')])
  return known
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiop',
  '01234567890',
  '1q2w3e4r5t6y7u8i9o0p',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')])
const shortestRun = 6

const letterFor: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const plain = (text: string) => text.replace(/[013457@$!]/g, (sign) => letterFor[sign] ?? sign)
const withoutSigns = (text: string) => text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const isRepeated = (text: string) => /^(.{1,4})\1+$/u.test(text)
const isRun = (text: string) =>
  text.length >= shortestRun && runs.some((row) => row.includes(text) || (row + row).includes(text))
/** Whether little is left of a text when a part of it is taken away. */
const isMostly = (text: string, part: string) =>
  part.length >= 4 && text.includes(part) && text.length - part.length <= 4

/**
 * Whether a password is among the first that somebody else would try: a well-known one, whatever
 * digits are around it or stand for its letters; a row of keys; one thing repeated; or little
 * more than the person's own address or name.
 */
export function isGuessable(password: string, email: string, name = ''): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const words = [
    lower,
    withoutSigns(lower),
    withoutEnds(lower),
    withoutEnds(plain(withoutEnds(lower))),
    plain(lower),
  ]
  const [local = ''] = email.toLowerCase().split('@')
  const own = [local, ...name.toLowerCase().split(/\s+/)]
  return (
    words.some((word) => common().has(word)) ||
    isRepeated(lower) ||
    isRun(lower) ||
    isRun(withoutEnds(lower)) ||
    lower === email.toLowerCase() ||
    (local.length >= 4 && lower.includes(local)) ||
    own.some((part) => isMostly(lower, part))
  )
}
