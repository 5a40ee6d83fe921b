import { Button, FileButton, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { texts } from '../texts/support.ts'
import { FormFailure, messageOf } from '../ui/states.tsx'
import { pictureTypes, uploadPicture } from '../ui/upload.ts'
import { formUpload } from '../ui/uploading.ts'

const mostPictures = 5

interface PrivatePicturesProps {
  purpose: 'evidence' | 'feedback'
  /** Who sees them. */
  hint: string
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** Pictures that only those who look after the place see: uploaded at once, their ids are the value. */
export function PrivatePictures({ purpose, hint, ids, onChange }: PrivatePicturesProps) {
  const adding = useMutation({
    mutationKey: formUpload,
    mutationFn: async (files: File[]) => {
      const room = files.slice(0, mostPictures - ids.length)
      const uploads = await Promise.all(room.map((file) => uploadPicture(file, purpose)))
      return uploads.map(({ id }) => id)
    },
    onSuccess: (added) => onChange([...ids, ...added].slice(0, mostPictures)),
  })
  return (
    <div>
      <FileButton multiple accept={pictureTypes} onChange={(files) => adding.mutate(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={adding.isPending}
            disabled={ids.length >= mostPictures}
          >
            {texts.pictures.add}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="var(--ink-soft)" mt={4} role="status">
        {adding.isPending ? texts.pictures.adding : ids.length > 0 ? texts.pictures.added(ids.length) : hint}
      </Text>
      <FormFailure message={adding.error ? messageOf(adding.error) : undefined} />
    </div>
  )
}
