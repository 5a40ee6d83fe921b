/** What the console says of money that goes to people's banks. */
export const texts = {
  title: 'Payouts',
  hint: 'What people had sent to their banks, the newest first. What a bank sends back is in the wallet again.',
  none: 'No payouts yet',
  heading: {
    amount: 'Amount',
    status: 'Status',
    person: 'To',
    bank: 'Bank',
    arrives: 'Expected',
    provider: 'Provider',
    asked: 'Asked for',
  },
  statuses: {
    requested: 'Asked for',
    in_transit: 'On its way',
    paid: 'Paid',
    failed: 'Failed',
    returned: 'Came back',
  },
  failed: (status: string, reason: string) => `${status}: ${reason}`,
  bankGone: 'Removed',
}
