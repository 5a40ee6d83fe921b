import { useState } from 'react'
import { newId } from './ids.ts'

/** Names what is sent, so that the server knows what it was sent before. */
export class ContentKey {
  #last = { text: '', key: '' }

  /** The same key as long as the content is the same: what is sent again after a lost answer has its effect once. */
  readonly keyOf = (content: object): string => {
    const text = JSON.stringify(content)
    if (this.#last.text !== text) this.#last = { text, key: newId() }
    return this.#last.key
  }

  /** For what was answered: the server keeps its answer to a key, a refusal too, and the same content is a new wish. */
  readonly forget = (): void => {
    this.#last = { text: '', key: '' }
  }
}

export const useContentKey = (): ContentKey => useState(() => new ContentKey())[0]
