import classes from './key.module.css'

/** A key to press, for the eyes; `aria-keyshortcuts` says it to those who hear the page. */
export const Key = ({ children }: { children: string }) => (
  <kbd className={classes.key} aria-hidden>
    {children}
  </kbd>
)
