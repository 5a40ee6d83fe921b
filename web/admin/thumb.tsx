import type { ReactNode } from 'react'
import { Picture } from '../ui/picture.tsx'
import classes from './thumb.module.css'

interface ThumbProps {
  url: string | null | undefined
  /** Whose face or what thing it is; its first letter stands where there is no picture of a person. */
  name: string
  isPerson?: boolean
  size?: 'row' | 'card'
  /** What stands in for the picture of a thing. */
  children?: ReactNode
}

/** A small picture beside a name, which it only decorates. */
export function Thumb({ url, name, isPerson = false, size = 'row', children }: ThumbProps) {
  const standIn = isPerson ? [...name.trim()][0]?.toUpperCase() : children
  return (
    <span className={classes.thumb} data-person={isPerson || undefined} data-size={size} aria-hidden>
      {(!url && standIn) || <Picture url={url} alt="" sizes="64px" />}
    </span>
  )
}
