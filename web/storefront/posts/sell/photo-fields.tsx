import { Alert, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type ChangeEvent, type DragEvent, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../../../texts/selling.ts'
import { pictureTypes } from '../../../ui/upload.ts'
import { PhotoTile } from './photo-tile.tsx'
import { mostPhotos, type Photos } from './photos.ts'
import classes from './sell.module.css'

/** The photos of a listing: added, watched on their way, put in order. */
export function PhotoFields({ photos }: { photos: Photos }) {
  const all = useSyncExternalStore(photos.subscribe, () => photos.all)
  const [leftOut, setLeftOut] = useState<string[]>([])
  const [dragged, setDragged] = useState<string>()
  const [moved, setMoved] = useState('')
  const [isDropping, setDropping] = useState(false)
  const add = (files: readonly File[]) => {
    const { tooMany, notPictures } = photos.add(files)
    setLeftOut([
      ...(tooMany > 0 ? [texts.photos.tooMany(tooMany)] : []),
      ...(notPictures > 0 ? [texts.photos.notPictures(notPictures)] : []),
    ])
  }
  const move = (id: string, position: number, button: HTMLButtonElement) => {
    flushSync(() => {
      photos.move(id, position)
      setMoved(texts.photos.moved(position + 1))
    })
    // The photo took its button along, which may be of no more use at its new place.
    const next = button.disabled ? button.parentElement?.querySelector<HTMLElement>(':enabled') : button
    next?.focus()
  }
  const drop = (event: DragEvent) => {
    setDropping(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  }
  return (
    <section
      aria-labelledby="photos"
      className={isDropping ? classes.dropping : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setDropping(false)
      }
      onDrop={drop}
    >
      <h2 id="photos" className={classes.heading}>
        {texts.photos.title}
      </h2>
      <p className={classes.hint}>{texts.photos.hint(mostPhotos)}</p>
      <ol className={classes.photos}>
        {all.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            index={index}
            count={all.length}
            photos={photos}
            move={move}
            isDragged={dragged === photo.id}
            onDragStart={() => setDragged(photo.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={() => dragged && dragged !== photo.id && photos.move(dragged, index)}
          />
        ))}
        {all.length < mostPhotos && (
          <li className={classes.adders}>
            <Adder label={texts.photos.add} Icon={IconPhotoPlus} add={add} multiple />
            <Adder label={texts.photos.take} Icon={IconCamera} add={add} capture="environment" />
          </li>
        )}
      </ol>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <div role="alert">
        {leftOut.map((message) => (
          <Alert key={message} color="red" variant="light" mt="sm">
            {message}
          </Alert>
        ))}
      </div>
    </section>
  )
}

interface AdderProps {
  label: string
  Icon: typeof IconCamera
  add: (files: readonly File[]) => void
  multiple?: boolean
  capture?: 'environment'
}

function Adder({ label, Icon, add, ...input }: AdderProps) {
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])])
    // The same file may be chosen again after it was removed.
    currentTarget.value = ''
  }
  return (
    <label className={input.capture ? classes.camera : classes.adder}>
      <Icon aria-hidden size={26} />
      <span>{label}</span>
      <input type="file" accept={pictureTypes} onChange={onChange} className={classes.file} {...input} />
    </label>
  )
}
