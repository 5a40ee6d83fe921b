import { texts } from '../../texts/payments.ts'

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** What a card is called, by what may be known of it. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  texts.cardOf(brands[brand] ?? brand, last4)
