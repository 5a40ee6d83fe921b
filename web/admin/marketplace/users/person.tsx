import { Group, Stack, Text, Title } from '@mantine/core'
import type { GetProfileForWebResponse } from '@plaza/client/marketplace'
import { getProfileForWebOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/users.ts'
import { date } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import classes from '../../details.module.css'
import { SidePanel } from '../../side-panel.tsx'
import { Thumb } from '../../thumb.tsx'
import { DecisionList } from '../moderation/decision-list.tsx'
import { ViolationButton } from '../moderation/violation.tsx'

const route = getRouteApi('/marketplace/people/$userId')

/** One person as the public sees them, with their latest listings, beside the list. */
export function Person() {
  const { userId } = route.useParams()
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.person}
      onLeave={() => navigate({ to: '/people', search: (old) => old, replace: true })}
    >
      <Details key={userId} userId={userId} />
    </SidePanel>
  )
}

function Details({ userId }: { userId: string }) {
  const query = useQuery(getProfileForWebOptions({ path: { user_id: userId } }))
  if (query.isPending) return <Waiting />
  return (
    <Stack>
      {query.data ? (
        <Shown person={query.data.data} />
      ) : (
        <Failed error={query.error} retry={() => query.refetch()} />
      )}
      {/* Of who is suspended or leaving the public sees nothing, and moderators what was decided. */}
      <section>
        <Title order={2} size="h4" mb={4}>
          {texts.history}
        </Title>
        <DecisionList subjectId={userId} />
      </section>
      <Group className={classes.actions}>
        <ViolationButton
          reference={{ model: 'user', id: userId }}
          recipient={userId}
          name={query.data?.data.name ?? texts.unknown}
        />
      </Group>
    </Stack>
  )
}

function Shown({ person }: { person: GetProfileForWebResponse['data'] }) {
  return (
    <>
      <Group wrap="nowrap">
        <Thumb url={person.profile_photo_url} name={person.name} isPerson size="card" />
        <div>
          <PageTitle>{person.name}</PageTitle>
          <Text c="var(--ink-soft)">
            {texts.since(date(person.member_since))} ·{' '}
            {texts.counts(person.counts.active, person.counts.sold)}
          </Text>
        </div>
      </Group>
      {person.bio && (
        <Text dir="auto" className={classes.text}>
          {person.bio}
        </Text>
      )}
      <section>
        <Title order={2} size="h4" mb={4}>
          {texts.listings}
        </Title>
        {person.posts.length === 0 && <Text c="var(--ink-soft)">{texts.noListings}</Text>}
        <ul className={classes.rows}>
          {person.posts.map((post) => (
            <li key={post._id}>
              <Link to="/listings/$postId" params={{ postId: post._id }}>
                <Thumb url={post.photoUrl} name={post.title} />
                <span dir="auto">{post.title}</span>
                <span data-figures>{money(post.price, post.currency)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
