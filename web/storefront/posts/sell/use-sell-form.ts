import {
  type AddPostResponse,
  addPost,
  type CategoryAttribute,
  type NewPost,
  type Post,
  updatePost,
} from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import type { OpenedDraft } from '../../../ui/drafts.ts'
import { ask, Failure } from '../../../ui/failure.ts'
import { type Base, changedFields } from '../../../ui/merge.ts'
import { type ServerForm, useServerForm } from '../../../ui/server-form.ts'
import { attributesOf, type Category } from '../../categories/categories.ts'
import { keepPost } from '../posts.ts'
import type { Photos } from './photos.ts'
import { baseOf, type SellValues } from './values.ts'

/** A twin is published although the same is offered already. */
type How = 'publish' | 'twin' | 'draft' | 'save'

export type SellFormState = ServerForm<SellValues, How>

const isMissing = (value: unknown) => value === undefined || value === '' || value === null

const validateWith =
  (attributesFor: (values: SellValues) => CategoryAttribute[]) => (values: SellValues) => ({
    title: values.title.trim().length < 3 ? texts.errors.title : null,
    category_id: values.category_id === '' ? texts.errors.category : null,
    price: values.price === '' ? texts.errors.price : null,
    ...Object.fromEntries(
      attributesFor(values)
        .filter(({ key, required }) => required && isMissing(values.attributes[key]))
        .map(({ key }) => [`attributes.${key}`, texts.errors.required]),
    ),
  })

function bodyOf(
  values: SellValues,
  attributes: readonly CategoryAttribute[],
  photos: Photos,
  how: How,
): NewPost {
  const said = attributes
    .map(({ key }) => [key, values.attributes[key]] as const)
    .filter(
      (entry): entry is [string, string | number | boolean] => entry[1] !== undefined && entry[1] !== '',
    )
  return {
    title: values.title.trim(),
    price: Number(values.price),
    category_id: values.category_id,
    sub_category_id: values.sub_category_id || null,
    condition: values.condition || null,
    description: values.description,
    attributes: Object.fromEntries(said),
    media: { photoUrl: photos.all.flatMap(({ url }) => url ?? []) },
    address: { place: values.place, zip_code: values.zip },
    delivery: values.delivery || null,
    allow_offers: values.allow_offers,
    ...(values.where
      ? { location: { type: 'Point', coordinates: [values.where.lng, values.where.lat] } }
      : {}),
    ...(how === 'save' ? {} : { draft: how === 'draft' }),
  }
}

/** A listing that is sold may change only in what nobody relies on. */
const allowedOf = ({ description, media }: NewPost) => ({ description, media })

function messageFor(saved: Post, how: How): string {
  const { published, draft, changed, waiting } = texts.saved
  if (saved.review?.state === 'waiting') return waiting
  return how === 'save' ? changed : how === 'draft' ? draft : published
}

/** What was typed before the sale, and may not change any more, is as it was sold. */
function useAsSold({ getValues, setValues }: SellFormState, post: Post | undefined): void {
  const sold = post?.isSold ? post : undefined
  useEffect(() => {
    if (!sold) return
    const { description, photos } = getValues()
    const asSold = { ...baseOf(sold).values, description, photos }
    if (changedFields(asSold, getValues()).length > 0) setValues(asSold)
  }, [sold, getValues, setValues])
}

interface SellFormOptions {
  draft: OpenedDraft<SellValues>
  photos: Photos
  categories: readonly Category[]
  /** The listing that is changed; none for a new one. */
  post?: Post | undefined
  /** What the form would begin from now; for a listing that is changed. */
  reload?: (() => Promise<Base<SellValues>>) | undefined
  onDone: (post: Post, message: string) => unknown
}

interface Publishing {
  how: How
  version: number | undefined
  keyOf: (content: object) => string
}

/** The form of a listing. It is sent once the photos are there. */
export function useSellForm({ draft, photos, categories, post, reload, onDone }: SellFormOptions) {
  const client = useQueryClient()
  const [isWaiting, setWaiting] = useState(false)
  const attributesFor = ({ category_id, sub_category_id }: SellValues) =>
    attributesOf(categories, category_id, sub_category_id)
  const publish = async ({ how, version, keyOf }: Publishing): Promise<AddPostResponse> => {
    setWaiting(photos.isBusy)
    await photos.settled()
    setWaiting(false)
    if (photos.all.some(({ state }) => state === 'failed'))
      throw new Failure(400, 'PHOTO_FAILED', texts.photos.failed)
    // What was typed while the photos were on their way counts, too.
    const values = form.getValues()
    const body = bodyOf(values, attributesFor(values), photos, how)
    const isTwin = how === 'twin'
    const headers = {
      'Idempotency-Key': keyOf([body, isTwin]),
      ...(isTwin ? { 'X-Allow-Duplicate': 'true' as const } : {}),
    }
    if (!post) return ask(addPost({ body, headers }))
    const change = { path: { post_id: post._id }, headers: { ...headers, 'If-Match': String(version) } }
    return ask(updatePost({ ...change, body: post.isSold ? allowedOf(body) : body }))
  }
  const followPhotos = async (now: Promise<Base<SellValues>>) => {
    photos.follow((await now).values.photos)
    return now
  }
  const form: SellFormState = useServerForm({
    initialValues: draft.values,
    base: draft.base,
    reload: reload && (() => followPhotos(reload())),
    draft,
    // What cannot be changed cannot be put right either.
    validate: (values) => (post?.isSold ? {} : validateWith(attributesFor)(values)),
    mutation: { mutationFn: publish },
    request: (_values, { base: { version }, keyOf }, how: How = 'save') => ({ how, version, keyOf }),
    names: { 'address.place': 'place', 'address.zip_code': 'place', location: 'where' },
    onSuccess: (reply, { how = 'save' }) => {
      keepPost(client, reply)
      return onDone(reply.data, messageFor(reply.data, how))
    },
  })
  const { setFieldValue } = form
  useAsSold(form, post)
  useEffect(() => photos.watchKept((kept) => setFieldValue('photos', kept)), [photos, setFieldValue])
  return { form, attributes: attributesFor(form.values), isWaiting }
}
