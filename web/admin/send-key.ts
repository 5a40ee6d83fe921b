import { useState } from 'react'
import { newId } from '../ui/ids.ts'

/** One key for one content: what is sent again after a lost answer goes out once. */
export function useSendKey(content: object): string {
  const text = JSON.stringify(content)
  const [kept, setKept] = useState({ text, key: newId() })
  if (kept.text === text) return kept.key
  const next = { text, key: newId() }
  setKept(next)
  return next.key
}
