import { FileInput, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/catalogue.ts'
import { messageOf } from '../../../ui/states.tsx'
import { useFormUpload } from '../../../ui/uploading.ts'
import { acceptOf, type Kind, lengthOf, sendFile } from './send-file.ts'

interface FileFieldProps {
  label: string
  kind: Kind
  folder: 'exercise' | 'category'
  /** Whether there is one already, which stays unless another is chosen. */
  isThere: boolean
  error?: unknown
  onSent: (key: string, seconds: number | undefined) => void
}

/** Sends a file as soon as it is chosen, and says how far it is. */
export function FileField({ label, kind, folder, isThere, error, onSent }: FileFieldProps) {
  const [share, setShare] = useState(0)
  const sending = useFormUpload({
    send: async (file: File, signal) => {
      const key = await sendFile(file, folder, { onProgress: setShare, signal })
      return { key, seconds: kind === 'image' ? undefined : await lengthOf(key, kind) }
    },
  })
  const choose = (file: File | null) => {
    if (!file) return
    setShare(0)
    sending.mutate(file, { onSuccess: ({ key, seconds }) => onSent(key, seconds) })
  }
  return (
    <Stack gap={4}>
      <FileInput
        label={label}
        accept={acceptOf[kind]}
        placeholder={isThere ? t.file.replace : t.file.choose}
        description={t.file.hints[kind]}
        error={sending.error ? messageOf(sending.error) : typeof error === 'string' ? error : undefined}
        disabled={sending.isPending}
        onChange={choose}
      />
      {sending.isPending && <Progress aria-label={t.file.sending} value={100 * share} />}
      {sending.isSuccess && <Text role="status">{t.file.sent}</Text>}
    </Stack>
  )
}
