import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { getProfileForWebOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { texts } from '../../texts/admin.ts'
import { date, money } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Failed, Waiting } from '../../ui/states.tsx'
import { Facts } from '../facts.tsx'
import { ViolationForm } from '../violation.tsx'

const route = getRouteApi('/marketplace/people/$userId')

/** One person as the public sees them, with their latest listings. */
export function Person() {
  const { userId } = route.useParams()
  const [isWriting, writing] = useDisclosure(false)
  const query = useQuery(getProfileForWebOptions({ path: { user_id: userId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Failed error={query.error} retry={() => query.refetch()} />
  const person = query.data.data
  return (
    <Stack>
      <TextLink to="/people" py="xs">
        ← {texts.people.back}
      </TextLink>
      <PageTitle>{person.name}</PageTitle>
      <Text c="var(--ink-soft)">
        {texts.people.since(date(person.member_since))}.{' '}
        {texts.people.counts(person.counts.active, person.counts.sold)}.
      </Text>
      {person.bio && <Text dir="auto">{person.bio}</Text>}
      <Group>
        <Button color="red" variant="light" onClick={writing.open}>
          {texts.violation.open}
        </Button>
      </Group>
      <Title order={2} size="h4">
        {texts.people.listings}
      </Title>
      {person.posts.length === 0 && <Text>{texts.people.noListings}</Text>}
      <Facts
        facts={person.posts.map((post) => [
          money(post.price, post.currency),
          <TextLink key={post._id} to="/listings/$postId" params={{ postId: post._id }}>
            {post.title}
          </TextLink>,
        ])}
      />
      {isWriting && (
        <ViolationForm
          reference={{ model: 'user', id: person._id }}
          recipient={person._id}
          name={person.name}
          onClose={writing.close}
        />
      )}
    </Stack>
  )
}
