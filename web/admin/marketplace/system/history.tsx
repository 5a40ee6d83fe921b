import { Button, Group, Text, Title } from '@mantine/core'
import type { SystemConfigVersion } from '@plaza/client/marketplace'
import {
  adminGetSystemConfigVersionsInfiniteOptions,
  adminUpdateSystemConfigMutation,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/admin/marketplace/system.ts'
import { ago } from '../../../ui/dates.ts'
import { byCursor, ofNoun, rowsOf } from '../../../ui/queries.ts'
import { Failed, More, messageOf, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { inWords } from './keys.ts'
import classes from './settings.module.css'

/** What was changed when and by whom, and a way back to each. @param version that holds now */
export function History({ version, onReturned }: { version: number; onReturned: () => void }) {
  const query = useInfiniteQuery({ ...adminGetSystemConfigVersionsInfiniteOptions(), ...byCursor })
  const queryClient = useQueryClient()
  const goingBack = useMutation({
    ...adminUpdateSystemConfigMutation(),
    onSuccess: async () => {
      await queryClient.invalidateQueries(ofNoun('system'))
      onReturned()
      say(texts.goneBack)
    },
    onError: async (error) => {
      say(messageOf(error), 'bad')
      await queryClient.invalidateQueries(ofNoun('system'))
    },
  })
  const goBack = (to: number) =>
    goingBack.mutate({ body: { to_version: to }, headers: { 'If-Match': String(version) } })
  const versions = rowsOf(query.data)
  const back = (to: number) => (
    <Button variant="default" size="sm" disabled={goingBack.isPending} onClick={() => goBack(to)}>
      {texts.goBack}
    </Button>
  )
  return (
    <section aria-label={texts.history}>
      <Title order={2} size="h4" mb="sm">
        {texts.history}
      </Title>
      {query.isPending && <Waiting />}
      {query.isError && versions.length === 0 && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.isSuccess && versions.length === 0 && <Text c="var(--ink-soft)">{texts.none}</Text>}
      <ol className={classes.versions} reversed>
        {versions.map((one) => (
          <Version
            key={one.version}
            of={one}
            act={one.version === version ? <Text size="sm">{texts.present}</Text> : back(one.version)}
          />
        ))}
        {versions.length > 0 && !query.hasNextPage && (
          <li>
            <Group justify="space-between">
              <Text>{texts.before}</Text>
              {back(0)}
            </Group>
          </li>
        )}
      </ol>
      <More query={query} />
    </section>
  )
}

const Version = ({
  of: { version, restored_version, by, created_at, changes },
  act,
}: {
  of: SystemConfigVersion
  act: ReactNode
}) => (
  <li>
    <Group justify="space-between" align="start">
      <div>
        <Text fw={600}>{texts.version(version)}</Text>
        <Text size="sm" c="var(--ink-soft)" dir="auto">
          {texts.by(by?.name || texts.somebody, ago(created_at))}
        </Text>
        {restored_version !== null && (
          <Text size="sm">{restored_version === 0 ? texts.before : texts.restored(restored_version)}</Text>
        )}
      </div>
      {act}
    </Group>
    <ul className={classes.changes}>
      {changes.map(({ key, from, to }) => (
        <li key={key}>{texts.change(key, inWords(from), inWords(to))}</li>
      ))}
    </ul>
  </li>
)
