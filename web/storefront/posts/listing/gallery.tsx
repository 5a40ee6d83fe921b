import { useElementSize } from '@mantine/hooks'
import { IconMaximize } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { texts } from '../../../texts/posts.ts'
import { lazily } from '../../../ui/lazy.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { variantsOf } from '../../../ui/variants.ts'
import { gallerySizes } from '../first-sight.ts'
import classes from './gallery.module.css'
import { Steps } from './steps.tsx'
import { type Strip, useStrip } from './use-strip.ts'

const Viewer = lazily(() => import('./viewer.tsx'), 'Viewer')

interface GalleryProps {
  photos: readonly string[]
  title: string
}

/** Photos side by side: swiped, stepped through, picked from the row below, or seen in the whole window. */
export function Gallery({ photos, title }: GalleryProps) {
  const strip = useStrip(photos.length)
  const { ref: stage, width, height } = useElementSize()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => void Viewer.preload(), [])
  const count = photos.length
  if (count === 0)
    return (
      <div className={classes.stage} data-gallery>
        <Picture url={null} alt={texts.listing.noPhoto} sizes={gallerySizes} ratio="var(--stage)" />
      </div>
    )
  const open = () => setOpen(true)
  return (
    <section className={classes.gallery} aria-label={texts.listing.photos(title)}>
      <div className={classes.stage} ref={stage} data-gallery>
        <ul
          ref={strip.ref}
          className={classes.strip}
          onScroll={strip.onScroll}
          onKeyDown={strip.onKeyDown}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
          tabIndex={0}
          aria-label={texts.listing.photo(strip.index + 1, count)}
        >
          {photos.map((url, position) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it does the same
            <li key={url} className={classes.slide} onClick={open}>
              <Photo
                url={url}
                alt={texts.listing.photo(position + 1, count)}
                isFirst={position === 0}
                stageRatio={height === 0 ? 1 : width / height}
              />
            </li>
          ))}
        </ul>
        {count > 1 && <Steps strip={strip} count={count} />}
        <button
          type="button"
          className={classes.open}
          aria-label={texts.listing.fullScreen}
          aria-haspopup="dialog"
          onClick={open}
        >
          <IconMaximize aria-hidden size={20} />
        </button>
      </div>
      {count > 1 && <Thumbnails photos={photos} strip={strip} />}
      {isOpen && (
        <Viewer
          photos={photos}
          title={title}
          start={strip.index}
          onClose={(last: number) => {
            strip.show(last, true)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}

/** By how much a picture may be wider or higher than the stage and still be cut to it. */
const nearly = 1.34

interface PhotoProps {
  url: string
  alt: string
  isFirst: boolean
  stageRatio: number
}

/** A photo that fills the stage where it nearly fits; else it stands whole before a blurred copy of itself. */
function Photo({ url, alt, isFirst, stageRatio }: PhotoProps) {
  const [ratio, setRatio] = useState<number>()
  const isOdd = ratio !== undefined && Math.max(ratio / stageRatio, stageRatio / ratio) > nearly
  return (
    <>
      {isOdd && (
        <img className={classes.blurred} src={url} srcSet={variantsOf(url)} sizes="40px" alt="" aria-hidden />
      )}
      <div className={classes.photo} data-odd={isOdd}>
        <Picture
          url={url}
          alt={alt}
          sizes={gallerySizes}
          ratio="var(--stage)"
          fit={isOdd ? 'contain' : 'cover'}
          isFirst={isFirst}
          onRatio={setRatio}
        />
      </div>
    </>
  )
}

const Thumbnails = ({ photos, strip }: { photos: readonly string[]; strip: Strip }) => (
  <ul className={classes.thumbnails}>
    {photos.map((url, position) => (
      <li key={url}>
        <button
          type="button"
          className={classes.thumbnail}
          aria-label={texts.listing.photo(position + 1, photos.length)}
          aria-current={position === strip.index}
          onClick={() => strip.show(position)}
        >
          <Picture url={url} alt="" sizes="64px" />
        </button>
      </li>
    ))}
  </ul>
)
