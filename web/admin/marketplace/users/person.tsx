import { Group, Stack, Text, Title } from '@mantine/core'
import { getProfileForWebOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/users.ts'
import { date, money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { ViolationButton } from '../moderation/violation.tsx'

const route = getRouteApi('/marketplace/people/$userId')

/** One person as the public sees them, with their latest listings. */
export function Person() {
  const { userId } = route.useParams()
  const query = useQuery(getProfileForWebOptions({ path: { user_id: userId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const person = query.data.data
  return (
    <Stack>
      <TextLink to="/people" py="xs">
        ← {texts.back}
      </TextLink>
      <PageTitle>{person.name}</PageTitle>
      <Text c="var(--ink-soft)">
        {texts.since(date(person.member_since))}. {texts.counts(person.counts.active, person.counts.sold)}.
      </Text>
      {person.bio && <Text dir="auto">{person.bio}</Text>}
      <Group>
        <ViolationButton
          reference={{ model: 'user', id: person._id }}
          recipient={person._id}
          name={person.name}
        />
      </Group>
      <Title order={2} size="h4">
        {texts.listings}
      </Title>
      {person.posts.length === 0 && <Text>{texts.noListings}</Text>}
      <Facts
        facts={person.posts.map((post) => [
          money(post.price, post.currency),
          <TextLink key={post._id} to="/listings/$postId" params={{ postId: post._id }}>
            {post.title}
          </TextLink>,
        ])}
      />
    </Stack>
  )
}
