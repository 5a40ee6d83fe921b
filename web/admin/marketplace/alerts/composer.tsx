import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import type { AppAlert } from '@plaza/client/marketplace'
import { adminSaveAlertMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/alerts.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import classes from '../../composer.module.css'
import { PhonePreview } from '../../phone-preview.tsx'

const empty = {
  kind: 'info' as AppAlert['kind'],
  severity: 'info' as AppAlert['severity'],
  title: '',
  message: '',
  platforms: [] as AppAlert['platforms'],
  min_version: '',
  max_version: '',
  starts_at: '',
  ends_at: '',
  dismissible: true,
}
type Values = typeof empty

/** A moment as an input of this browser's clock shows it. */
function localOf(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const valuesOf = (alert: AppAlert): Values => ({
  kind: alert.kind,
  severity: alert.severity,
  title: alert.title,
  message: alert.message,
  platforms: alert.platforms,
  min_version: alert.min_version ?? '',
  max_version: alert.max_version ?? '',
  starts_at: localOf(alert.starts_at),
  ends_at: localOf(alert.ends_at),
  dismissible: alert.dismissible,
})

/** A time that was not touched keeps its seconds. */
const instantOf = (local: string, known: string | null | undefined) =>
  known && localOf(known) === local ? known : new Date(local).toISOString()

function bodyOf(values: Values, alert: AppAlert | undefined) {
  const { min_version, max_version, starts_at, ends_at, dismissible, ...said } = values
  const isForced = said.kind === 'force_update'
  return {
    ...(alert ? { _id: alert._id } : {}),
    ...said,
    ...(min_version ? { min_version } : {}),
    ...(max_version && !isForced ? { max_version } : {}),
    ...(starts_at ? { starts_at: instantOf(starts_at, alert?.starts_at) } : {}),
    ...(ends_at ? { ends_at: instantOf(ends_at, alert?.ends_at) } : {}),
    dismissible: dismissible && !isForced,
  }
}

/** The alert that was changed, as it is now. */
export type Reload = () => Promise<AppAlert>

const baseOf = (alert: AppAlert) => ({ values: valuesOf(alert), version: alert.__v })

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Writes an alert, a new one or one that is there, and shows it as a phone would. */
export function AlertComposer({
  alert,
  reload,
  onDone,
}: {
  alert: AppAlert | undefined
  reload: Reload | undefined
  onDone: () => void
}) {
  const queryClient = useQueryClient()
  const form = useServerForm({
    initialValues: alert ? valuesOf(alert) : empty,
    base: alert && baseOf(alert),
    reload: reload && (async () => baseOf(await reload())),
    mutation: adminSaveAlertMutation(),
    request: (values, { base: { version }, keyOf }) => {
      const body = bodyOf(values, alert)
      const headers = { 'Idempotency-Key': keyOf({ body, version }) }
      return { body, headers: version === undefined ? headers : { ...headers, 'If-Match': String(version) } }
    },
    onSuccess: async () => {
      say(texts.saved)
      onDone()
      await queryClient.invalidateQueries(ofNoun('alerts'))
    },
  })
  const { values } = form
  return (
    <div className={classes.page}>
      <form onSubmit={form.submit()}>
        <Stack>
          <Title order={2} size="h3">
            {alert ? texts.edit : texts.compose}
          </Title>
          <FormFailure message={form.isRebased ? texts.rebased : form.failure} />
          <NativeSelect label={texts.kind} data={choices(texts.kinds)} {...form.getInputProps('kind')} />
          <NativeSelect
            label={texts.severity}
            data={choices(texts.severities)}
            {...form.getInputProps('severity')}
          />
          <TextInput required maxLength={120} label={texts.titleField} {...form.getInputProps('title')} />
          <Textarea
            required
            autosize
            minRows={3}
            maxLength={2000}
            label={texts.message}
            {...form.getInputProps('message')}
          />
          <Scope form={form} />
          <Group>
            <Button type="submit" loading={form.isSending}>
              {texts.save}
            </Button>
            <Button variant="default" onClick={onDone}>
              {texts.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
      <section aria-label={texts.preview}>
        <Title order={2} size="h4" mb="sm">
          {texts.preview}
        </Title>
        <PhonePreview name={texts.kinds[values.kind]} title={values.title} message={values.message} />
      </section>
    </div>
  )
}

/** Whom an alert is for, and for how long. */
function Scope({ form }: { form: Pick<ServerForm<Values>, 'getInputProps' | 'values'> }) {
  const isForced = form.values.kind === 'force_update'
  return (
    <>
      <Checkbox.Group
        label={texts.platforms}
        description={texts.platformsHint}
        {...form.getInputProps('platforms')}
      >
        <Group mt="xs">
          {choices(texts.platformNames).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        required={isForced}
        maxLength={64}
        label={isForced ? texts.neededVersion : texts.minVersion}
        description={isForced ? texts.neededHint : texts.versionHint}
        {...form.getInputProps('min_version')}
      />
      {!isForced && (
        <TextInput
          maxLength={64}
          label={texts.maxVersion}
          description={texts.versionHint}
          {...form.getInputProps('max_version')}
        />
      )}
      <TextInput
        type="datetime-local"
        label={texts.startsAt}
        description={texts.startsHint}
        {...form.getInputProps('starts_at')}
      />
      <TextInput
        type="datetime-local"
        label={texts.endsAt}
        description={texts.endsHint}
        {...form.getInputProps('ends_at')}
      />
      {!isForced && (
        <Switch
          size="md"
          label={texts.dismissible}
          {...form.getInputProps('dismissible', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
