import { Button, NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { createGoalMutation } from '@plaza/client/wellness/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../texts/goals.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'

const rhythms = ['DAILY', 'WEEKDAYS', 'WEEKLY'] as const

interface Values {
  title: string
  frequency: (typeof rhythms)[number]
  timesPerPeriod: number | string
  isCounted: boolean
  target: number | string
  unit: string
  reminder: string
}

const nothing: Values = {
  title: '',
  frequency: 'DAILY',
  timesPerPeriod: 3,
  isCounted: false,
  target: 1,
  unit: '',
  reminder: '',
}

/** What is sent: a title is enough, everything else has a value that suits most. */
const requestOf = ({ title, frequency, timesPerPeriod, isCounted, target, unit, reminder }: Values) => ({
  body: {
    title,
    frequency,
    ...(frequency === 'WEEKLY' ? { timesPerPeriod: Number(timesPerPeriod) } : {}),
    ...(isCounted
      ? { metric: 'COUNT' as const, target: { value: Number(target), ...(unit ? { unit } : {}) } }
      : {}),
    ...(reminder ? { reminders: [{ time: reminder }] } : {}),
  },
})

/** Setting out to do something, in a few seconds. */
export function NewGoal() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: nothing,
    mutation: createGoalMutation(),
    request: requestOf,
    names: {
      'target.value': 'target',
      target: 'target',
      'target.unit': 'unit',
      'reminders.0.time': 'reminder',
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(ofNoun('goals'))
      await navigate({ to: '/goals' })
    },
  })
  const { frequency, isCounted } = form.values
  return (
    <form onSubmit={form.submit()}>
      <Stack maw="30rem" mx="auto">
        <PageTitle>{texts.add}</PageTitle>
        <FormFailure message={form.failure} />
        <TextInput
          size="lg"
          required
          maxLength={120}
          label={texts.create.name}
          placeholder={texts.create.example}
          {...form.getInputProps('title')}
        />
        <Radio.Group label={texts.create.rhythm} {...form.getInputProps('frequency')}>
          <Stack gap="xs" mt="xs">
            {rhythms.map((rhythm) => (
              <Radio key={rhythm} value={rhythm} label={texts.rhythms[rhythm]} />
            ))}
          </Stack>
        </Radio.Group>
        {frequency === 'WEEKLY' && (
          <NumberInput min={1} max={7} label={texts.create.times} {...form.getInputProps('timesPerPeriod')} />
        )}
        <Switch
          label={texts.create.count}
          description={texts.create.countHint}
          {...form.getInputProps('isCounted', { type: 'checkbox' })}
        />
        {isCounted && (
          <>
            <NumberInput min={1} label={texts.create.target} {...form.getInputProps('target')} />
            <TextInput
              maxLength={20}
              label={texts.create.unit}
              placeholder={texts.create.unitExample}
              {...form.getInputProps('unit')}
            />
          </>
        )}
        <TextInput type="time" label={texts.create.reminder} {...form.getInputProps('reminder')} />
        <Button type="submit" size="lg" loading={form.isSending}>
          {texts.create.submit}
        </Button>
      </Stack>
    </form>
  )
}
