import { useSyncExternalStore } from 'react'
import { texts as shown } from '../../../texts/posts.ts'
import { texts } from '../../../texts/selling.ts'
import { priceOf } from '../cards.tsx'
import type { Photos } from './photos.ts'
import classes from './sell.module.css'
import type { SellValues } from './values.ts'

interface PreviewProps {
  values: SellValues
  photos: Photos
  currency: string
}

/** The listing as lists will show it, while it is written. */
export function Preview({ values, photos, currency }: PreviewProps) {
  const [cover] = useSyncExternalStore(photos.subscribe, () => photos.all)
  const { title, price, condition, place } = values
  return (
    <aside className={classes.preview} aria-label={texts.preview.title}>
      <h2 className={classes.heading}>{texts.preview.title}</h2>
      <p className={classes.hint}>{texts.preview.hint}</p>
      <div className={classes.card}>
        <div className={classes.cardPicture}>
          {cover ? <img src={cover.preview} alt="" /> : <span>{texts.preview.noPhoto}</span>}
        </div>
        <strong className={classes.cardPrice} data-figures>
          {price === '' ? texts.preview.noPrice : priceOf({ price, currency })}
        </strong>
        <span className={classes.cardTitle} dir="auto">
          {title.trim() || texts.preview.noTitle}
        </span>
        <span className={classes.cardPlace} dir="auto">
          {[condition && shown.conditions[condition], place].filter(Boolean).join(' · ')}
        </span>
      </div>
    </aside>
  )
}
