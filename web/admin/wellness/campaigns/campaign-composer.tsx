import { Button, NativeSelect, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  adminCreateNotificationMutation,
  adminGetNotificationsQueryKey,
} from '@plaza/client/wellness/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts as t } from '../../../texts/admin/wellness/campaigns.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { dateTime } from '../../../ui/dates.ts'
import type { FieldFailure } from '../../../ui/failure.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from '../../composer.module.css'
import { PhonePreview } from '../../phone-preview.tsx'

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

/** Which of the addresses a field of the request is. */
const addressAt = ({ path }: FieldFailure, values: Values): string | undefined => {
  const [, index] = /^body\.recipientEmail\.(\d+)$/.exec(path) ?? []
  return addressesOf(values)[Number(index)]
}

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Writes a campaign, shows it, and asks once more before it goes out. */
export function CampaignComposer() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, confirming] = useDisclosure()
  const form = useServerForm({
    initialValues: empty,
    mutation: adminCreateNotificationMutation(),
    request: (values, { keyOf }) => {
      const body = bodyOf(values)
      return { body, headers: { 'Idempotency-Key': keyOf(body) } }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: adminGetNotificationsQueryKey() })
      say(t.sent)
      void navigate({ to: '/campaigns' })
    },
    onRefused: ({ fields }) => {
      // Some input needs another value.
      if (fields.length > 0) confirming.close()
      const wrong = fields.flatMap((field) => addressAt(field, form.getValues()) ?? [])
      for (const address of wrong) form.setFieldError('recipientEmail', t.noAddress(address))
    },
  })
  const { values } = form
  return (
    <div className={classes.page}>
      <form onSubmit={form.onSubmit(confirming.open)}>
        <Stack>
          <TextLink to="/campaigns" py="xs">
            ← {t.title}
          </TextLink>
          <PageTitle>{t.compose}</PageTitle>
          <FormFailure message={isConfirming ? undefined : form.failure} />
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
        <Confirmation
          title={t.confirmTitle}
          hint={t.confirm(t.audiences[values.recipientType] ?? '', whenOf(values))}
          action={t.send}
          isGrave
          change={{ mutate: form.submit(), isPending: form.isSending, error: form.refusal }}
          onClose={confirming.close}
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
