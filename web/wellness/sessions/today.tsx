import { Stack, Text, Title } from '@mantine/core'
import {
  getCategoriesOptions,
  getCompletedWellnessOptions,
  getProfileOptions,
  getWellnessSessionsOptions,
} from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { texts } from '../../texts/wellness.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { useQueue } from '../../ui/queue.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed, Waiting } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { session } from '../session.ts'
import { practiceEvents } from './delivery.ts'
import { isOver, kept } from './practice.ts'
import { SessionList } from './session-list.tsx'
import classes from './today.module.css'

/** How it stands today, and what one could do next. */
export function Today() {
  useTitle(texts.nav.today)
  const waiting = useQueue(practiceEvents)
  const practice = kept(usePersonId(session), Date.now())
  return (
    <Stack gap="xl">
      <Greeting />
      {waiting.length > 0 && (
        <Text role="status" className={classes.waiting}>
          {texts.today.waiting(waiting.length)}
        </Text>
      )}
      {practice && (
        <Link
          to="/exercise/$exerciseId/practice"
          params={{ exerciseId: practice.exerciseId }}
          className={classes.goOn}
        >
          <span>{isOver(practice, Date.now()) ? texts.today.tellAfter : texts.today.goOn}</span>
          <strong dir="auto">{practice.title}</strong>
        </Link>
      )}
      <Categories />
      <DoneToday />
    </Stack>
  )
}

function Greeting() {
  const profile = useQuery(getProfileOptions())
  const completed = useQuery(getCompletedWellnessOptions({ query: { limit: 1 } }))
  const streak = completed.data?.meta?.streak
  const [name] = (profile.data?.data.name ?? '').split(' ')
  return (
    <div className={classes.greeting}>
      <Title order={1} size="h2" dir="auto">
        {texts.today.greeting(name ?? '')}
      </Title>
      <Text c="var(--ink-soft)">
        {streak ? texts.today.streak(streak.current) : '\u00a0'}{' '}
        {streak && streak.best > streak.current && streak.best > 1 ? texts.today.best(streak.best) : ''}
      </Text>
    </div>
  )
}

function Categories() {
  const categories = useQuery(getCategoriesOptions({ query: { limit: 100 } }))
  if (categories.isPending) return <Waiting />
  if (categories.isError) return <Failed error={categories.error} retry={() => categories.refetch()} />
  const offered = categories.data.data
  if (offered.length === 0) return <Empty title={texts.today.empty} hint={texts.today.emptyHint} />
  return (
    <section aria-labelledby="choose">
      <Title order={2} size="h4" id="choose" mb="sm">
        {texts.today.choose}
      </Title>
      <ul className={classes.categories}>
        {offered.map((category) => (
          <li key={category.id}>
            <Link
              to="/category/$categoryId"
              params={{ categoryId: category.id }}
              className={classes.category}
              style={accent(category.color)}
            >
              <strong dir="auto">{category.name}</strong>
              <span dir="auto">{category.description}</span>
              <small>{texts.today.exercises(category.exerciseCount)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The day by the person's own clock. */
const today = () => new Intl.DateTimeFormat('en-CA').format(new Date())

function DoneToday() {
  const day = today()
  const done = useQuery(getWellnessSessionsOptions({ query: { from: day, to: day, limit: 50 } }))
  if (done.isPending) return null
  if (done.isError) return <Failed error={done.error} retry={() => done.refetch()} />
  const minutes = done.data.meta?.totals.minutes ?? 0
  return (
    <section aria-labelledby="done">
      <Title order={2} size="h4" id="done" mb="sm">
        {texts.today.sessions}
      </Title>
      {done.data.data.length === 0 ? (
        <Text c="var(--ink-soft)">{texts.today.none}</Text>
      ) : (
        <>
          <Text mb="sm">{texts.today.minutes(minutes)}</Text>
          <SessionList sessions={done.data.data} />
        </>
      )}
      <ButtonLink to="/history" variant="default" mt="md">
        {texts.history.title}
      </ButtonLink>
    </section>
  )
}

const accent = (color: string | null) => ({ '--accent': color ?? '#0b7a6f' }) as CSSProperties
