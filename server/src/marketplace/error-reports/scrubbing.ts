import { uuidPattern } from '../../platform/operation/schema.ts'

// What must not be kept of a report. Every pattern reads a text once, however long and however it is made up.

/** Names of what is secret, wherever they stand in a longer one. */
const longNames = 'pass(?:word|wd|code|phrase)|secret|token|api[_-]?key|private[_-]?key|credential'
/** These are parts of harmless words, too. */
const shortNames = 'pass|pwd|auth|session(?:[_-]?id)?|sid|jwt|otp|pin|cvv|cvc|iban|signature|sig'
/** What stands between a name and its value, in code, in addresses and in JSON within JSON. */
const between = '\\\\?["\']?\\s{0,8}[:=]\\s{0,8}'
/** To the end of its quotes, or of its word. */
const value =
  '(?:\\\\"(?:[^"\\\\]|\\\\[^"])*(?:\\\\")?|"(?:[^"\\\\]|\\\\.)*"?|\'[^\']*\'?|[^\\s"\',;&)}\\]]+)'

const uuid = new RegExp(uuidPattern, 'i')

/** Long enough, and mixed enough, to be no word. */
function isOpaque(text: string): boolean {
  if (uuid.test(text)) return false
  const isHex = /^[0-9a-f]+$/i.test(text) && /\d/.test(text) && /[a-f]/i.test(text)
  return isHex || (/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text))
}

const rules: readonly [pattern: RegExp, instead: string | ((found: string) => string)][] = [
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----)?/g, '[key]'],
  // JSON web tokens, ours among them.
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g, '[token]'],
  // Headers that are nothing but secrets, to the end of the line or of the quotes.
  [new RegExp(`(cookie|authorization)(${between}\\\\?["']?)[^\\r\\n"'\\\\]+`, 'gi'), '$1$2[secret]'],
  [/\b([Bb]earer|Basic|Digest|Negotiate)\s+[^\s"',;]+/g, '$1 [token]'],
  // Who signs in by an address.
  [/(:\/\/)[^\s/@:"']{0,256}:[^\s/@"']{1,256}@/g, '$1[secret]@'],
  [
    new RegExp(`((?:${longNames})[\\w-]{0,20}|(?<![A-Za-z])(?:${shortNames}))(${between})${value}`, 'gi'),
    '$1$2[secret]',
  ],
  // Keys that say what they are.
  [/\b(?:sk|pk|rk|whsec|gh[a-z]|github_pat|glpat|xox[a-z]|AKIA|ASIA|AIza|ya29)[_.-]?[\w-]{12,}/g, '[key]'],
  [
    /(?<![\p{L}\p{N}_.%+-])[\p{L}\p{N}_.%+'-]{1,64}(?:@|%40)[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,8}/giu,
    '[e-mail]',
  ],
  // What could be the number of an account or a card, however it is grouped.
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[digits]'],
  [/(?<!\d)\d(?:[ .-]?\d){12,}/g, '[digits]'],
  [/(?<![\w-])[\w-]{32,}(?![\w-])/g, (found) => (isOpaque(found) ? '[token]' : found)],
]

/** A text without secrets, addresses and numbers of cards. */
export const scrubbedText = (text: string): string =>
  rules.reduce(
    (rest, [pattern, instead]) =>
      typeof instead === 'string' ? rest.replace(pattern, instead) : rest.replace(pattern, instead),
    text,
  )

/** The same of every text in a report. */
export function scrubbed<T>(value: T): T {
  const look = (part: unknown): unknown => {
    if (typeof part === 'string') return scrubbedText(part)
    if (Array.isArray(part)) return part.map(look)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, look(inner)]))
  }
  // Texts stay texts, and everything else stays as it is.
  return look(value) as T
}
