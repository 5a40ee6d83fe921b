import { useState } from 'react'
import { session } from '../session.ts'

interface DraftText {
  text: string
  write: (text: string) => void
  /** Puts back what could not be sent, before what was begun meanwhile. */
  putBack: (text: string) => void
}

/** Words that somebody began to write in a chat; they are there again when the page is. */
export function useDraft(roomId: string): DraftText {
  const key = `plaza.draft.${session.personId}.${roomId}`
  const kept = () => localStorage.getItem(key) ?? ''
  const [text, setText] = useState(kept)
  const write = (changed: string) => {
    setText(changed)
    if (changed === '') localStorage.removeItem(key)
    else localStorage.setItem(key, changed)
  }
  return { text, write, putBack: (unsent) => write([unsent, kept()].filter(Boolean).join('\n')) }
}
