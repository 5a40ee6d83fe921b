import type { CoreWords } from '../reading/spelling.ts'

/** How people of one language speak of wanting to die or to hurt themselves. */
export interface Rules {
  core: CoreWords
  /** What only sounds like it: left out before anything is looked for. */
  idioms: readonly string[]
  /** Said of oneself: always caught. */
  own: readonly string[]
  /** Said of somebody else, and the words themselves: caught unless the talk is of a film, a book or the word. */
  others: readonly string[]
  /** What makes talk that of a film, a book, the news or the word. */
  about: readonly string[]
}
