import type { GetPurchaseListingsResponse } from '@plaza/client/marketplace'
import { texts } from '../../texts/purchase-tool.ts'
import { money } from '../../ui/formats.ts'
import { minorMoney } from './purchase-data.ts'
import classes from './purchases.module.css'

type Total = GetPurchaseListingsResponse['meta']['totals'][number]

/** What everything cost and brought, in each currency. */
export const Totals = ({ totals }: { totals: readonly Total[] }) =>
  totals.map((total) => (
    <dl key={total.currency} className={classes.totals} aria-label={`${texts.totals} ${total.currency}`}>
      <Figure name={texts.spent} value={minorMoney(total.spent_minor, total.currency)} />
      <Figure
        name={texts.net}
        value={money(total.net, total.currency)}
        tone={total.net < 0 ? classes.bad : classes.good}
      />
      <Figure name={texts.toSell} value={texts.items(total.owned + total.listed)} />
      <Figure name={texts.sold} value={texts.items(total.sold)} />
    </dl>
  ))

const Figure = ({ name, value, tone }: { name: string; value: string; tone?: string | undefined }) => (
  <div className={classes.total}>
    <dt>{name}</dt>
    <dd className={tone}>{value}</dd>
  </div>
)
