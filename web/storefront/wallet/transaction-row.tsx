import type { WalletTransaction } from '@plaza/client/marketplace'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/wallet.ts'
import { dateTime } from '../../ui/dates.ts'
import { money } from '../../ui/formats.ts'
import classes from './wallet.module.css'

/** What the person gets begins with a plus. */
export const signed = (amount: number, currency: string): string =>
  `${amount > 0 ? '+' : ''}${money(amount, currency)}`

/** One line of the history, which leads to all of it. */
export function TransactionRow({ transaction }: { transaction: WalletTransaction }) {
  const { _id, type, status, amount, currency, counterpart, balance_after: after, createdAt } = transaction
  const what = texts.types[type] ?? type
  return (
    <li>
      <Link to="/wallet/$transactionId" params={{ transactionId: _id }} className={classes.row}>
        <span>
          <strong>{counterpart ? texts.withWhom(what, counterpart.name) : what}</strong>
          <br />
          <span className={classes.soft}>
            {dateTime(createdAt)} · {texts.statuses[status] ?? status}
          </span>
        </span>
        <span className={classes.amounts}>
          <strong>{signed(amount, currency)}</strong>
          <br />
          {after !== null && (
            <span className={classes.soft}>{texts.balanceAfter(money(after, currency))}</span>
          )}
        </span>
      </Link>
    </li>
  )
}
