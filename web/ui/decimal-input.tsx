import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { numberSigns } from './formats.ts'

interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value?: number | ''
  onChange: (value: number | '') => void
}

const numberOf = (typed: string | number): number | '' =>
  typed === '' || Number.isNaN(Number(typed)) ? '' : Number(typed)

/** A number as the person's language writes it. */
export function DecimalInput({ value = '', onChange, ...rest }: DecimalInputProps) {
  // `12.0` on its way to `12.05` is the number 12, `-` is none yet, and both have to stay as they were typed.
  const [typed, setTyped] = useState<string | number>(value)
  return (
    <NumberInput
      inputMode="decimal"
      hideControls
      decimalSeparator={numberSigns.decimal}
      allowedDecimalSeparators={[numberSigns.decimal]}
      {...rest}
      value={numberOf(typed) === value ? typed : value}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
    />
  )
}
