import type { PlanRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/subscriptions.ts'
import { money } from '../../ui/formats.ts'

export const priceOf = ({ price, currency, months }: PlanRecord): string =>
  texts.price(money(price, currency), months)
