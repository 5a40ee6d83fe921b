import { SegmentedControl } from '@mantine/core'
import type { QueueItem } from '@plaza/client/marketplace'
import { getModerationQueueInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { ago } from '../../../ui/dates.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../../ui/states.tsx'
import { State } from '../../state.tsx'
import { Gone } from './gone.tsx'
import { useLookedAt, useReach } from './looked-at.ts'
import classes from './queue.module.css'
import { QueueDetails } from './queue-details.tsx'
import { aboutOf, keyOf } from './queue-item.ts'

const route = getRouteApi('/marketplace/queue')
const kinds = ['all', 'urgent', 'report', 'appeal', 'resubmission', 'confirmation', 'listing'] as const
type Kind = (typeof kinds)[number]

const kindOf = (kind: string | undefined): Kind => kinds.find((one) => one === kind) ?? 'all'

/** What is asked of the server for a choice. */
const queryOf = (kind: Kind) => (kind === 'all' ? {} : kind === 'urgent' ? { urgent: true } : { kind })

/** Everything that waits for staff, the longest first: what waits beside what is looked at of it. */
export function Queue() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/queue' })
  const kind = kindOf(search.kind)
  const queue = useInfiniteQuery({
    ...getModerationQueueInfiniteOptions({ query: queryOf(kind) }),
    ...byCursor,
  })
  const items = rowsOf(queue.data)
  const mayCome = useReach(queue, items.map(keyOf), search.item)
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <div className={classes.kinds}>
        <SegmentedControl
          aria-label={texts.kind}
          value={kind}
          data={kinds.map((value) => ({ value, label: texts.kinds[value] ?? value }))}
          onChange={(value) => navigate({ search: value === 'all' ? {} : { kind: value }, replace: true })}
        />
      </div>
      {queue.isPending ? (
        <Waiting />
      ) : queue.data ? (
        <Panes key={kind} items={items} mayCome={mayCome} more={<More query={queue} />} />
      ) : (
        <Failed error={queue.error} retry={() => queue.refetch()} />
      )}
    </>
  )
}

interface PanesProps {
  items: readonly QueueItem[]
  /** Whether what the address names may be among those that are still to come. */
  mayCome: boolean
  more: ReactNode
}

function Panes({ items, mayCome, more }: PanesProps) {
  const { item: named } = route.useSearch()
  const navigate = useNavigate({ from: '/queue' })
  const look = (key: string | undefined) =>
    navigate({ search: ({ item: _, ...old }) => (key ? { ...old, item: key } : old), replace: true })
  const { item, goOnFrom } = useLookedAt({ items, keyOf, named, look })
  const [first] = items
  if (!first) return <Empty title={texts.empty} hint={texts.emptyHint} />
  return (
    <div className={classes.panes}>
      <nav className={classes.queue} aria-label={texts.list}>
        <ul>
          {items.map((one) => (
            <li key={keyOf(one)}>
              <Waits item={one} isChosen={one === item} />
            </li>
          ))}
        </ul>
        {more}
      </nav>
      {item && <QueueDetails key={keyOf(item)} item={item} onDecided={() => goOnFrom(item)} />}
      {!item && (mayCome ? <Waiting /> : <Gone goOn={() => look(keyOf(first))} />)}
    </div>
  )
}

const Waits = ({ item, isChosen }: { item: QueueItem; isChosen: boolean }) => (
  <Link
    to="/queue"
    search={(old) => ({ ...old, item: keyOf(item) })}
    replace
    className={classes.waits}
    aria-current={isChosen ? 'true' : undefined}
  >
    <span className={classes.title} dir="auto">
      {aboutOf(item)}
    </span>
    <span className={classes.soft}>{texts.since(texts.of[item.kind] ?? item.kind, ago(item.since))}</span>
    {item.case?.is_urgent && <State tone="bad">{texts.urgent}</State>}
  </Link>
)
