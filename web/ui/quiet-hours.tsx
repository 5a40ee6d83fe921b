import { Group, Switch, Text, Title } from '@mantine/core'
import { TimeField } from './time-field.tsx'

interface Hours {
  enabled: boolean
  start: string
  end: string
}

interface QuietHoursProps {
  hours: Hours
  said: { quiet: string; quietOn: string; from: string; to: string }
  hint: string
  onChange: (change: Partial<Hours>) => void
}

/** When somebody is not to be disturbed. Each choice is kept as it is made. */
export const QuietHours = ({ hours, said, hint, onChange }: QuietHoursProps) => (
  <section>
    <Title order={2} size="h4">
      {said.quiet}
    </Title>
    <Text c="var(--ink-soft)" mb="xs">
      {hint}
    </Text>
    <Switch
      label={said.quietOn}
      checked={hours.enabled}
      onChange={({ currentTarget: { checked } }) => onChange({ enabled: checked })}
    />
    {hours.enabled && (
      <Group mt="xs">
        <TimeField label={said.from} value={hours.start} onSet={(start) => onChange({ start })} />
        <TimeField label={said.to} value={hours.end} onSet={(end) => onChange({ end })} />
      </Group>
    )}
  </section>
)
