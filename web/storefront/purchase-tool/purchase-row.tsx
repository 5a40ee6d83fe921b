import { Badge, Button, Group } from '@mantine/core'
import type { PurchaseListing } from '@plaza/client/marketplace'
import { texts } from '../../texts/purchase-tool.ts'
import { money } from '../../ui/formats.ts'
import { minorMoney } from './purchase-data.ts'
import classes from './purchases.module.css'

export type PurchaseAction = 'edit' | 'sell' | 'remove'

interface PurchaseRowProps {
  purchase: PurchaseListing
  onAction: (action: PurchaseAction) => void
}

export function PurchaseRow({ purchase, onAction }: PurchaseRowProps) {
  const { title, price, currency, condition, costs_minor, net, isSold, status } = purchase
  const facts = [
    texts.boughtFor(money(price, currency)),
    costs_minor > 0 ? texts.costs(minorMoney(costs_minor, currency)) : '',
    condition,
    purchase.location_bin,
  ]
  return (
    <li className={classes.purchase}>
      <div className={classes.words}>
        <Group gap="xs">
          <h2 className={classes.title} dir="auto">
            {title}
          </h2>
          {isSold && <Badge>{texts.sold}</Badge>}
        </Group>
        <div className={classes.facts} dir="auto">
          {facts.filter(Boolean).join(' · ')}
        </div>
        {net !== null && (
          <strong className={net < 0 ? classes.bad : classes.good}>
            {net < 0 ? texts.loss(money(-net, currency)) : texts.profit(money(net, currency))}
          </strong>
        )}
      </div>
      {status !== 'removed' && (
        <div className={classes.actions}>
          <Button
            variant={isSold ? 'default' : 'light'}
            aria-label={isSold ? texts.amendOf(title) : texts.markSoldOf(title)}
            onClick={() => onAction('sell')}
          >
            {isSold ? texts.amend : texts.markSold}
          </Button>
          <Button variant="default" aria-label={texts.editOf(title)} onClick={() => onAction('edit')}>
            {texts.edit}
          </Button>
          <Button variant="subtle" aria-label={texts.removeOf(title)} onClick={() => onAction('remove')}>
            {texts.remove}
          </Button>
        </div>
      )}
    </li>
  )
}
