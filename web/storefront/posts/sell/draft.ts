import { createStore, del, get, set } from 'idb-keyval'
import { rebase } from '../../../ui/merge.ts'
import type { Place } from '../../search/place.ts'
import type { Condition } from '../../search/search-params.ts'
import type { KeptPhoto, Photo } from './photos.ts'

/** What a seller typed so far. */
export interface SellValues {
  title: string
  category_id: string
  sub_category_id: string
  price: number | ''
  condition: Condition | ''
  description: string
  place: string
  attributes: Record<string, string | number | boolean>
  delivery: '' | 'pickup' | 'shipping' | 'both'
  allow_offers: boolean
  /** Another place than the account's, or than the listing's own. */
  where: Place | null
}

/** What the form of a listing was filled from. */
export interface Base {
  version: number
  values: SellValues
  photoUrls: string[]
}

export interface Draft {
  values: SellValues
  photos: KeptPhoto[]
  /** None for a new listing. */
  base?: Base | undefined
}

export const emptyValues: SellValues = {
  title: '',
  category_id: '',
  sub_category_id: '',
  price: '',
  condition: '',
  description: '',
  place: '',
  attributes: {},
  delivery: '',
  allow_offers: false,
  where: null,
}

let opened: ReturnType<typeof createStore> | undefined
const store = () => (opened ??= createStore('plaza-drafts', 'drafts'))

export const readDraft = (key: string): Promise<Draft | undefined> =>
  get<Draft>(key, store()).catch(() => undefined)

export const keepDraft = (key: string, draft: Draft): Promise<void> => set(key, draft, store())

export const forgetDraft = (key: string): Promise<void> => del(key, store())

/** What is typed and added just now. */
export const draftOf = (values: SellValues, photos: readonly Photo[], base: Base | undefined): Draft => ({
  values,
  photos: photos.map(({ id, name, file, url, uploadId }) => ({
    id,
    name,
    ...(file ? { file } : {}),
    ...(url ? { url } : {}),
    ...(uploadId ? { uploadId } : {}),
  })),
  base,
})

export const isOutdated = (draft: Draft, now: Draft): boolean => draft.base?.version !== now.base?.version

/** A draft of a listing that changed elsewhere meanwhile: what was not touched here follows. */
export function rebaseDraft(draft: Draft, now: Draft): Draft {
  const { base } = draft
  if (!base || !now.base || !isOutdated(draft, now)) return { ...draft, base: now.base }
  const urls = draft.photos.map(({ url }) => url)
  const arePhotosTouched = urls.join() !== base.photoUrls.join()
  return {
    values: rebase(draft.values, base.values, now.base.values),
    photos: arePhotosTouched ? draft.photos : now.photos,
    base: now.base,
  }
}
