import { type Static, Type } from 'typebox'
import { checkCurrency } from '../../platform/money.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import { rangeOf } from './day-range.ts'
import type { TransactionFilter } from './history-queries.ts'
import { Currency } from './shapes.ts'
import { transactionStatuses, transactionTypes } from './transaction-queries.ts'

/** Which of one's transactions are asked for. */
export const TransactionsAsked = {
  type: Type.Optional(OneOf(transactionTypes)),
  status: Type.Optional(OneOf(transactionStatuses)),
  currency: Type.Optional(Currency),
  from: Type.Optional({ ...CalendarDate, description: 'the first day' }),
  to: Type.Optional({ ...CalendarDate, description: 'the last day' }),
  tz: Type.Optional(
    Text(1, 64, { description: 'IANA time zone of the days; yours unless given', example: 'Europe/Berlin' }),
  ),
}
const asObject = Type.Object(TransactionsAsked)

/** @param place where it stands in the request, for what is refused. @throws INVALID_TIMEZONE, VALIDATION_FAILED */
export function soughtTransactions(
  asked: Static<typeof asObject>,
  ownZone: string,
  place: 'query' | 'body',
): Pick<TransactionFilter, 'type' | 'status' | 'currency' | 'from' | 'until'> {
  const { type = null, status = null, currency = null } = asked
  if (currency !== null) checkCurrency(currency, `${place}.currency`)
  return { type, status, currency, ...rangeOf(asked, ownZone, place) }
}
