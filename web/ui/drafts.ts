import { createStore, del, get, set } from 'idb-keyval'
import { useCallback, useEffect, useState } from 'react'
import { newId } from './ids.ts'
import { type Base, rebase } from './merge.ts'

/** What somebody typed so far, and what they began from. */
export interface Draft<Values> {
  values: Values
  base: Base<Values>
}

/** A draft that a form shows, and how what is typed is kept. */
export interface OpenedDraft<Values> extends Draft<Values> {
  /** Another one each time the form is filled anew. */
  id: string
  /** It was kept from an earlier visit. */
  isKept: boolean
  /** Its row was changed elsewhere since then: what was not touched here followed. */
  isRebased: boolean
  keep: (draft: Draft<Values>) => Promise<void>
}

let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('plaza-drafts', 'drafts'))

/** Opens what this browser kept under a key, or what it would begin from when it kept nothing. */
export function useDraft<Values extends object>(
  key: string,
  start: Base<Values>,
): { draft: OpenedDraft<Values> | undefined; startOver: () => Promise<void>; forget: () => Promise<void> } {
  const [draft, setDraft] = useState<OpenedDraft<Values>>()
  const [first] = useState(start)
  const open = useCallback(
    (kept: Draft<Values> | undefined) => setDraft({ ...openedFrom(kept, first), keep: keepUnder(key) }),
    [key, first],
  )
  useEffect(() => {
    let isLeft = false
    void get<Draft<Values>>(key, store())
      .catch(() => undefined)
      .then((kept) => isLeft || open(kept))
    return () => {
      isLeft = true
    }
  }, [key, open])
  const forget = () => del(key, store())
  return { draft, forget, startOver: () => forget().then(() => open(undefined)) }
}

const keepUnder = (key: string) => (draft: object) => set(key, draft, store())

function openedFrom<Values extends object>(
  kept: Draft<Values> | undefined,
  start: Base<Values>,
): Omit<OpenedDraft<Values>, 'keep'> {
  const id = newId()
  if (!kept) return { id, values: start.values, base: start, isKept: false, isRebased: false }
  const isRebased = kept.base?.version !== start.version
  const rebased = isRebased ? rebase(kept.values, kept.base.values, start.values) : kept.values
  // A draft may be older than some field of the form.
  return { id, values: { ...start.values, ...rebased }, base: start, isKept: true, isRebased }
}
