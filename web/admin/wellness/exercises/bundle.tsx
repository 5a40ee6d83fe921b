import { Button, FileInput, Group, Stack, Text } from '@mantine/core'
import { adminImportCatalog, type CatalogBundle } from '@plaza/client/wellness'
import { adminExportCatalogMutation } from '@plaza/client/wellness/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/wellness/catalogue.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ask, Failure } from '../../../ui/failure.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'

const t = texts.bundle

/** The catalogue as a file: out of the server, and into it once one has seen what would change. */
export function BundleWindow({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const exporting = useMutation({
    ...adminExportCatalogMutation(),
    onSuccess: ({ data }) => saveFile(fileOf(data), 'catalogue.json'),
  })
  const send = async (dryRun: boolean) => {
    const body = await bundleIn(file)
    return (await ask(adminImportCatalog({ body, query: { dryRun } }))).data
  }
  const look = useMutation({ mutationFn: () => send(true) })
  const apply = useMutation({
    mutationFn: () => send(false),
    onSuccess: () => {
      void queryClient.invalidateQueries(ofNoun('exercises'))
      say(t.done)
      onClose()
    },
  })
  const found = look.data
  const failure = exporting.error ?? look.error ?? apply.error
  return (
    <Dialog onClose={onClose} title={t.title} size="lg">
      <Stack>
        <Group>
          <Button variant="default" loading={exporting.isPending} onClick={() => exporting.mutate({})}>
            {t.export}
          </Button>
        </Group>
        <FileInput
          label={t.import}
          placeholder={t.choose}
          accept="application/json,.json"
          onChange={(chosen) => {
            setFile(chosen)
            look.reset()
            apply.reset()
          }}
        />
        <FormFailure message={failure ? failureText(failure) : undefined} />
        {found && (
          <section aria-live="polite">
            <Text>
              {[t.created(found.created), t.updated(found.updated), t.unchanged(found.unchanged)].join(' · ')}
            </Text>
            {found.changes.length === 0 && <Text>{t.nothing}</Text>}
            <ul>
              {found.changes.map(({ id, kind, action, name, fields }) => (
                <li key={id}>
                  {t.actions[action]}: {t.kinds[kind]} <strong dir="auto">{name}</strong>
                  {fields.length > 0 && ` (${fields.join(', ')})`}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Group justify="flex-end">
          <Button
            variant={found ? 'default' : 'filled'}
            disabled={!file}
            loading={look.isPending}
            onClick={() => look.mutate()}
          >
            {t.look}
          </Button>
          {found && found.changes.length > 0 && (
            <Button loading={apply.isPending} onClick={() => apply.mutate()}>
              {t.apply}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** What went wrong, with where in the file. */
const failureText = (error: unknown): string =>
  [messageOf(error), ...(error instanceof Failure ? error.fields.map(({ path }) => path) : [])].join(' ')

async function bundleIn(file: File | null): Promise<CatalogBundle> {
  try {
    // The server looks at it closely.
    return JSON.parse((await file?.text()) ?? '') as CatalogBundle
  } catch {
    throw new Failure(400, 'UNREADABLE', t.unreadable)
  }
}

const fileOf = (bundle: CatalogBundle): Blob =>
  new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' })
