import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { texts } from '../../texts/posts.ts'
import { currencies, decimalsOf } from '../../ui/formats.ts'
import { PriceInput } from '../price-input.tsx'
import type { SearchParams } from './search-params.ts'

interface PriceRangeProps {
  range: { min: number | undefined; max: number | undefined; currency: string | undefined }
  apply: (changed: Partial<SearchParams>) => void
}

/** With as many decimals as the currency has. */
const rounded = (price: number, currency: string) => Number(price.toFixed(decimalsOf(currency)))

/** Prices from and to. They count when the form is sent, so that half a number never does. */
export function PriceRange({ range, apply }: PriceRangeProps) {
  const [min, setMin] = useState<number | ''>(range.min ?? '')
  const [max, setMax] = useState<number | ''>(range.max ?? '')
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? range.currency
  const choose = (next: string) => {
    setChosen(next)
    if (min !== '') setMin(rounded(min, next))
    if (max !== '') setMax(rounded(max, next))
  }
  const isCrossed = min !== '' && max !== '' && min > max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCrossed || currency === undefined) return
    const says = min !== '' || max !== ''
    apply({
      min: min === '' ? undefined : rounded(min, currency),
      max: max === '' ? undefined : rounded(max, currency),
      ...(says ? { currency } : {}),
    })
    // From now on the address says it.
    if (says) setChosen(undefined)
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
            value={currency ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
            data={currencies(currency ?? '')}
          />
          <Button type="submit" variant="default" disabled={currency === undefined}>
            {texts.search.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
