import { Alert, Button, Group, Text } from '@mantine/core'
import {
  type AddPostResponse,
  addPost,
  type CategoryAttribute,
  type NewPost,
  type Post,
  updatePost,
} from '@plaza/client/marketplace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import { ask, Failure } from '../../../ui/failure.ts'
import { showFailure } from '../../../ui/forms.ts'
import { newId } from '../../../ui/ids.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { messageOf } from '../../../ui/states.tsx'
import { keepPost } from '../posts.ts'
import type { SellValues } from './draft.ts'
import type { Photos } from './photos.ts'
import type { SellFormState } from './use-sell-form.ts'

type Intent = 'publish' | 'draft' | 'save'

function bodyOf(
  values: SellValues,
  attributes: readonly CategoryAttribute[],
  photos: Photos,
  intent: Intent,
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
    address: { place: values.place },
    delivery: values.delivery || null,
    allow_offers: values.allow_offers,
    ...(values.where
      ? { location: { type: 'Point', coordinates: [values.where.lng, values.where.lat] } }
      : {}),
    ...(intent === 'save' ? {} : { draft: intent === 'draft' }),
  }
}

/** A listing that is sold may change only in what nobody relies on. */
const allowedOf = ({ description, media }: NewPost) => ({ description, media })

interface Publishing {
  form: SellFormState
  photos: Photos
  attributes: readonly CategoryAttribute[]
  post: Post | undefined
  /** Of the listing that the form was filled from. */
  version: number | undefined
  /** The listing was changed elsewhere meanwhile. */
  onConflict: () => Promise<void>
  onDone: (post: Post, message: string) => unknown
}

/** Sends the form, once the photos are there. */
export function usePublishing(publishing: Publishing) {
  const { form, photos, attributes, post, version, onConflict, onDone } = publishing
  const client = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [twin, setTwin] = useState<string>()
  const [isWaiting, setWaiting] = useState(false)
  // The same content is the same request, so that a lost answer never makes a second listing.
  const attempt = useRef({ content: '', key: '' })
  const send = (intent: Intent, isTwin: boolean): Promise<AddPostResponse> => {
    const body = bodyOf(form.getValues(), attributes, photos, intent)
    const content = JSON.stringify([body, isTwin])
    if (attempt.current.content !== content) attempt.current = { content, key: newId() }
    const headers = {
      'Idempotency-Key': attempt.current.key,
      ...(isTwin ? { 'X-Allow-Duplicate': 'true' as const } : {}),
    }
    if (!post) return ask(addPost({ body, headers }))
    const change = { path: { post_id: post._id }, headers: { ...headers, 'If-Match': String(version) } }
    return ask(updatePost({ ...change, body: post.isSold ? allowedOf(body) : body }))
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ intent, isTwin }: { intent: Intent; isTwin: boolean }) => {
      setWaiting(photos.isBusy)
      await photos.settled()
      setWaiting(false)
      if (photos.all.some(({ state }) => state === 'failed'))
        throw new Failure(400, 'PHOTO_FAILED', texts.photos.failed)
      return send(intent, isTwin)
    },
    onMutate: () => {
      setFailure(undefined)
      setTwin(undefined)
    },
    onSuccess: (reply, { intent }) => {
      keepPost(client, reply)
      const saved = reply.data
      const { published, draft, changed, waiting } = texts.saved
      const isWaiting = saved.review?.state === 'waiting'
      return onDone(
        saved,
        isWaiting ? waiting : intent === 'save' ? changed : intent === 'draft' ? draft : published,
      )
    },
    onError: (error) => {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'DUPLICATE_POST') setTwin(String(error.details.post_id))
      else if (error.code === 'VERSION_CONFLICT') onConflict().catch((later) => setFailure(messageOf(later)))
      else setFailure(showFailure(form, error, { 'address.place': 'place', location: 'where' }))
    },
  })
  const submit =
    (intent: Intent, isTwin = false) =>
    (event?: SyntheticEvent) => {
      event?.preventDefault()
      const { hasErrors, errors } = form.validate()
      const [wrong = ''] = Object.keys(errors)
      if (hasErrors) form.getInputNode(wrong)?.focus()
      else mutate({ intent, isTwin })
    }
  const duplicate: ReactNode = twin && <Duplicate postId={twin} publish={submit('publish', true)} />
  return { submit, failure, duplicate, isPending, isWaiting }
}

const Duplicate = ({ postId, publish }: { postId: string; publish: () => void }) => (
  <Alert color="clay" variant="light" role="alert" mb="md">
    <Text c="var(--ink)" mb="sm">
      {texts.duplicate}
    </Text>
    <Group>
      <ButtonLink to="/listing/$listingId" params={{ listingId: postId }} variant="default">
        {texts.showDuplicate}
      </ButtonLink>
      <Button variant="default" onClick={publish}>
        {texts.publishAnyway}
      </Button>
    </Group>
  </Alert>
)
