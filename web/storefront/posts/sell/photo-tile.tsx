import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { texts } from '../../../texts/selling.ts'
import type { Photo, Photos } from './photos.ts'
import classes from './sell.module.css'

interface PhotoTileProps {
  photo: Photo
  index: number
  count: number
  photos: Photos
  move: (id: string, position: number, button: HTMLButtonElement) => void
  isDragged: boolean
  onDragStart: () => void
  onDragEnd: () => void
  onDragOver: () => void
}

export function PhotoTile({
  photo,
  index,
  count,
  photos,
  move,
  isDragged,
  onDragStart,
  onDragEnd,
  onDragOver,
}: PhotoTileProps) {
  const place = index + 1
  return (
    <li
      className={classes.photo}
      data-state={photo.state}
      data-dragged={isDragged || undefined}
      draggable
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        onDragOver()
      }}
    >
      <div className={classes.view}>
        <img
          src={photo.preview}
          alt={texts.photos.one(place, photo.name)}
          className={classes.image}
          draggable={false}
        />
        {index === 0 && <span className={classes.cover}>{texts.photos.cover}</span>}
        <PhotoState photo={photo} place={place} retry={() => photos.retry(photo.id)} />
      </div>
      <div className={classes.tools}>
        <ActionIcon
          aria-label={texts.photos.forward(place)}
          disabled={index === 0}
          onClick={({ currentTarget }) => move(photo.id, index - 1, currentTarget)}
        >
          <IconArrowLeft aria-hidden size={20} />
        </ActionIcon>
        <ActionIcon
          aria-label={texts.photos.back(place)}
          disabled={index === count - 1}
          onClick={({ currentTarget }) => move(photo.id, index + 1, currentTarget)}
        >
          <IconArrowRight aria-hidden size={20} />
        </ActionIcon>
        <ActionIcon
          aria-label={texts.photos.remove(place)}
          color="red"
          onClick={() => photos.remove(photo.id)}
        >
          <IconX aria-hidden size={20} />
        </ActionIcon>
      </div>
    </li>
  )
}

function PhotoState({ photo, place, retry }: { photo: Photo; place: number; retry: () => void }) {
  if (photo.state === 'ready') return null
  if (photo.state === 'failed')
    return (
      <div className={classes.failed} role="alert">
        <span>{photo.problem}</span>
        <Button variant="white" aria-label={texts.photos.retry(place)} onClick={retry}>
          {texts.photos.retryShort}
        </Button>
      </div>
    )
  return (
    <div className={classes.progress}>
      <span>
        {photo.state === 'checking'
          ? texts.photos.checking
          : photo.state === 'waiting'
            ? texts.photos.waiting
            : ''}
      </span>
      <Progress.Root size="sm">
        <Progress.Section value={photo.progress * 100} aria-label={texts.photos.sending(place)} />
      </Progress.Root>
    </div>
  )
}
