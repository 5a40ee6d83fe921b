import { useCallback, useEffect, useRef, useState } from 'react'
import { newId } from '../../../ui/ids.ts'
import {
  type Base,
  type Draft,
  forgetDraft,
  isOutdated,
  readDraft,
  rebaseDraft,
  type SellValues,
} from './draft.ts'
import { Photos } from './photos.ts'

export interface Opened {
  /** Another one each time the form is filled anew. */
  id: string
  values: SellValues
  photos: Photos
  base: Base | undefined
  /** It was kept from an earlier visit, or follows a change that was made elsewhere. */
  news?: 'kept' | 'changed' | undefined
}

interface OpenDraft {
  opened: Opened | undefined
  /** Has what is typed follow a change that was made elsewhere. */
  follow: (draft: Draft, now: Draft) => void
  startOver: () => Promise<void>
}

/** Opens what this browser kept under a key, or the start when it kept nothing. */
export function useDraft(key: string, start: Draft): OpenDraft {
  const [opened, setOpened] = useState<Opened>()
  const [first] = useState(start)
  const photos = useRef<Photos>(undefined)
  const open = useCallback((draft: Draft, news?: Opened['news']) => {
    photos.current?.leave()
    photos.current = new Photos(draft.photos)
    setOpened({ id: newId(), values: draft.values, photos: photos.current, base: draft.base, news })
  }, [])
  useEffect(() => {
    let isLeft = false
    const begin = async () => {
      const kept = await readDraft(key)
      if (isLeft) return
      if (!kept) open(first)
      else open(rebaseDraft(kept, first), isOutdated(kept, first) ? 'changed' : 'kept')
    }
    void begin()
    return () => {
      isLeft = true
      photos.current?.leave()
    }
  }, [key, first, open])
  return {
    opened,
    follow: (draft, now) => open(rebaseDraft(draft, now), 'changed'),
    startOver: async () => {
      await forgetDraft(key)
      open(first)
    },
  }
}
