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
import { useProfile } from '../../accounts/profile.ts'
import { session } from '../../session.ts'
import { postQuery } from '../posts.ts'
import { SellForm } from './form.tsx'
import { baseOf, emptyValues, likeOf } from './values.ts'

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
          start={{
            values: earlier.data
              ? likeOf(earlier.data)
              : {
                  ...emptyValues,
                  place: profile.data.address.place,
                  zip: profile.data.address.zip_code,
                },
          }}
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
        start={baseOf(post.data)}
        post={post.data}
        author={profile.data}
        reload={async () => baseOf((await client.fetchQuery({ ...postQuery(listingId), staleTime: 0 })).data)}
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
