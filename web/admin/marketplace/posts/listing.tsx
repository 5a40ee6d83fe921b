import { Anchor, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { getPostDetailOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/posts.ts'
import { dateTime, money, number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { ViolationButton } from '../moderation/violation.tsx'

const route = getRouteApi('/marketplace/listings/$postId')

/** One listing as the public sees it, with what can be done about it. */
export function Listing() {
  const { postId } = route.useParams()
  const query = useQuery(getPostDetailOptions({ path: { post_id: postId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const post = query.data.data
  const when = (instant: string | null) => (instant ? dateTime(instant) : '–')
  return (
    <Stack>
      <TextLink to="/listings" py="xs">
        ← {texts.back}
      </TextLink>
      <PageTitle>{post.title}</PageTitle>
      <Group>
        <ViolationButton
          reference={{ model: 'post', id: post._id }}
          recipient={post.seller._id}
          name={post.title}
        />
        <Anchor href={`/listing/${post._id}`} target="_blank" py="xs">
          {texts.inShop}
        </Anchor>
      </Group>
      <Facts
        facts={[
          [texts.heading.price, money(post.price, post.currency)],
          [texts.heading.status, post.status],
          [
            texts.heading.seller,
            <TextLink key="seller" to="/people/$userId" params={{ userId: post.seller._id }}>
              {post.seller.name}
            </TextLink>,
          ],
          [texts.category, post.category.name],
          [texts.place, [post.address.place, post.address.zip_code].filter(Boolean).join(' ')],
          [texts.created, when(post.createdAt)],
          [texts.expires, when(post.expires_at)],
          [texts.favourites, number(post.favourite_count)],
        ]}
      />
      <Text dir="auto" style={{ whiteSpace: 'pre-line' }} maw={720}>
        {post.description}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} aria-label={texts.photos} role="group">
        {post.media.photoUrl.map((url) => (
          <Picture key={url} url={url} alt={post.title} sizes="240px" />
        ))}
      </SimpleGrid>
    </Stack>
  )
}
