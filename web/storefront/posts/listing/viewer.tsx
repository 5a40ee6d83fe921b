import { CloseButton } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { texts } from '../../../texts/posts.ts'
import { texts as shared } from '../../../texts/ui.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Steps } from './steps.tsx'
import { useStrip } from './use-strip.ts'
import { useZoom, type Zoom } from './use-zoom.ts'
import classes from './viewer.module.css'

interface ViewerProps {
  photos: readonly string[]
  title: string
  start: number
  /** @param last the photo that was in sight. */
  onClose: (last: number) => void
}

/** The photos in the whole window, one at a time; two fingers, a double click or a key bring them closer. */
export function Viewer({ photos, title, start, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const strip = useStrip(photos.length, start)
  const zoom = useZoom(strip.index)
  useEffect(() => {
    dialog.current?.showModal()
    strip.ref.current?.scrollTo({ left: start * strip.ref.current.clientWidth, behavior: 'instant' })
    strip.ref.current?.focus()
  }, [strip.ref, start])
  const isClose = zoom.view.scale > 1
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={texts.listing.photos(title)}
      onClose={() => onClose(strip.index)}
      onKeyDown={(event) => {
        if (event.key === '+' || event.key === '=') zoom.step(1.5)
        else if (event.key === '-') zoom.step(1 / 1.5)
        else if (event.key === '0') zoom.reset()
        else strip.onKeyDown(event)
      }}
    >
      <ul
        ref={strip.ref}
        className={classes.strip}
        data-close={isClose}
        onScroll={strip.onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        tabIndex={0}
        aria-label={texts.listing.photo(strip.index + 1, photos.length)}
      >
        {photos.map((url, position) => (
          <Slide
            key={url}
            url={url}
            alt={texts.listing.photo(position + 1, photos.length)}
            zoom={position === strip.index ? zoom : undefined}
          />
        ))}
      </ul>
      {photos.length > 1 && !isClose && <Steps strip={strip} count={photos.length} />}
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.tool}
          aria-label={isClose ? texts.listing.whole : texts.listing.zoom}
          onClick={() => (isClose ? zoom.reset() : zoom.step(2.5))}
        >
          {isClose ? <IconZoomOut aria-hidden /> : <IconZoomIn aria-hidden />}
        </button>
        <CloseButton
          className={classes.tool}
          size={44}
          iconSize={24}
          aria-label={shared.close}
          onClick={() => dialog.current?.close()}
        />
      </div>
    </dialog>
  )
}

interface SlideProps {
  url: string
  alt: string
  /** Of the photo in sight. */
  zoom: Zoom | undefined
}

function Slide({ url, alt, zoom }: SlideProps) {
  const { scale, x, y } = zoom?.view ?? { scale: 1, x: 0, y: 0 }
  return (
    <li className={classes.slide} ref={zoom?.ref}>
      <div className={classes.photo} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
        <Picture url={url} alt={alt} sizes="100vw" ratio="auto" fit="contain" />
      </div>
    </li>
  )
}
