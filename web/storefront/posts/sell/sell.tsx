import { Group, Title } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/selling.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { usePersonId } from '../../../ui/session.ts'
import { Empty, Failed, Waiting } from '../../../ui/states.tsx'
import { useTitle } from '../../../ui/title.ts'
import { say } from '../../../ui/toasts.tsx'
import type { Condition } from '../../search/search-params.ts'
import { session } from '../../session.ts'
import { useProfile } from '../../users/profile.ts'
import { postQuery } from '../posts.ts'
import { type Draft, emptyValues, type SellValues } from './draft.ts'
import { SellForm } from './form.tsx'

const route = getRouteApi('/signed-in/sell')
const editRoute = getRouteApi('/signed-in/sell/$listingId')

/** A new listing, from nothing or like an earlier one. */
export function Sell() {
  useTitle(texts.title)
  const { like } = route.useSearch()
  const personId = usePersonId(session)
  const profile = useProfile()
  const earlier = useQuery({ ...postQuery(like ?? ''), enabled: like !== undefined })
  const done = useDone()
  const failed = [profile, earlier].find(({ isError, data }) => isError && !data)
  const isReady = like === undefined || earlier.isSuccess
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        <ButtonLink to="/my-listings" variant="default">
          {texts.mine}
        </ButtonLink>
      </Group>
      {failed && <Failed error={failed.error} retry={() => failed.refetch()} />}
      {!failed && !(profile.data && isReady) && <Waiting />}
      {profile.data && isReady && (
        <SellForm
          key={like}
          draftKey={`new ${personId}${like ? ` ${like}` : ''}`}
          start={
            earlier.data
              ? { values: likeOf(earlier.data), photos: photosOf(earlier.data) }
              : { values: { ...emptyValues, place: profile.data.address.place }, photos: [] }
          }
          author={profile.data}
          onDone={done}
        />
      )}
    </>
  )
}

/** One of the person's own listings, to change it. */
export function EditListing() {
  useTitle(texts.editTitle)
  const { listingId } = editRoute.useParams()
  const client = useQueryClient()
  const personId = usePersonId(session)
  const post = useQuery(postQuery(listingId))
  const profile = useProfile()
  const done = useDone()
  const failed = [profile, post].find(({ isError, data }) => isError && !data)
  if (failed) return <Failed error={failed.error} retry={() => failed.refetch()} />
  if (!post.data || !profile.data) return <Waiting />
  if (!post.data.own) return <Empty title={texts.notYours} />
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {texts.editTitle}
      </Title>
      <SellForm
        key={listingId}
        draftKey={`${listingId} ${personId}`}
        start={startOf(post.data)}
        post={post.data}
        author={profile.data}
        reload={async () =>
          startOf((await client.fetchQuery({ ...postQuery(listingId), staleTime: 0 })).data)
        }
        onDone={done}
      />
    </>
  )
}

function useDone(): (post: Post, message: string) => void {
  const navigate = useNavigate()
  return (post, message) => {
    say(message)
    void navigate({ to: '/listing/$listingId', params: { listingId: post._id } })
  }
}

const valuesOf = (post: Post): SellValues => ({
  title: post.title,
  category_id: post.category._id,
  sub_category_id: post.sub_category?._id ?? '',
  price: post.price,
  condition: (post.condition ?? '') as Condition | '',
  description: post.description,
  place: post.address.place,
  attributes: post.attributes as SellValues['attributes'],
  delivery: (post.delivery ?? '') as SellValues['delivery'],
  allow_offers: post.allow_offers,
  where: null,
})

/** What is offered once more is where it was. */
function likeOf(post: Post): SellValues {
  const [lng, lat] = post.location.coordinates
  return { ...valuesOf(post), where: { lng, lat, name: post.address.place } }
}

const photosOf = (post: Post): Draft['photos'] =>
  post.media.photoUrl.map((url) => ({ id: url, name: '', url }))

/** A listing as its author wants it, where a change of it waits for a moderator. */
function asAsked(post: Post): Post {
  const change = post.review?.state === 'waiting' ? post.review.change : null
  if (!change) return post
  const { category_id, sub_category_id, address, media, location: _place, draft: _draft, ...plain } = change
  return {
    ...post,
    ...plain,
    ...(category_id === undefined ? {} : { category: { _id: category_id, name: '' }, sub_category: null }),
    ...(sub_category_id ? { sub_category: { _id: sub_category_id, name: '' } } : {}),
    address: { ...post.address, ...address },
    media: { ...post.media, ...media },
  }
}

const startOf = (post: Post): Draft => {
  const asked = asAsked(post)
  const [values, photos] = [valuesOf(asked), photosOf(asked)]
  return { values, photos, base: { version: post.__v, values, photoUrls: asked.media.photoUrl } }
}
