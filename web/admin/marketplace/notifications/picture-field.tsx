import { FileInput, Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/notifications.ts'
import { messageOf } from '../../../ui/states.tsx'
import { pictureTypes, uploadPicture } from '../../../ui/upload.ts'
import { useFormUpload } from '../../../ui/uploading.ts'

/** A picture of one's own: it is uploaded at once, and its address is the value. */
export function PictureField({
  value,
  error,
  onChange,
  ...props
}: {
  label: string
  value?: string
  error?: ReactNode
  onChange: (url: string) => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const upload = useFormUpload({
    send: (picked: File, signal) => uploadPicture(picked, 'town_hall', { signal }),
    onSuccess: ({ url }) => onChange(url),
  })
  const pick = (picked: File | null) => {
    setFile(picked)
    onChange('')
    if (picked) upload.mutate(picked)
    else upload.reset()
  }
  return (
    <FileInput
      {...props}
      description={texts.picture.hint}
      placeholder={texts.picture.choose}
      size="md"
      accept={pictureTypes}
      clearable
      clearButtonProps={{ 'aria-label': texts.picture.remove }}
      {...(upload.isPending
        ? { rightSection: <Loader size="xs" role="status" aria-label={texts.picture.busy} />, disabled: true }
        : {})}
      value={value === '' && !upload.isPending && !upload.isError ? null : file}
      onChange={pick}
      error={upload.error ? messageOf(upload.error) : error}
    />
  )
}
