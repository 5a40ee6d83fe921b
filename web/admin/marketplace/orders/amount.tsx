import { NumberInput, type NumberInputProps } from '@mantine/core'
import type { Order } from '@plaza/client/marketplace'
import { decimalsOf, numberSigns } from '../../../ui/formats.ts'

/** What is not given back yet; counted in whole minor units. */
export const leftOf = ({ total_minor, refunded_minor, currency }: Order): number =>
  (total_minor - refunded_minor) / 10 ** decimalsOf(currency)

/** An amount of an order's money, as the person's language writes it. */
export const AmountInput = ({ currency, ...rest }: NumberInputProps & { currency: string }) => (
  <NumberInput
    inputMode="decimal"
    hideControls
    allowNegative={false}
    decimalScale={decimalsOf(currency)}
    decimalSeparator={numberSigns.decimal}
    allowedDecimalSeparators={[numberSigns.decimal]}
    suffix={` ${currency}`}
    {...rest}
  />
)
