import { Checkbox, FileInput, Text } from '@mantine/core'
import { adminImportModels } from '@plaza/client/marketplace'
import { adminGetModelsInfiniteQueryKey } from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/models.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { ask, Failure } from '../../../ui/failure.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

const said = texts.import

/** Takes a table in once it was shown what that changes. */
export function ModelImport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [isWhole, setWhole] = useState(false)
  const preview = useQuery({
    queryKey: ['a table of models', file?.name, file?.size, file?.lastModified, isWhole],
    queryFn: () => compare(file, isWhole, true),
    enabled: file !== null,
    retry: false,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: () => compare(file, isWhole, false),
    onSuccess: async () => {
      say(said.done)
      onClose()
      await client.invalidateQueries({ queryKey: adminGetModelsInfiniteQueryKey() })
    },
  })
  const changes = preview.data
  const isSame = changes !== undefined && changes.added + changes.changed + changes.removed === 0
  return (
    <Confirmation
      title={said.title}
      hint={said.hint}
      action={said.action}
      isGrave={Boolean(changes?.removed)}
      isReady={changes !== undefined && !isSame}
      change={change}
      onClose={onClose}
    >
      <FileInput
        label={said.file}
        placeholder={said.choose}
        accept=".csv,text/csv"
        clearable
        clearButtonProps={{ 'aria-label': said.remove }}
        value={file}
        onChange={setFile}
      />
      <Checkbox
        label={said.whole}
        checked={isWhole}
        onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
      />
      {file && preview.isPending && <Waiting />}
      {preview.error && <Wrong error={preview.error} retry={() => preview.refetch()} />}
      {changes && (
        <section aria-label={said.preview} aria-live="polite">
          <Text>{said.count(changes.models)}</Text>
          {isSame ? (
            <Text>{said.nothing}</Text>
          ) : (
            <Text fw={600}>
              {[said.added(changes.added), said.changed(changes.changed), said.removed(changes.removed)].join(
                ' · ',
              )}
            </Text>
          )}
        </section>
      )}
    </Confirmation>
  )
}

async function compare(file: File | null, isWhole: boolean, isDry: boolean) {
  const csv = (await file?.text()) ?? ''
  const { data } = await ask(adminImportModels({ body: { csv, is_whole: isWhole, dry_run: isDry } }))
  return data
}

/** What is wrong, line by line. */
function Wrong({ error, retry }: { error: unknown; retry: () => void }) {
  const fields = error instanceof Failure ? error.fields : []
  if (fields.length === 0) return <Failed error={error} retry={retry} />
  return (
    <div role="alert">
      <Text>{said.wrong}</Text>
      <ul>
        {fields.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}
