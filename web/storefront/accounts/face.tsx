import type { CSSProperties } from 'react'
import { Picture } from '../../ui/picture.tsx'
import classes from './face.module.css'

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase() ?? '?'

/** A person's photo, or the first letter of their name. It stands beside the name, so it says nothing itself. */
export const Face = ({ url, name, size = 48 }: { url: string | null; name: string; size?: number }) => (
  <span className={classes.face} style={{ '--face': `${size}px` } as CSSProperties} aria-hidden>
    {url ? <Picture url={url} alt="" sizes={`${size}px`} /> : initialOf(name)}
  </span>
)
