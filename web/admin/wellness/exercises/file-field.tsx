import { FileInput, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/catalogue.ts'
import { messageOf } from '../../../ui/states.tsx'
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
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [isSent, setSent] = useState(false)
  const choose = async (file: File | null) => {
    if (!file) return
    setFailure(undefined)
    setSent(false)
    setShare(0)
    try {
      const key = await sendFile(file, folder, { onProgress: setShare })
      onSent(key, kind === 'image' ? undefined : await lengthOf(key, kind))
      setSent(true)
    } catch (problem) {
      setFailure(messageOf(problem))
    } finally {
      setShare(undefined)
    }
  }
  return (
    <Stack gap={4}>
      <FileInput
        label={label}
        accept={acceptOf[kind]}
        placeholder={isThere ? t.file.replace : t.file.choose}
        description={t.file.hints[kind]}
        error={failure ?? (typeof error === 'string' ? error : undefined)}
        disabled={share !== undefined}
        onChange={(file) => void choose(file)}
      />
      {share !== undefined && <Progress aria-label={t.file.sending} value={100 * share} />}
      {isSent && <Text role="status">{t.file.sent}</Text>}
    </Stack>
  )
}
