import { addFunds, savePaymentMethod } from '@plaza/client/marketplace'
import { dataOf } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
import type { Neighbour } from './people.ts'

const once = () => ({ 'Idempotency-Key': newId() })

/** A card of somebody that the sandbox lets behave so. */
export async function saveCard({ app }: Neighbour, scenario = 'success'): Promise<void> {
  const body = { payment_method_id: `pm_sandbox_${scenario}`, make_default: true }
  await dataOf(savePaymentMethod({ client: app, body, headers: once() }))
}

/** Money in somebody's wallet, from a card of theirs. */
export async function fillWallet(person: Neighbour, amount: number): Promise<void> {
  await saveCard(person)
  await dataOf(addFunds({ client: person.app, body: { amount }, headers: once() }))
}
