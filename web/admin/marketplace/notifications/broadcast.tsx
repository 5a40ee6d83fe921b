import {
  Button,
  Fieldset,
  NativeSelect,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { adminBroadcastNotificationMutation } from '@plaza/client/marketplace/queries'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/notifications.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { changedFields } from '../../../ui/merge.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useIsUploading } from '../../../ui/uploading.ts'
import classes from '../../composer.module.css'
import { PhonePreview } from '../../phone-preview.tsx'
import { PictureField } from './picture-field.tsx'

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
  const [reaches, setReaches] = useState<number>()
  const isUploading = useIsUploading()
  const form = useServerForm({
    initialValues: empty,
    mutation: adminBroadcastNotificationMutation(),
    // Before it goes out, a trial tells how many it reaches.
    request: (values, { keyOf }, how?: 'send') => {
      const body = bodyOf(values)
      if (how === undefined) return { body: { ...body, dry_run: true } }
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    names: fieldNames,
    onSuccess: ({ meta }, { values, how }) => {
      if (how === undefined) {
        // What was changed meanwhile is another broadcast, which reaches others.
        if (changedFields(values, form.getValues()).length === 0) setReaches(meta?.audience_size ?? 0)
        return
      }
      say(texts.sent)
      setReaches(undefined)
      form.reset()
    },
    onRefused: ({ fields }) => {
      if (fields.length > 0) setReaches(undefined)
    },
  })
  const wanted = kinds.filter((kind) => form.values.isWanted[kind])
  return (
    <div className={classes.page}>
      <form onSubmit={form.submit()}>
        <Stack>
          <PageTitle>{texts.title}</PageTitle>
          <Text c="var(--ink-soft)">{texts.hint}</Text>
          <FormFailure message={reaches === undefined ? form.failure : undefined} />
          <NativeSelect
            label={texts.audience}
            data={Object.entries(texts.audiences).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('audience')}
          />
          {kinds.map((kind) => (
            <NoticeFields key={kind} kind={kind} form={form} />
          ))}
          <Button type="submit" disabled={wanted.length === 0 || isUploading} loading={form.isSending}>
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
      {reaches !== undefined && (
        <Confirmation
          title={texts.confirmTitle}
          hint={texts.confirm(reaches)}
          action={texts.confirmAction}
          isGrave
          change={{ mutate: form.submit('send'), isPending: form.isSending, error: form.refusal }}
          onClose={() => setReaches(undefined)}
        />
      )}
    </div>
  )
}

function NoticeFields({
  kind,
  form,
}: {
  kind: Kind
  form: Pick<ServerForm<Values>, 'getInputProps' | 'values'>
}) {
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
