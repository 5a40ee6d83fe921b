export const hintKinds = ['link', 'phone_number', 'payment_outside', 'secret_code'] as const
export type Hint = (typeof hintKinds)[number]

const signs: [Hint, RegExp][] = [
  ['link', /\bhttps?:\/\/|\bwww\.\S|\b[a-z0-9-]{1,63}\.[a-z]{2,12}\/\S/i],
  ['phone_number', /(?<![\d.,])(?:\+|00)?\d(?:[\s()/.-]{0,2}\d){8,14}(?!\d)/],
  [
    'payment_outside',
    /\b(?:paypal|venmo|zelle|cash ?app|revolut|western union|moneygram|paysafe(?:card)?|gift ?cards?|(?:geschenk|gutschein)karten?|wire transfer|bitcoin|usdt)\b/i,
  ],
  [
    'secret_code',
    /\b(?:one[- ]time|verification|security|sms)[- ](?:code|password|pin)\b|\b(?:bestätigungs|verifizierungs|sicherheits|einmal)[- ]?(?:code|passwort|pin)\b|\botp\b/i,
  ],
]

/** Dates and times have as many digits as telephone numbers. */
const moments =
  /\b(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:[T ,]+\d{1,2}:\d{2}(?::\d{2})?)?/g

/** What in a message often goes with fraud, in the languages that the server speaks. The reader is warned; nothing is held back for it. */
export function hintsIn(text: string): Hint[] {
  const plain = text.replace(moments, ' ')
  return signs.filter(([, sign]) => sign.test(plain)).map(([hint]) => hint)
}
