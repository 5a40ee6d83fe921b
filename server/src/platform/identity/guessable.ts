/**
 * What people choose first, without the digits and signs that they put around it: the stems that
 * lead every published list of stolen passwords.
 */
const stems = new Set(
  `password passwort passphrase passcode pass pwd secret geheim login welcome willkommen letmein changeme
  default guest admin administrator root user test testing temp master qwerty qwertz azerty asdf asdfgh
  zxcvbn iloveyou ilovey loveyou love lovely loveme hello hallo bonjour sunshine princess prinzessin
  dragon monkey shadow football fussball soccer baseball basketball hockey superman batman spiderman
  pokemon starwars matrix trustno trustnoone whatever freedom killer cheese chocolate cookie banana
  orange flower butterfly rainbow summer sommer winter spring autumn monday friday january december
  michael michelle jennifer jessica jordan ashley daniel andrew joshua charlie nicole maggie ginger
  thomas robert hunter buster harley ranger tigger pepper killer george william access mustang
  computer internet samsung google facebook apple windows microsoft android iphone minecraft
  liverpool chelsea arsenal barcelona realmadrid juventus bayern dortmund
  schatz hase liebe baby angel babygirl sweetheart family mother father daddy mommy
  jesus christ heaven bible blessed qazwsx abc abcd abcdef abcdefg zaq asd qwe qweasd poiuyt
  plaza wellness market town admin`.split(/\s+/),
)

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
  const words = [withoutEnds(lower), withoutEnds(plain(withoutEnds(lower))), plain(lower)]
  const [local = ''] = email.toLowerCase().split('@')
  const own = [local, ...name.toLowerCase().split(/\s+/)]
  return (
    words.some((word) => stems.has(word)) ||
    isRepeated(lower) ||
    isRun(lower) ||
    isRun(withoutEnds(lower)) ||
    lower === email.toLowerCase() ||
    (local.length >= 4 && lower.includes(local)) ||
    own.some((part) => isMostly(lower, part))
  )
}
