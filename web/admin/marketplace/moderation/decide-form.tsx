import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { DecideReportData, QueueItem } from '@plaza/client/marketplace'
import { decideReportMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ofNoun } from '../../../ui/queries.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from './queue.module.css'
import type { OnDecided } from './queue-item.ts'

type Case = NonNullable<QueueItem['case']>
type Action = DecideReportData['body']['decision']

const fitting: Record<Case['model'], readonly Action[]> = {
  post: ['warn', 'hide', 'limit', 'remove', 'suspend', 'ban'],
  comment: ['warn', 'limit', 'remove', 'suspend', 'ban'],
  review: ['warn', 'remove', 'suspend', 'ban'],
  chat: ['warn', 'limit', 'suspend', 'ban'],
  user: ['warn', 'limit', 'suspend', 'ban'],
}

const lasts = (action: Action) => action === 'suspend' || action === 'limit'

/** What can be done; listings are kept from others for proven spam alone. */
const fittingTo = ({ model, reports }: Case) =>
  fitting[model].filter((action) => action !== 'limit' || reports.some(({ reason }) => reason === 'spam'))

/** The two ways out of a report: nothing was wrong, or something is done, with its reasons. */
export function DecideBar({ reported, onDecided }: { reported: Case; onDecided: OnDecided }) {
  const client = useQueryClient()
  const [isDeciding, deciding] = useDisclosure(false)
  const dismissal = useMutation({
    ...decideReportMutation(),
    onSuccess: async () => {
      say(texts.decided)
      await onDecided()
      await client.invalidateQueries(ofNoun('moderation'))
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        loading={dismissal.isPending}
        onClick={() => dismissal.mutate({ body: { case_id: reported._id, decision: 'dismiss' } })}
      >
        {texts.dismiss}
      </Button>
      <Button variant="default" c="var(--bad)" onClick={deciding.open}>
        {texts.decide}
      </Button>
      {isDeciding && <DecideForm reported={reported} onDecided={onDecided} onClose={deciding.close} />}
    </div>
  )
}

interface DecideFormProps {
  reported: Case
  onDecided: OnDecided
  onClose: () => void
}

function DecideForm({ reported, onDecided, onClose }: DecideFormProps) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { decision: 'warn' as Action, rule: '', facts: '', statement: '', days: 30 },
    mutation: decideReportMutation(),
    request: ({ days, ...values }) => ({
      body: { case_id: reported._id, ...values, ...(lasts(values.decision) && { days }) },
    }),
    onSuccess: async () => {
      say(texts.decided)
      onClose()
      await onDecided()
      await client.invalidateQueries(ofNoun('moderation'))
    },
  })
  const { decision } = form.values
  return (
    <Dialog onClose={onClose} title={texts.decisionTitle}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.failure} />
          <NativeSelect
            label={texts.action}
            data={fittingTo(reported).map((value) => ({ value, label: texts.actions[value] ?? value }))}
            {...form.getInputProps('decision')}
          />
          {decision === 'ban' && <Text c="var(--ink-soft)">{texts.banHint}</Text>}
          {decision === 'remove' && <Text c="var(--ink-soft)">{texts.removeHint}</Text>}
          {decision === 'limit' && <Text c="var(--ink-soft)">{texts.limitHint}</Text>}
          {lasts(decision) && (
            <NumberInput label={texts.days} min={1} max={365} {...form.getInputProps('days')} />
          )}
          <TextInput
            required
            maxLength={64}
            label={texts.rule}
            description={texts.ruleHint}
            {...form.getInputProps('rule')}
          />
          <Textarea
            required
            autosize
            minRows={2}
            maxLength={2000}
            label={texts.facts}
            description={texts.factsHint}
            {...form.getInputProps('facts')}
          />
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={2000}
            label={texts.statement}
            {...form.getInputProps('statement')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button type="submit" color="red" loading={form.isSending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
