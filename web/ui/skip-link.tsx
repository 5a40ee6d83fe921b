import { texts } from '../texts/ui.ts'
import classes from './skip-link.module.css'

/** The first thing that the keyboard reaches: past the menu, to the element with the id `content`. */
export const SkipLink = () => (
  <a className={classes.skip} href="#content">
    {texts.skipToContent}
  </a>
)
