import type { BankAccount } from '@plaza/client/marketplace'
import { texts } from '../../texts/payouts.ts'

/** What a bank account is called, by what may be known of it. */
export const bankName = ({ bank_name: name, last4 }: Pick<BankAccount, 'bank_name' | 'last4'>): string =>
  texts.bankOf(name, last4)
