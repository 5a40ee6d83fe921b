import { Button } from '@mantine/core'
import type { BlockedUser, MutedUser } from '@plaza/client/marketplace'
import { getBlocksInfiniteOptions, getMutesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../../texts/people.ts'
import { ago, date } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More } from '../../ui/states.tsx'
import classes from './people.module.css'
import { PeopleSkeleton, PersonRow } from './person-row.tsx'
import { useBlock, useMute } from './use-silence.ts'

/** Whom the person blocked. */
export function Blocked() {
  const list = useInfiniteQuery({ ...getBlocksInfiniteOptions({ query: { limit: 30 } }), ...byCursor })
  const people = rowsOf(list.data)
  return (
    <Page>
      {list.isError && people.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && people.length === 0 && (
        <Empty title={texts.silenced.noBlocked} hint={texts.silenced.noBlockedHint} />
      )}
      <ul className={classes.people}>
        {list.isPending && <PeopleSkeleton />}
        {people.map((person) => (
          <BlockedRow key={person._id} person={person} />
        ))}
      </ul>
      <More query={list} />
    </Page>
  )
}

/** Whom the person muted. */
export function Muted() {
  const list = useInfiniteQuery({ ...getMutesInfiniteOptions({ query: { limit: 30 } }), ...byCursor })
  const people = rowsOf(list.data)
  return (
    <Page>
      {list.isError && people.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && people.length === 0 && (
        <Empty title={texts.silenced.noMuted} hint={texts.silenced.noMutedHint} />
      )}
      <ul className={classes.people}>
        {list.isPending && <PeopleSkeleton />}
        {people.map((person) => (
          <MutedRow key={person._id} person={person} />
        ))}
      </ul>
      <More query={list} />
    </Page>
  )
}

const Page = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>
    <TextLink to="/you" py="sm" display="inline-block">
      {texts.silenced.back}
    </TextLink>
    <PageTitle>{texts.silenced.title}</PageTitle>
    <p className={classes.hint}>{texts.silenced.hint}</p>
    <nav className={classes.lists} aria-label={texts.silenced.title}>
      <Link to="/you/blocked" replace>
        {texts.silenced.blocked}
      </Link>
      <Link to="/you/muted" replace>
        {texts.silenced.muted}
      </Link>
    </nav>
    {children}
  </div>
)

function BlockedRow({ person }: { person: BlockedUser }) {
  const { block, isPending } = useBlock(person)
  return (
    <PersonRow person={person} isHidden about={texts.silenced.blockedSince(ago(person.blocked_at))}>
      <Button
        variant="default"
        loading={isPending}
        aria-label={texts.silenced.unblockName(person.name)}
        onClick={() => block(false)}
      >
        {texts.unblock}
      </Button>
    </PersonRow>
  )
}

function MutedRow({ person }: { person: MutedUser }) {
  const { mute, isPending } = useMute(person)
  const until = person.muted_until
  return (
    <PersonRow
      person={person}
      about={
        until === null
          ? texts.silenced.mutedSince(ago(person.muted_at))
          : texts.silenced.mutedUntil(date(until))
      }
    >
      <Button
        variant="default"
        loading={isPending}
        aria-label={texts.silenced.unmuteName(person.name)}
        onClick={() => mute('not')}
      >
        {texts.unmute}
      </Button>
    </PersonRow>
  )
}
