import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { currencies, decimalsOf } from '../../ui/formats.ts'
import { PriceInput } from '../price-input.tsx'
import type { SearchParams } from './search-params.ts'

interface PriceRangeProps {
  range: { min: number | undefined; max: number | undefined; currency: string }
  apply: (changed: Partial<SearchParams>) => void
}

/** Prices from and to. They count when the form is sent, so that half a number never does. */
export function PriceRange({ range, apply }: PriceRangeProps) {
  const [min, setMin] = useState<number | ''>(range.min ?? '')
  const [max, setMax] = useState<number | ''>(range.max ?? '')
  const [currency, setCurrency] = useState(range.currency)
  const choose = (chosen: string) => {
    setCurrency(chosen)
    // As many decimals as it has.
    const rounded = (price: number | '') => (price === '' ? '' : Number(price.toFixed(decimalsOf(chosen))))
    setMin(rounded)
    setMax(rounded)
  }
  const isCrossed = min !== '' && max !== '' && min > max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCrossed) return
    const says = min !== '' || max !== ''
    apply({
      min: min === '' ? undefined : min,
      max: max === '' ? undefined : max,
      ...(says ? { currency } : {}),
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group grow gap="xs" align="flex-start">
          <PriceInput label={texts.search.from} currency={currency} value={min} onChange={setMin} />
          <PriceInput
            label={texts.search.to}
            currency={currency}
            value={max}
            onChange={setMax}
            error={isCrossed}
          />
        </Group>
        <div role="alert">{isCrossed && <Text c="var(--bad)">{texts.search.priceRange}</Text>}</div>
        <Group grow gap="xs" align="flex-end">
          <NativeSelect
            label={texts.search.currency}
            value={currency}
            onChange={(event) => choose(event.currentTarget.value)}
            data={currencies(currency)}
          />
          <Button type="submit" variant="default">
            {texts.search.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
