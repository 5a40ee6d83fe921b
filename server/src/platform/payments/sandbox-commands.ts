import { once } from 'node:events'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { type Asking, PaymentDeclined } from './port.ts'

/**
 * What somebody can have go wrong by the address `anything+sandbox-<word>@anywhere` of their account:
 * `declined` says no, `down` cannot be reached, `lost` does it and loses its first answer, `late` does it
 * and says so only when nobody waits any more.
 */
const commands = ['declined', 'down', 'lost', 'late'] as const
export type Command = (typeof commands)[number]

export const commandIn = (email: string | null): Command | undefined => {
  const word = /\+sandbox-([a-z]+)@/.exec(email ?? '')?.[1]
  return commands.find((command) => command === word)
}

export const keyReused = () =>
  new ProviderRefused('the sandbox knows this key with another request', 'idempotency_error')

export const missing = (what: string) => new ProviderRefused(`the sandbox has no ${what}`, 'resource_missing')

export function reach(command: Command | undefined, { signal }: Pick<Asking, 'signal'>): void {
  if (signal.aborted) throw new ProviderUnavailable('nobody waits for the sandbox')
  if (command === 'down') throw new ProviderUnavailable('the sandbox pretends to be down')
}

export function reachToMake(command: Command | undefined, asking: Asking): void {
  reach(command, asking)
  if (command === 'declined') throw new PaymentDeclined('the sandbox declines', 'card_declined')
}

/** What goes wrong when something was just made; who asks again finds it. */
export async function failOnce(command: Command | undefined, { signal }: Asking): Promise<void> {
  if (command === 'late' && !signal.aborted) await once(signal, 'abort')
  if (command === 'late' || command === 'lost') throw new ProviderUnsure('the sandbox loses its answer')
}
