import { Anchor, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { getPostDetailOptions } from '@plaza/client/marketplace/queries'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/posts.ts'
import { dateTime } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import classes from '../../details.module.css'
import { Facts } from '../../facts.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { ViolationButton } from '../moderation/violation.tsx'
import { PostState } from './status.tsx'

const route = getRouteApi('/marketplace/listings/$postId')

/** One listing as the public sees it, with what can be done about it, beside the list. */
export function Listing() {
  const { postId } = route.useParams()
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.heading.title}
      onLeave={() => navigate({ to: '/listings', search: (old) => old, replace: true })}
    >
      <Details key={postId} postId={postId} />
    </SidePanel>
  )
}

function Details({ postId }: { postId: string }) {
  const query = useQuery(getPostDetailOptions({ path: { post_id: postId } }))
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const post = query.data.data
  const when = (instant: string | null) => (instant ? dateTime(instant) : '–')
  return (
    <Stack>
      <PageTitle>{post.title}</PageTitle>
      <Group gap="lg">
        <Text fw={600} size="lg" data-figures>
          {money(post.price, post.currency)}
        </Text>
        <PostState status={post.status} />
      </Group>
      {post.media.photoUrl.length > 0 && (
        <SimpleGrid cols={3} spacing="xs" aria-label={texts.photos} role="group">
          {post.media.photoUrl.map((url) => (
            <Picture key={url} url={url} alt={post.title} sizes="180px" />
          ))}
        </SimpleGrid>
      )}
      <Facts
        facts={[
          [
            texts.heading.seller,
            <TextLink key="seller" to="/people/$userId" params={{ userId: post.seller._id }}>
              {post.seller.name}
            </TextLink>,
          ],
          [texts.category, post.category.name],
          [texts.condition, post.condition ? (texts.conditions[post.condition] ?? post.condition) : '–'],
          [texts.place, [post.address.place, post.address.zip_code].filter(Boolean).join(' ') || '–'],
          [texts.created, when(post.createdAt)],
          [texts.expires, when(post.expires_at)],
          [texts.favourites, number(post.favourite_count)],
        ]}
      />
      {post.description && (
        <section>
          <Title order={2} size="h4" mb={4}>
            {texts.description}
          </Title>
          <Text dir="auto" className={classes.text}>
            {post.description}
          </Text>
        </section>
      )}
      <Group className={classes.actions}>
        <ViolationButton
          reference={{ model: 'post', id: post._id }}
          recipient={post.seller._id}
          name={post.title}
        />
        <Anchor href={`/listing/${post._id}`} target="_blank" py="xs">
          {texts.inShop} <IconExternalLink size={15} aria-hidden />
        </Anchor>
      </Group>
    </Stack>
  )
}
