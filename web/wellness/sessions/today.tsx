import { Skeleton, Text, Title } from '@mantine/core'
import {
  getCategoriesOptions,
  getProfileOptions,
  getWellnessSessionsOptions,
} from '@plaza/client/wellness/queries'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts as found } from '../../texts/exercises.ts'
import { texts } from '../../texts/wellness.ts'
import { TextLink } from '../../ui/links.tsx'
import { useQueue } from '../../ui/queue.ts'
import { usePersonId } from '../../ui/session.ts'
import { Empty, Failed } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { accent } from '../exercises/accent.ts'
import { Illustration } from '../exercises/illustration.tsx'
import { DailyGoals } from '../goals/daily-goals.tsx'
import { WayToKept } from '../offline/kept-exercises.tsx'
import { practiceEvents } from '../practice/delivery.ts'
import { isOver, kept } from '../practice/practice.ts'
import { Invitation } from '../questionnaires/invitation.tsx'
import { session } from '../session.ts'
import { dayPartNow } from './day.ts'
import { Month } from './month.tsx'
import { dateIn } from './own-day.ts'
import { SessionList } from './session-list.tsx'
import { Suggestion } from './suggestion.tsx'
import classes from './today.module.css'

/** One thing to do now, all that there is to choose from, and how it has gone. */
export function Today() {
  useTitle(texts.nav.today)
  const undelivered = useQueue(practiceEvents)
  const refused = undelivered.filter(({ refusal }) => refusal !== undefined)
  const waiting = undelivered.length - refused.length
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <Greeting />
        {waiting > 0 && (
          <Text role="status" className={classes.waiting}>
            {texts.today.waiting(waiting)}
          </Text>
        )}
        {refused.length > 0 && (
          <TextLink to="/history" className={classes.waiting}>
            {texts.today.refused(refused.length)}
          </TextLink>
        )}
        <OpenPractice />
        <WayToKept />
        <DailyGoals />
        <Invitation className={classes.goOn} />
        <Suggestion />
        <Categories />
      </div>
      <aside className={classes.aside}>
        <Month />
        <DoneToday />
      </aside>
    </div>
  )
}

function Greeting() {
  const profile = useQuery(getProfileOptions())
  const [name] = (profile.data?.data.name ?? '').split(' ')
  return (
    <Title order={1} dir="auto">
      {texts.today.greetings[dayPartNow()](name ?? '')}
    </Title>
  )
}

/** What was begun and not ended. */
function OpenPractice() {
  const practice = kept(usePersonId(session), Date.now())
  if (!practice) return null
  return (
    <Link
      to="/exercise/$exerciseId/practice"
      params={{ exerciseId: practice.exerciseId }}
      className={classes.goOn}
    >
      <IconPlayerPlayFilled aria-hidden size={22} />
      <span>
        <span>{isOver(practice, Date.now()) ? texts.today.tellAfter : texts.today.goOn}</span>{' '}
        <strong dir="auto">{practice.title}</strong>
      </span>
    </Link>
  )
}

function Categories() {
  const categories = useQuery(getCategoriesOptions({ query: { limit: 100 } }))
  if (categories.isPending) return <Skeleton h="30rem" radius="xl" />
  if (categories.isError && !categories.data)
    return <Failed error={categories.error} retry={() => categories.refetch()} />
  const offered = categories.data.data
  if (offered.length === 0) return <Empty title={texts.today.empty} hint={texts.today.emptyHint} />
  return (
    <section aria-labelledby="choose">
      <Title order={2} id="choose" mb="sm">
        {texts.today.choose}
      </Title>
      <ul className={classes.categories}>
        {offered.map(({ id, name, color, image, illustration, exerciseCount }) => (
          <li key={id}>
            <Link
              to="/category/$categoryId"
              params={{ categoryId: id }}
              className={classes.category}
              style={accent(color)}
            >
              <span className={classes.picture}>
                <Illustration image={image} name={illustration} />
              </span>
              <strong dir="auto">{name}</strong>
              <small>{texts.today.exercises(exerciseCount)}</small>
            </Link>
          </li>
        ))}
      </ul>
      <TextLink to="/exercises" className={classes.more}>
        {found.open}
      </TextLink>
    </section>
  )
}

/** The latest; the others are in the history. */
const shownSessions = 5

function DoneToday() {
  const day = dateIn(0)
  const done = useQuery(getWellnessSessionsOptions({ query: { from: day, to: day, limit: 50 } }))
  if (done.isPending) return null
  if (done.isError && !done.data) return <Failed error={done.error} retry={() => done.refetch()} />
  const minutes = done.data.meta?.totals.minutes ?? 0
  // What is going on has a way back to it of its own.
  const ended = done.data.data.filter(({ status }) => status !== 'IN_PROGRESS')
  return (
    <section aria-labelledby="done">
      <Title order={2} id="done" mb="xs">
        {texts.today.sessions}
      </Title>
      {ended.length === 0 ? (
        <Text c="var(--ink-soft)">{texts.today.none}</Text>
      ) : (
        <>
          <Text c="var(--ink-soft)">{texts.today.minutes(minutes)}</Text>
          <SessionList sessions={ended.slice(0, shownSessions)} />
        </>
      )}
      <TextLink to="/history" className={classes.more}>
        {texts.today.all}
      </TextLink>
    </section>
  )
}
