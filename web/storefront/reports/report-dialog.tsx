import { Button, Checkbox, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import {
  type ReportPostData,
  reportChat,
  reportComment,
  reportPost,
  reportReview,
  reportUser,
} from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/reports.ts'
import { texts as shared } from '../../texts/ui.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ask } from '../../ui/failure.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useIsUploading } from '../../ui/uploading.ts'
import { useWhileShown } from '../../ui/while-shown.ts'
import { PrivatePictures } from '../private-pictures.tsx'

type Reason = ReportPostData['body']['reason']
type PersonalReason = Exclude<Reason, 'counterfeit' | 'wrong_category' | 'duplicate' | 'sold'>

/** What is reported: of a chat with whoever is on its other side. */
export interface Reported {
  kind: 'post' | 'comment' | 'review' | 'user' | 'chat'
  id: string
  name: string
}

const ofPeople: readonly PersonalReason[] = ['scam', 'spam', 'offensive', 'prohibited', 'other']
const ofListings: readonly Reason[] = [
  'scam',
  'prohibited',
  'counterfeit',
  'offensive',
  'spam',
  'wrong_category',
  'duplicate',
  'sold',
  'other',
]

interface Values {
  reason: Reason | ''
  details: string
  evidence: string[]
  block: boolean
}

function send({ kind, id }: Reported, { reason, details, evidence, block }: Values) {
  const said = { ...(details.trim() && { details }), ...(evidence.length > 0 && { evidence }) }
  if (kind === 'post') return ask(reportPost({ body: { post_id: id, reason: reason as Reason, ...said } }))
  // The choice has no others here.
  const body = { reason: reason as PersonalReason, ...said }
  if (kind === 'comment') return ask(reportComment({ body: { comment_id: id, ...body } }))
  if (kind === 'review') return ask(reportReview({ body: { review_id: id, ...body } }))
  return kind === 'user'
    ? ask(reportUser({ body: { user_id: id, ...body } }))
    : ask(reportChat({ body: { chatroom_id: id, block, ...body } }))
}

/** Asks what is wrong with something, and tells those who look after the place. */
export function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const client = useQueryClient()
  const close = useWhileShown(onClose)
  const isUploading = useIsUploading()
  const form = useServerForm<Values, Values, unknown>({
    initialValues: { reason: '', details: '', evidence: [], block: false },
    mutation: { mutationFn: (values) => send(reported, values) },
    request: (values) => values,
    onSuccess: (_, { values }) => {
      say(texts.sent)
      // A block shows everywhere.
      if (values.block) void client.invalidateQueries()
      close()
    },
  })
  return (
    <Dialog onClose={onClose} title={texts.title(reported.name)}>
      <form onSubmit={form.submit()}>
        <Stack>
          <Text c="var(--ink-soft)">{texts.hint}</Text>
          {reported.kind === 'chat' && <Text c="var(--ink-soft)">{texts.chatHint}</Text>}
          <FormFailure message={form.failure} />
          <Radio.Group label={texts.reason} required {...form.getInputProps('reason')}>
            <Stack gap="xs" mt="xs">
              {(reported.kind === 'post' ? ofListings : ofPeople).map((reason) => (
                <Radio key={reason} value={reason} label={texts.reasons[reason] ?? reason} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            autosize
            minRows={2}
            maxLength={1000}
            label={texts.details}
            {...form.getInputProps('details')}
          />
          <PrivatePictures
            purpose="evidence"
            hint={texts.evidenceHint}
            ids={form.values.evidence}
            onChange={(ids) => form.setFieldValue('evidence', ids)}
          />
          {reported.kind === 'chat' && (
            <Checkbox label={texts.block} {...form.getInputProps('block', { type: 'checkbox' })} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared.cancel}
            </Button>
            <Button
              type="submit"
              color="red"
              loading={form.isSending}
              disabled={form.values.reason === '' || isUploading}
            >
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
