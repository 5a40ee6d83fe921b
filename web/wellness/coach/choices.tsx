import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core'
import type { CoachSettings, CoachSettingsDto } from '@plaza/client/wellness'
import { eraseChatHistoryMutation, updateChatSettingsMutation } from '@plaza/client/wellness/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/coach.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { FormFailure, messageOf } from '../../ui/states.tsx'
import classes from './choices.module.css'

const retentions = ['30', '90', '365', 'forever'] as const
type Retention = NonNullable<CoachSettingsDto['retentionDays']> | null

const daysOf = (chosen: string): Retention => (chosen === 'forever' ? null : (Number(chosen) as Retention))

/** How long messages are kept, where they may go, and how they are erased. */
export function Choices({ settings }: { settings: CoachSettings }) {
  const queryClient = useQueryClient()
  const settled = { onSettled: () => queryClient.invalidateQueries(ofNoun('coach')) }
  const change = useMutation({ ...updateChatSettingsMutation(), ...settled })
  const [isAsking, setAsking] = useState(false)
  const erase = useMutation({
    ...eraseChatHistoryMutation(),
    ...settled,
    onSuccess: () => setAsking(false),
  })
  const { model, retentionDays } = settings
  const save = (body: CoachSettingsDto) => change.mutate({ body })
  return (
    <details className={classes.choices}>
      <summary>{texts.choices}</summary>
      <Stack p="0 1rem 1rem">
        <FormFailure message={change.isError ? messageOf(change.error) : undefined} />
        <NativeSelect
          label={texts.retention}
          value={String(retentionDays ?? 'forever')}
          disabled={change.isPending}
          data={retentions.map((value) => ({ value, label: texts.retentions[value] ?? value }))}
          onChange={({ currentTarget }) => save({ retentionDays: daysOf(currentTarget.value) })}
        />
        {model && (
          <Switch
            label={texts.model}
            description={texts.modelHint(model.host, model.name)}
            checked={model.agreedAt !== null}
            disabled={change.isPending}
            onChange={({ currentTarget }) =>
              save({ model: { isAgreed: currentTarget.checked, version: model.version } })
            }
          />
        )}
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.erase}
          </Button>
          <Text role="status">{erase.isSuccess ? texts.erased : change.isSuccess ? texts.saved : ''}</Text>
        </Group>
      </Stack>
      {isAsking && (
        <Confirmation
          title={texts.eraseTitle}
          hint={texts.eraseHint}
          action={texts.erase}
          isGrave
          change={{ ...erase, mutate: () => erase.mutate({}) }}
          onClose={() => setAsking(false)}
        />
      )}
    </details>
  )
}
