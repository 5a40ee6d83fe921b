import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { texts } from '../../../texts/posts.ts'
import { Picture } from '../../../ui/picture.tsx'
import { gallerySizes } from '../first-sight.ts'
import classes from './gallery.module.css'

/** Photos side by side: swiped, stepped through with the arrow keys, or picked from the row below. */
export function Gallery({ photos, title }: { photos: readonly string[]; title: string }) {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const count = photos.length
  const show = (wanted: number) => {
    const element = strip.current
    if (!element) return
    const next = Math.min(count - 1, Math.max(0, wanted))
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ left: next * element.clientWidth, behavior: isCalm ? 'instant' : 'smooth' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    show(step)
  }
  const onScroll = () => {
    const element = strip.current
    if (element) setIndex(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
  }
  if (count === 0)
    return (
      <div className={classes.none}>
        <Picture url={null} alt={texts.listing.noPhoto} sizes={gallerySizes} />
      </div>
    )
  return (
    <section className={classes.gallery} aria-label={texts.listing.photos(title)}>
      <div className={classes.stage}>
        <ul
          ref={strip}
          className={classes.strip}
          onScroll={onScroll}
          onKeyDown={onKeyDown}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
          tabIndex={0}
          aria-label={texts.listing.photo(index + 1, count)}
        >
          {photos.map((url, position) => (
            <li key={url} className={classes.photo}>
              <Picture
                url={url}
                alt={texts.listing.photo(position + 1, count)}
                sizes={gallerySizes}
                ratio="var(--ratio)"
                fit="contain"
                isFirst={position === 0}
              />
            </li>
          ))}
        </ul>
        {count > 1 && <Steps index={index} count={count} show={show} />}
      </div>
      {count > 1 && <Thumbnails photos={photos} index={index} show={show} />}
    </section>
  )
}

interface StepsProps {
  index: number
  count: number
  show: (index: number) => void
}

const Steps = ({ index, count, show }: StepsProps) => (
  <>
    <button
      type="button"
      className={classes.previous}
      aria-label={texts.listing.previous}
      disabled={index === 0}
      onClick={() => show(index - 1)}
    >
      <IconChevronLeft aria-hidden />
    </button>
    <button
      type="button"
      className={classes.next}
      aria-label={texts.listing.next}
      disabled={index === count - 1}
      onClick={() => show(index + 1)}
    >
      <IconChevronRight aria-hidden />
    </button>
    <span className={classes.counter} aria-hidden>
      {index + 1} / {count}
    </span>
  </>
)

const Thumbnails = ({
  photos,
  index,
  show,
}: {
  photos: readonly string[]
  index: number
  show: (index: number) => void
}) => (
  <ul className={classes.thumbnails}>
    {photos.map((url, position) => (
      <li key={url}>
        <button
          type="button"
          className={classes.thumbnail}
          aria-label={texts.listing.photo(position + 1, photos.length)}
          aria-current={position === index}
          onClick={() => show(position)}
        >
          <Picture url={url} alt="" sizes="64px" />
        </button>
      </li>
    ))}
  </ul>
)
