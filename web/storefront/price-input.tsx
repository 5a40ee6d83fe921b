import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts/ui.ts'
import { amountOf } from '../ui/amounts.ts'
import { decimalsOf, money, numberSigns } from '../ui/formats.ts'

interface PriceInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value?: number | ''
  onChange: (value: number | '') => void
  /** Undefined until it is known. */
  currency: string | undefined
}

type Currency = string | undefined

const decimalsIn = (currency: Currency) => (currency === undefined ? 2 : decimalsOf(currency))

const readAmount = (typed: string, currency: Currency) =>
  amountOf(typed, decimalsIn(currency), numberSigns.decimal)

function writeAmount(value: number | '', currency: Currency): string {
  if (value === '') return ''
  const text = Number.isInteger(value) ? String(value) : value.toFixed(decimalsIn(currency))
  return text.replace('.', numberSigns.decimal)
}

const understoodAs = (value: number | '', currency: Currency) =>
  value === '' || currency === undefined ? undefined : money(value, currency)

/** An amount of money, typed in whatever way; what is understood stands below. */
export function PriceInput({ value = '', onChange, currency, description, ...rest }: PriceInputProps) {
  const [typed, setTyped] = useState(() => writeAmount(value, currency))
  const understood = readAmount(typed, currency)
  const isOwn = (understood ?? '') === value
  const shown = isOwn ? typed : writeAmount(value, currency)
  const isUnclear = isOwn && understood === undefined && typed.trim() !== ''
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      // No form is sent without an amount that somebody typed.
      ref={(input) => input?.setCustomValidity(isUnclear ? texts.amountUnclear : '')}
      description={isUnclear ? texts.amountUnclear : (understoodAs(value, currency) ?? description)}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readAmount(currentTarget.value, currency) ?? '')
      }}
    />
  )
}
