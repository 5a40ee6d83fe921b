import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  exportPersonalDataMutation,
  getPersonalDataExportOptions,
  getPersonalDataExportQueryKey,
} from '@plaza/client/marketplace/queries'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { texts as common } from '../../texts/ui.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { date } from '../../ui/dates.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure } from '../../ui/states.tsx'
import classes from './your-data.module.css'

const whilePreparingMs = 2000

/** A copy of everything that is kept: asked for, waited for, fetched. */
export function TakeAlong() {
  const [isAsking, setAsking] = useState(false)
  const query = useQuery({
    ...getPersonalDataExportOptions(),
    refetchInterval: ({ state }) => state.data?.data?.status === 'preparing' && whilePreparingMs,
  })
  if (query.isPending) return <Skeleton height={36} aria-hidden />
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const copy = query.data?.data ?? null
  const isPreparing = copy?.status === 'preparing'
  return (
    <>
      <div role="status">
        {isPreparing && <Text>{texts.data.preparing}</Text>}
        {copy?.status === 'failed' && <Text>{texts.data.failed}</Text>}
        {copy?.url && copy.expires_at && <Text>{texts.data.ready(date(copy.expires_at))}</Text>}
      </div>
      {copy?.url && (
        <Anchor href={copy.url} download="plaza.json" underline="always">
          {texts.data.download}
        </Anchor>
      )}
      {isAsking && !isPreparing ? (
        <CopyForm onClose={() => setAsking(false)} />
      ) : (
        <Button variant="default" loading={isPreparing} onClick={() => setAsking(true)}>
          {copy?.url ? texts.data.another : texts.data.make}
        </Button>
      )}
    </>
  )
}

/** Asks for the password, and for a copy. */
function CopyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { password: '' },
    mutation: exportPersonalDataMutation(),
    request: (body) => ({ body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: getPersonalDataExportQueryKey() })
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit()} className={classes.form}>
      <Stack>
        <FormFailure message={form.failure} />
        <PasswordField description={texts.data.passwordHint} {...form.getInputProps('password')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {texts.data.make}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
