import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Card } from '../../platform/payments/charging.ts'
import {
  type CardRow,
  countCards,
  insertCard,
  lockCustomer,
  makeDefault,
  renewCard,
  selectSameCard,
} from './card-queries.ts'
import { forgetCard } from './jobs.ts'
import { rawCardRefused } from './problems.ts'
import type { Processor } from './processor.ts'

const mostCards = 10

/** Whether digits are a card's number, by their check digit. */
function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 13 && digits.length <= 19 && sum % 10 === 0
}

/** @throws RAW_CARD_REFUSED when there is the number of a card in a text, whatever stands between its digits */
export function refuseCardNumbers(text: string): void {
  const runs = text.match(/\d(?:[ .-]?\d){12,18}/g) ?? []
  if (runs.some((run) => isCardNumber(run.replace(/\D/g, '')))) throw rawCardRefused()
}

/**
 * Keeps a card that the provider has saved; the same number twice is one card. The provider forgets what is not
 * kept. @returns undefined when there are too many already.
 */
export async function keepCard(
  work: Work,
  customerId: string,
  { card, processor, wantsDefault }: { card: Card; processor: Processor; wantsDefault: boolean },
): Promise<CardRow | undefined> {
  const { db, clock, enqueue } = work
  await lockCustomer(db, customerId)
  const [same, count] = [
    await selectSameCard(db, customerId, card.fingerprint),
    await countCards(db, customerId),
  ]
  const forget = (cardId: string) => enqueue(forgetCard, { ...processor, cardId })
  if (!same && count >= mostCards) {
    await forget(card.id)
    return undefined
  }
  const id = same?.id ?? newId()
  if (same) {
    await renewCard(db, id, card)
    if (same.provider_card_id !== card.id) await forget(same.provider_card_id)
  } else await insertCard(db, { id, customerId, card, isDefault: count === 0, at: clock.now() })
  if (wantsDefault) await makeDefault(db, customerId, id)
  return selectSameCard(db, customerId, card.fingerprint)
}
