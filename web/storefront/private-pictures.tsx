import { Button, CloseButton, FileButton, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { texts } from '../texts/support.ts'
import { FormFailure, messageOf } from '../ui/states.tsx'
import { pictureTypes, uploadPicture } from '../ui/upload.ts'
import { useFormUpload } from '../ui/uploading.ts'
import classes from './private-pictures.module.css'

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
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const adder = useRef<HTMLButtonElement>(null)
  const emptyInput = useRef<() => void>(null)
  const adding = useFormUpload({
    send: async (files: File[], signal) => {
      const room = files.slice(0, mostPictures - ids.length)
      return Promise.all(
        room.map(async (file) => ({
          id: (await uploadPicture(file, purpose, { signal })).id,
          name: file.name,
        })),
      )
    },
    onSuccess: (added) => {
      setNames((known) => ({ ...known, ...Object.fromEntries(added.map(({ id, name }) => [id, name])) }))
      onChange([...ids, ...added.map(({ id }) => id)].slice(0, mostPictures))
    },
  })
  const add = (files: File[]) => {
    adding.mutate(files)
    // Or a picture that was taken away could not be chosen once more.
    emptyInput.current?.()
  }
  const remove = (gone: string) => {
    onChange(ids.filter((id) => id !== gone))
    // Once it can be pressed again: five pictures are as many as there may be.
    requestAnimationFrame(() => adder.current?.focus())
  }
  return (
    <div>
      <FileButton multiple accept={pictureTypes} resetRef={emptyInput} onChange={add}>
        {(props) => (
          <Button
            {...props}
            ref={adder}
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
      <ul className={classes.chosen}>
        {ids.map((id, index) => {
          const name = names[id] ?? texts.pictures.name(index + 1)
          return (
            <li key={id}>
              <Text size="sm" truncate>
                {name}
              </Text>
              <CloseButton aria-label={texts.pictures.remove(name)} onClick={() => remove(id)} />
            </li>
          )
        })}
      </ul>
      <FormFailure message={adding.error ? messageOf(adding.error) : undefined} />
    </div>
  )
}
