import { ActionIcon, Button, Fieldset, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../../texts/purchase-tool.ts'
import { FormFailure } from '../../ui/states.tsx'
import { PriceInput } from '../price-input.tsx'
import classes from './purchases.module.css'

export interface CostValues {
  kind: string
  amount: number | ''
  /** Said by other apps; it is kept. */
  note: string
}

interface CostsProps {
  currency: string
  value?: CostValues[]
  onChange: (costs: CostValues[]) => void
  error?: ReactNode
  /** Of the field in its form. */
  'data-path'?: string
}

/** What a purchase cost besides its price. */
export function Costs({ currency, value: costs = [], onChange, error, ...fieldset }: CostsProps) {
  const change = (at: number, cost: Partial<CostValues>) =>
    onChange(costs.map((other, index) => (index === at ? { ...other, ...cost } : other)))
  return (
    <Fieldset legend={texts.fields.costs} radius="md" data-path={fieldset['data-path']}>
      <Stack gap="sm">
        {costs.map(({ kind, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cost is known by its place only
          <div key={index} className={classes.cost}>
            <TextInput
              required
              maxLength={40}
              dir="auto"
              label={texts.fields.costKind}
              value={kind}
              onChange={(event) => change(index, { kind: event.currentTarget.value })}
            />
            <PriceInput
              required
              currency={currency}
              label={texts.fields.costAmount(currency)}
              value={amount}
              onChange={(changed) => change(index, { amount: changed })}
            />
            <ActionIcon
              aria-label={texts.fields.removeCost(kind)}
              onClick={() => onChange(costs.filter((_, other) => other !== index))}
            >
              <IconX aria-hidden size={18} />
            </ActionIcon>
          </div>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus aria-hidden size={18} />}
          disabled={costs.length >= 50}
          onClick={() => onChange([...costs, { kind: '', amount: '', note: '' }])}
        >
          {texts.fields.addCost}
        </Button>
        <FormFailure message={error} />
      </Stack>
    </Fieldset>
  )
}
