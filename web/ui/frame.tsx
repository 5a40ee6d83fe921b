import { Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { texts } from '../texts/ui.ts'
import { number } from './formats.ts'
import classes from './frame.module.css'
import { SkipLink } from './skip-link.tsx'

interface FrameProps {
  /** The app's name, which leads to its start page. */
  name: string
  /** Its `Tab`s. */
  tabs: ReactNode
  /** On a phone the page takes the whole window. */
  isBare?: boolean
  children: ReactNode
}

/** The frame of every page: a bar below on a phone, above on a wide window. */
export const Frame = ({ name, tabs, isBare = false, children }: FrameProps) => (
  <div className={classes.frame} data-bare={isBare}>
    <SkipLink />
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        {name}
      </Link>
      <nav className={classes.nav} aria-label={texts.mainPages}>
        {tabs}
      </nav>
    </header>
    <main id="content" tabIndex={-1} className={classes.content}>
      {children}
    </main>
  </div>
)

interface TabProps {
  to: string
  Icon: ComponentType<{ 'aria-hidden': true }>
  name: string
  /** Its `Count`. */
  children?: ReactNode
}

/** A way to one of the main pages. */
export const Tab = ({ to, Icon, name, children }: TabProps) => (
  <Link to={to} className={classes.tab} activeOptions={{ exact: to === '/' }}>
    <Icon aria-hidden />
    {name}
    {children}
  </Link>
)

/** How many new things are behind a tab, and how that is said. */
export const Count = ({ count, label }: { count: number; label: string }) =>
  count > 0 && (
    <span className={classes.count} role="img" aria-label={label}>
      {count > 99 ? `${number(99)}+` : number(count)}
    </span>
  )
