import type { ButtonHTMLAttributes, ReactNode } from 'react'
import classes from './plain-button.module.css'

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look
  /** Still at it: it cannot be pressed meanwhile. */
  isLoading?: boolean
  children: ReactNode
}

type Look = 'default' | 'filled' | 'subtle'

const lookOf = (look: Look) => ({ className: classes.button, 'data-look': look })

/**
 * A button that looks like the component library's, for what a start page shows: a first visit does not
 * wait for the library, which comes with the first part that is `lazilyThemed`.
 */
export const PlainButton = ({ look = 'default', isLoading = false, ...props }: PlainButtonProps) => (
  <button
    type="button"
    {...lookOf(look)}
    {...props}
    {...(isLoading ? { disabled: true, 'data-loading': true, 'aria-busy': true } : {})}
  />
)

/** What makes a link look like it. */
export const plainLink = lookOf

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'aria-label': string
  children: ReactNode
}

/** A button that is only an icon, as large as a finger. */
export const IconButton = ({ className = '', ...props }: IconButtonProps) => (
  <button type="button" className={`${classes.icon} ${className}`} {...props} />
)
