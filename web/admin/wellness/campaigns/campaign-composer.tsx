import { Button, Modal, NativeSelect, Stack, Switch, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import {
  adminCreateNotificationMutation,
  adminGetNotificationsQueryKey,
} from '@plaza/client/wellness/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/campaigns.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Failure } from '../../../ui/failure.ts'
import { dateTime } from '../../../ui/formats.ts'
import { showFailure } from '../../../ui/forms.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from '../../composer.module.css'
import { PhonePreview } from '../../phone-preview.tsx'
import { useSendKey } from '../../send-key.ts'

const empty = {
  notificationType: 'IN_APP',
  subject: '',
  description: '',
  recipientType: 'ALL',
  recipientEmail: '',
  link: '',
  scheduledAt: '',
  inUserTimeZone: false,
}
type Values = typeof empty

/** A time of this browser's clock with its offset: the server reads either, the clock or the moment. */
function withOffset(local: string): string {
  const minutes = -new Date(local).getTimezoneOffset()
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

const addressesOf = ({ recipientEmail }: Values) =>
  recipientEmail.split(/\s+/).filter((address) => address !== '')

const bodyOf = (written: Values) => {
  const { recipientEmail: _addresses, link, scheduledAt, inUserTimeZone, ...values } = written
  return {
    ...values,
    ...(values.recipientType === 'CUSTOM' ? { recipientEmail: addressesOf(written) } : {}),
    ...(link ? { link } : {}),
    ...(scheduledAt ? { scheduledAt: withOffset(scheduledAt), inUserTimeZone } : {}),
  }
}

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Writes a campaign, shows it, and asks once more before it goes out. */
export function CampaignComposer() {
  const form = useForm<Values>({ initialValues: empty })
  const [written, setWritten] = useState(empty)
  const [isConfirming, confirming] = useDisclosure()
  const [failure, setFailure] = useState<string>()
  const sendKey = useSendKey(written)
  const { values } = form
  return (
    <div className={classes.page}>
      <form
        onSubmit={form.onSubmit((submitted) => {
          setFailure(undefined)
          setWritten(submitted)
          confirming.open()
        })}
      >
        <Stack>
          <TextLink to="/campaigns" py="xs">
            ← {t.back}
          </TextLink>
          <PageTitle>{t.compose}</PageTitle>
          <FormFailure message={failure} />
          <NativeSelect
            label={t.channel}
            data={choices(t.channels)}
            {...form.getInputProps('notificationType')}
          />
          <NativeSelect
            label={t.audience}
            data={choices(t.audiences)}
            {...form.getInputProps('recipientType')}
          />
          {values.recipientType === 'CUSTOM' && (
            <Textarea
              required
              autosize
              minRows={3}
              label={t.addresses}
              {...form.getInputProps('recipientEmail')}
            />
          )}
          <TextInput required maxLength={150} label={t.subject} {...form.getInputProps('subject')} />
          <Textarea
            required
            autosize
            minRows={5}
            maxLength={10_000}
            label={t.message}
            description={t.nameHint}
            {...form.getInputProps('description')}
          />
          <TextInput
            maxLength={500}
            label={t.link}
            description={t.linkHint}
            {...form.getInputProps('link')}
          />
          <TextInput
            type="datetime-local"
            label={t.schedule}
            description={t.scheduleHint}
            {...form.getInputProps('scheduledAt')}
          />
          {values.scheduledAt && (
            <Switch
              size="md"
              label={t.ownClock}
              {...form.getInputProps('inUserTimeZone', { type: 'checkbox' })}
            />
          )}
          <Button type="submit">{t.review}</Button>
        </Stack>
      </form>
      <section aria-label={t.preview}>
        <Title order={2} size="h4" mb="sm">
          {t.preview}
        </Title>
        <PhonePreview
          name={t.channels[values.notificationType] ?? ''}
          title={values.subject}
          message={values.description}
        />
      </section>
      {isConfirming && (
        <ConfirmCampaign
          values={written}
          sendKey={sendKey}
          onClose={confirming.close}
          onRefused={(error) => {
            confirming.close()
            setFailure(showFailure(form, error))
            for (const { path } of error.fields) {
              const [, index] = /^body\.recipientEmail\.(\d+)$/.exec(path) ?? []
              const address = addressesOf(written)[Number(index)]
              if (address !== undefined) form.setFieldError('recipientEmail', t.noAddress(address))
            }
          }}
        />
      )}
    </div>
  )
}

const whenOf = ({ scheduledAt, inUserTimeZone }: Values) => {
  if (!scheduledAt) return t.atOnce
  const when = dateTime(scheduledAt)
  return inUserTimeZone ? t.laterOwnClock(when) : t.later(when)
}

function ConfirmCampaign({
  values,
  sendKey,
  onClose,
  onRefused,
}: {
  values: Values
  sendKey: string
  onClose: () => void
  /** Some input needs another value. */
  onRefused: (error: Failure) => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const send = useMutation({
    ...adminCreateNotificationMutation({ headers: { 'Idempotency-Key': sendKey } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: adminGetNotificationsQueryKey() })
      say(t.sent)
      void navigate({ to: '/campaigns' })
    },
    onError: (error) => {
      if (error instanceof Failure && error.fields.length > 0) onRefused(error)
    },
  })
  return (
    <Modal opened onClose={onClose} title={t.confirmTitle} closeButtonProps={{ 'aria-label': shared.close }}>
      <Stack>
        <Text>{t.confirm(t.audiences[values.recipientType] ?? '', whenOf(values))}</Text>
        <FormFailure message={send.error ? messageOf(send.error) : undefined} />
        <Button color="red" loading={send.isPending} onClick={() => send.mutate({ body: bodyOf(values) })}>
          {t.send}
        </Button>
      </Stack>
    </Modal>
  )
}
