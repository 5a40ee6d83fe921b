import { Group } from '@mantine/core'
import {
  IconBook,
  IconDeviceMobileOff,
  IconGlassFull,
  IconMoon,
  IconShoe,
  IconStretching,
  IconYoga,
} from '@tabler/icons-react'
import { texts } from '../../texts/goals.ts'
import type { ServerForm } from '../../ui/server-form.ts'
import classes from './ideas.module.css'
import { nothing, type Values } from './values.ts'

const t = texts.create.ideas

/** What many set out to do, with all that it takes; everything can be changed before it begins. */
const ideas = [
  { name: t.sit, Icon: IconYoga, values: { kind: 'MINUTES', target: 10 } },
  { name: t.water, Icon: IconGlassFull, values: { kind: 'COUNT', target: 8, unit: t.glasses } },
  { name: t.walk, Icon: IconShoe, values: { kind: 'MINUTES', target: 20, frequency: 'WEEKDAYS' } },
  { name: t.stretch, Icon: IconStretching, values: { frequency: 'WEEKLY', timesPerPeriod: 3 } },
  { name: t.read, Icon: IconBook, values: { kind: 'COUNT', target: 10, unit: t.pages } },
  { name: t.sleep, Icon: IconMoon, values: { reminders: [{ time: '22:00' }] } },
  { name: t.phone, Icon: IconDeviceMobileOff, values: {} },
] as const satisfies { name: string; Icon: unknown; values: Partial<Values> }[]

/** One press fills the form. */
export const Ideas = ({ form }: { form: ServerForm<Values> }) => (
  <Group role="group" aria-label={t.title} gap="xs" className={classes.ideas}>
    {ideas.map(({ name, Icon, values }) => (
      <button
        key={name}
        type="button"
        className={classes.idea}
        aria-pressed={form.values.title === name}
        onClick={() => {
          const reminders: Values['reminders'] = 'reminders' in values ? [...values.reminders] : []
          form.setValues({ ...nothing, ...values, title: name, reminders })
        }}
      >
        <Icon aria-hidden size={20} />
        {name}
      </button>
    ))}
  </Group>
)
