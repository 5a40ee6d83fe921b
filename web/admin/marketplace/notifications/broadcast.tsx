import {
  Button,
  Fieldset,
  Modal,
  NativeSelect,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { adminBroadcastNotificationMutation } from '@plaza/client/marketplace/queries'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/notifications.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { showFailure } from '../../../ui/forms.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from '../../composer.module.css'
import { PhonePreview } from '../../phone-preview.tsx'
import { useSendKey } from '../../send-key.ts'
import { PictureField, pictureUpload } from './picture-field.tsx'

const kinds = ['tutorial', 'breakingNews'] as const
type Kind = (typeof kinds)[number]
type Field = 'title' | 'message' | 'imageUrl' | 'label' | 'screen'

const noNotice = { title: '', message: '', imageUrl: '', label: '', screen: '' }
const empty = {
  audience: 'everyone',
  isWanted: { tutorial: false, breakingNews: false },
  tutorial: noNotice,
  breakingNews: noNotice,
}
type Values = typeof empty

const actionTypeOf = (target: string) => (target.startsWith('https://') ? 'open_url' : 'navigate')

const contentOf = ({ title, message, imageUrl, label, screen }: typeof noNotice) => ({
  title,
  message,
  ...(imageUrl ? { imageUrl } : {}),
  ...(label ? { action: { label, actionType: actionTypeOf(screen), payload: { screen } } } : {}),
})

const bodyOf = (values: Values) => ({
  audience: values.audience as 'everyone',
  sendTutorial: values.isWanted.tutorial,
  sendBreakingNews: values.isWanted.breakingNews,
  ...(values.isWanted.tutorial ? { tutorial: contentOf(values.tutorial) } : {}),
  ...(values.isWanted.breakingNews ? { breakingNews: contentOf(values.breakingNews) } : {}),
})

const fieldNames = Object.fromEntries(
  kinds.flatMap((kind) => [
    [`${kind}.action.label`, `${kind}.label`],
    [`${kind}.action.payload.screen`, `${kind}.screen`],
  ]),
)

/** Composes both notices, shows them as a phone would, and says how many people they reach. */
export function Broadcast() {
  const [failure, setFailure] = useState<string>()
  const [written, setWritten] = useState(empty)
  const sendKey = useSendKey(written)
  const isUploading = useIsMutating({ mutationKey: pictureUpload }) > 0
  const form = useForm<Values>({ initialValues: empty })
  const trial = useMutation({
    ...adminBroadcastNotificationMutation(),
    onError: (error) => setFailure(showFailure(form, error, fieldNames)),
  })
  const wanted = kinds.filter((kind) => form.values.isWanted[kind])
  return (
    <div className={classes.page}>
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined)
          setWritten(values)
          trial.mutate({ body: { ...bodyOf(values), dry_run: true } })
        })}
      >
        <Stack>
          <PageTitle>{texts.title}</PageTitle>
          <Text c="var(--ink-soft)">{texts.hint}</Text>
          <FormFailure message={failure} />
          <NativeSelect
            label={texts.audience}
            data={Object.entries(texts.audiences).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('audience')}
          />
          {kinds.map((kind) => (
            <NoticeFields key={kind} kind={kind} form={form} />
          ))}
          <Button type="submit" disabled={wanted.length === 0 || isUploading} loading={trial.isPending}>
            {texts.review}
          </Button>
        </Stack>
      </form>
      <section aria-label={texts.preview}>
        <Title order={2} size="h4" mb="sm">
          {texts.preview}
        </Title>
        {wanted.length === 0 && <Text c="var(--ink-soft)">{texts.previewEmpty}</Text>}
        {wanted.map((kind) => (
          <PhonePreview key={kind} name={texts[kind]} {...form.values[kind]} />
        ))}
      </section>
      {trial.isSuccess && (
        <ConfirmBroadcast
          values={written}
          sendKey={sendKey}
          reaches={trial.data.meta?.audience_size ?? 0}
          onClose={trial.reset}
          onSent={() => {
            trial.reset()
            setWritten(empty)
            form.reset()
          }}
        />
      )}
    </div>
  )
}

function NoticeFields({ kind, form }: { kind: Kind; form: ReturnType<typeof useForm<Values>> }) {
  const name = texts[kind]
  const props = (field: Field) => form.getInputProps(`${kind}.${field}`)
  return (
    <Fieldset legend={name}>
      <Stack>
        <Switch
          size="md"
          label={texts.send(name)}
          {...form.getInputProps(`isWanted.${kind}`, { type: 'checkbox' })}
        />
        {form.values.isWanted[kind] && (
          <>
            <TextInput required maxLength={120} label={texts.titleField} {...props('title')} />
            <Textarea
              required
              autosize
              minRows={3}
              maxLength={2000}
              label={texts.message}
              {...props('message')}
            />
            <PictureField label={texts.image} {...props('imageUrl')} />
            <TextInput maxLength={40} label={texts.buttonLabel} {...props('label')} />
            {form.values[kind].label && (
              <TextInput
                required
                maxLength={200}
                label={texts.screen}
                description={texts.screenHint}
                {...props('screen')}
              />
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

function ConfirmBroadcast({
  values,
  sendKey,
  reaches,
  onClose,
  onSent,
}: {
  values: Values
  sendKey: string
  reaches: number
  onClose: () => void
  onSent: () => void
}) {
  const send = useMutation({
    ...adminBroadcastNotificationMutation({ headers: { 'Idempotency-Key': sendKey } }),
    onSuccess: () => {
      say(texts.sent)
      onSent()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.confirmTitle}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <Stack>
        <Text>{texts.confirm(reaches)}</Text>
        <FormFailure message={send.error ? messageOf(send.error) : undefined} />
        <Button color="red" loading={send.isPending} onClick={() => send.mutate({ body: bodyOf(values) })}>
          {texts.confirmAction}
        </Button>
      </Stack>
    </Modal>
  )
}
