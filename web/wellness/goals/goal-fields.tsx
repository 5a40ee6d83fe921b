import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../texts/goals.ts'
import type { ServerForm } from '../../ui/server-form.ts'
import classes from './goal-fields.module.css'
import { type Kind, kinds, rhythms, type Values } from './values.ts'

interface FieldsProps {
  form: ServerForm<Values>
  /** Of a goal that is there already: what it is about stays. */
  isKept?: boolean
}

const t = texts.create

/** What a goal is and when it is due. A title is enough. */
export function GoalFields({ form, isKept = false }: FieldsProps) {
  const { frequency } = form.values
  const [isMoreOpen, setMoreOpen] = useState(false)
  const isMoreRefused = form.errors.description !== undefined || form.errors.endDate !== undefined
  const offered = rhythms.some((rhythm) => rhythm === frequency)
    ? rhythms
    : ([...rhythms, frequency] as const)
  return (
    <>
      <TextInput
        size="lg"
        required
        maxLength={120}
        label={t.name}
        placeholder={t.example}
        {...form.getInputProps('title')}
      />
      {!isKept && <KindChoice form={form} />}
      <Amount form={form} />
      <Radio.Group label={t.rhythm} {...form.getInputProps('frequency')}>
        <SimpleGrid cols={2} spacing="xs" mt="xs" verticalSpacing={0}>
          {offered.map((rhythm) => (
            <Radio key={rhythm} value={rhythm} label={texts.rhythms[rhythm]} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {(frequency === 'WEEKLY' || frequency === 'MONTHLY') && (
        <NumberInput
          min={1}
          max={frequency === 'WEEKLY' ? 7 : 31}
          label={t.times}
          {...form.getInputProps('timesPerPeriod')}
        />
      )}
      <ReminderTimes form={form} />
      <details
        className={classes.more}
        open={isMoreOpen || isMoreRefused}
        onToggle={({ currentTarget }) => setMoreOpen(currentTarget.open)}
      >
        <summary>{t.more}</summary>
        <Stack>
          <Textarea
            autosize
            minRows={2}
            maxLength={1000}
            label={t.why}
            {...form.getInputProps('description')}
          />
          <TextInput type="date" label={t.until} {...form.getInputProps('endDate')} />
        </Stack>
      </details>
    </>
  )
}

const KindChoice = ({ form }: FieldsProps) => (
  <NativeSelect
    label={t.kind}
    description={t.kinds[form.values.kind].hint}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    data={kinds.map((kind) => ({ value: kind, label: t.kinds[kind].name }))}
    {...form.getInputProps('kind')}
  />
)

const targetLabels: Record<Exclude<Kind, 'CHECK'>, string> = {
  COUNT: t.target,
  MINUTES: t.minutes,
  VALUE: t.arrive,
  QUIT: t.most,
}

/** How much; nothing of what is simply done. */
function Amount({ form }: FieldsProps) {
  const { kind } = form.values
  if (kind === 'CHECK') return null
  return (
    <Group align="end" grow preventGrowOverflow={false} wrap="wrap">
      {kind === 'VALUE' && <NumberInput label={t.start} {...form.getInputProps('start')} />}
      <NumberInput
        min={kind === 'VALUE' || kind === 'QUIT' ? 0 : 1}
        label={targetLabels[kind]}
        {...form.getInputProps('target')}
      />
      {kind !== 'MINUTES' && (
        <TextInput
          maxLength={20}
          label={t.unit}
          placeholder={t.unitExample}
          {...form.getInputProps('unit')}
        />
      )}
    </Group>
  )
}

const mostReminders = 10

function ReminderTimes({ form }: FieldsProps) {
  const { reminders } = form.values
  return (
    <Stack gap="xs" role="group" aria-label={t.reminders}>
      {reminders.map(({ id }, index) => (
        // Those that are new have no id, and only the last of them can be added or go.
        <Group key={id ?? `new-${index}`} align="end" gap="xs">
          <TextInput
            type="time"
            className={classes.time}
            label={t.reminder}
            {...form.getInputProps(`reminders.${index}.time`)}
          />
          <Button
            variant="subtle"
            aria-label={t.removeReminder(index + 1)}
            onClick={() => form.removeListItem('reminders', index)}
          >
            <IconX aria-hidden size={18} />
          </Button>
        </Group>
      ))}
      {reminders.length === 0 && (
        <Text size="sm" c="var(--ink-soft)">
          {t.noReminder}
        </Text>
      )}
      {reminders.length < mostReminders && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus aria-hidden size={16} />}
          onClick={() => form.insertListItem('reminders', { time: reminders.length === 0 ? '08:00' : '' })}
        >
          {t.addReminder}
        </Button>
      )}
    </Stack>
  )
}
