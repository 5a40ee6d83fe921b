import { useEffect, useState } from 'react'
import classes from './picture.module.css'
import { variantsOf } from './variants.ts'

interface PictureProps {
  url: string | null | undefined
  /** Empty for a picture that only decorates. */
  alt: string
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string
  /** Of width to height; a CSS value where it depends on the window. */
  ratio?: number | string
  fit?: 'cover' | 'contain'
  /** The picture that the page is about: it is fetched before everything else. */
  isFirst?: boolean
  /** Hears how wide the picture is for its height, once it is there. */
  onRatio?: (ratio: number) => void
}

/** A picture in a box of a fixed shape, so that nothing moves when it arrives. */
export const Picture = (props: PictureProps) => <Fetched key={props.url} {...props} />

function Fetched({ url, alt, sizes, ratio = 1, fit = 'cover', isFirst = false, onRatio }: PictureProps) {
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (!isBroken) return
    const tryAgain = () => setBroken(false)
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [isBroken])
  return (
    <div className={classes.box} style={{ aspectRatio: ratio }}>
      {url && !isBroken ? (
        <img
          className={classes.image}
          style={{ objectFit: fit }}
          src={url}
          srcSet={variantsOf(url)}
          sizes={sizes}
          alt={alt}
          loading={isFirst ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            onRatio?.(naturalWidth / naturalHeight)
          }
          onError={() => setBroken(true)}
        />
      ) : (
        <svg
          className={classes.missing}
          viewBox="0 0 24 24"
          role={alt ? 'img' : undefined}
          aria-label={alt || undefined}
          aria-hidden={!alt}
        >
          <path d="M4 5h16v14H4z M4 16l5-5 4 4 3-3 4 4" fill="none" stroke="currentColor" strokeWidth="1.2" />
        </svg>
      )}
    </div>
  )
}
