/** What the server speaks. Each is a file of texts beside the English one of each product. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]
export type InEachLanguage<Text> = Readonly<Record<Language, Text>>

/** What a person is told: as somebody wrote it, or in every language, of which the reader's is taken. */
export type Words = string | InEachLanguage<string>

/** What is spoken with somebody who asked for a BCP 47 tag: that, or its base, or English. */
export function languageOf(tag: string): Language {
  const whole = tag.toLowerCase()
  const [base] = whole.split('-')
  const find = (wanted?: string) => languages.find((language) => language === wanted)
  return find(whole) ?? find(base) ?? 'en'
}

/** The words for somebody who asked for a language. */
export const wordsIn = (words: Words, tag: string): string =>
  typeof words === 'string' ? words : words[languageOf(tag)]

/** Says the same in every language, out of the texts of each. */
export const saidFrom =
  <Texts>(texts: InEachLanguage<Texts>) =>
  (say: (texts: Texts) => string): InEachLanguage<string> => ({ en: say(texts.en), de: say(texts.de) })

/** Numbers that are written as words within a sentence. */
const numerals: InEachLanguage<readonly string[]> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve'.split(' '),
  de: 'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'.split(' '),
}

/** A length of time within a sentence, such as “ten minutes”. */
export const minutesInWords = (language: Language, minutes: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
    .formatToParts(minutes)
    .map(({ type, value }) => (type === 'integer' ? (numerals[language][minutes] ?? value) : value))
    .join('')
