import { Button, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { adminGetSystemConfig, type SystemConfigKey } from '@plaza/client/marketplace'
import {
  adminGetSystemConfigOptions,
  adminUpdateSystemConfigMutation,
} from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/system.ts'
import { ask } from '../../../ui/failure.ts'
import { changedFields } from '../../../ui/merge.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ofNoun } from '../../../ui/queries.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { Failed, FormFailure, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { State } from '../../state.tsx'
import { History } from './history.tsx'
import { fallbackOf, groupOf, meantBy, nameOf, typedOf, wrongWith } from './keys.ts'
import classes from './settings.module.css'

/** Under which the form keeps a key: a dot in it would mean a part of something. */
const fieldOf = (key: string) => key.replaceAll('.', '/')

type Values = Record<string, string>

interface Keys {
  __v: number
  keys: readonly SystemConfigKey[]
}

const baseOf = ({ __v: version, keys }: Keys) => ({
  version,
  values: Object.fromEntries(keys.map(({ key, value }) => [fieldOf(key), typedOf(value)])) as Values,
})

/** Everything that is set while the server runs, and what it was before. */
export function Settings() {
  const query = useQuery(adminGetSystemConfigOptions())
  const [returns, setReturns] = useState(0)
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  return (
    <div className={classes.page}>
      {/* Who goes back wants everything as it was then, what was typed since as well. */}
      <KeysForm key={returns} config={query.data.data} />
      <History version={query.data.data.__v} onReturned={() => setReturns(returns + 1)} />
    </div>
  )
}

function KeysForm({ config }: { config: Keys }) {
  const { keys } = config
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const base = baseOf(config)
  const form = useServerForm({
    initialValues: base.values,
    validate: Object.fromEntries(
      keys.map((key) => [fieldOf(key.key), (typed: string) => wrongWith(key, typed)]),
    ),
    mutation: adminUpdateSystemConfigMutation(),
    request: (values, { base: known }) => ({
      body: {
        config: Object.fromEntries(
          keys
            .filter(({ key }) => changedFields(values, known.values).includes(fieldOf(key)))
            .map((key) => [key.key, meantBy(key, values[fieldOf(key.key)] ?? '')]),
        ),
      },
      headers: { 'If-Match': String(known.version ?? 0) },
    }),
    names: Object.fromEntries(keys.map(({ key }) => [`config.${key}`, fieldOf(key)])),
    base,
    reload: async () => baseOf((await ask(adminGetSystemConfig())).data),
    onSuccess: async ({ data }, { values, fill }) => {
      fill({ values, version: data.__v })
      say(texts.saved(data.changes.map(({ key }) => key)))
      await queryClient.invalidateQueries(ofNoun('system'))
    },
  })
  const isFound = (key: SystemConfigKey) =>
    `${key.key} ${nameOf(key)}`.toLowerCase().includes(words.trim().toLowerCase())
  const groups = Map.groupBy(keys.filter(isFound), ({ key }) => groupOf(key))
  return (
    <form onSubmit={form.submit()} noValidate>
      <Stack>
        <PageTitle>{texts.title}</PageTitle>
        <Text c="var(--ink-soft)">{texts.hint}</Text>
        <TextInput
          type="search"
          label={texts.find}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        <FormFailure message={form.isRebased ? texts.rebased : form.failure} />
        {Object.entries(texts.groups).map(([group, name]) => {
          const found = groups.get(group)
          return (
            found && (
              <Fieldset key={group} legend={name}>
                <Stack>
                  {found.map((key) => (
                    <KeyField key={key.key} of={key} form={form} />
                  ))}
                </Stack>
              </Fieldset>
            )
          )
        })}
        <div className={classes.bar}>
          <Button type="submit" loading={form.isSending}>
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function hintOf(key: SystemConfigKey): string {
  const { kind, minimum, maximum } = key
  const range =
    kind === 'text'
      ? texts.length(maximum ?? 0)
      : minimum !== null && maximum !== null
        ? texts.range(minimum, maximum)
        : ''
  return `${texts.fallback(fallbackOf(key))} ${range}`.trim()
}

function KeyField({
  of,
  form,
}: {
  of: SystemConfigKey
  form: Pick<ServerForm<Values>, 'getInputProps' | 'values'>
}) {
  const field = fieldOf(of.key)
  const isSet = form.values[field] !== ''
  const shared = {
    label: (
      <Group component="span" gap="xs">
        {nameOf(of)}
        <State tone={isSet ? 'busy' : 'quiet'}>{isSet ? texts.isSet : texts.isDefault}</State>
      </Group>
    ),
    ...form.getInputProps(field),
  }
  if (of.kind === 'flag')
    return (
      <NativeSelect
        {...shared}
        data={[
          { value: '', label: texts.fallback(fallbackOf(of)) },
          { value: 'true', label: texts.on },
          { value: 'false', label: texts.off },
        ]}
      />
    )
  if (of.kind === 'text')
    return <Textarea {...shared} autosize maxLength={of.maximum ?? 300} description={hintOf(of)} dir="auto" />
  return (
    <TextInput {...shared} inputMode={of.kind === 'number' ? 'numeric' : 'text'} description={hintOf(of)} />
  )
}
