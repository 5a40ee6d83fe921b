import type { CSSProperties } from 'react'

/** The colour of a category for what is styled with `--accent`; the brand's where it has none. */
export const accent = (color: string | null): CSSProperties =>
  ({ '--accent': color ?? '#0b7a6f' }) as CSSProperties
