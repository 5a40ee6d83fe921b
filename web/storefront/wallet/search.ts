import { texts } from '../../texts/wallet.ts'

/** What the history is asked for. */
export interface WalletSearch {
  type?: string
  status?: string
  from?: string
  to?: string
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
const isIn = (words: Readonly<Record<string, string>>, value: unknown): value is string =>
  typeof value === 'string' && Object.hasOwn(words, value)

/** Reads the address; what makes no sense is left out. */
export const readWalletSearch = ({ type, status, from, to }: Record<string, unknown>): WalletSearch => ({
  ...(isIn(texts.types, type) ? { type } : {}),
  ...(isIn(texts.statuses, status) ? { status } : {}),
  ...(isDate(from) ? { from } : {}),
  ...(isDate(to) ? { to } : {}),
})
