import { Stack, TextInput } from '@mantine/core'
import { getExercisesInfiniteOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { texts as t } from '../../texts/exercises.ts'
import { texts } from '../../texts/wellness.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import { useTypedSearch } from '../../ui/typed-search.ts'
import classes from './category.module.css'
import { ExerciseRow } from './exercise-row.tsx'
import { sorts } from './sorts.ts'

const route = getRouteApi('/inside/exercises')

/** The exercises of all categories: what is recommended, with why, or in another order. */
export function AllExercises() {
  const { q, sort = 'recommended', tag } = route.useSearch()
  const navigate = useNavigate({ from: '/exercises' })
  const search = useTypedSearch((words) =>
    navigate({ search: ({ q: _, ...old }) => ({ ...old, ...(words ? { q: words } : {}) }), replace: true }),
  )
  const exercises = useInfiniteQuery({
    ...getExercisesInfiniteOptions({ query: { sort, ...(q ? { q } : {}), ...(tag ? { tags: tag } : {}) } }),
    ...byCursor,
  })
  const list = rowsOf(exercises.data)
  return (
    <Stack gap="md">
      <TextLink to="/" className={classes.back}>
        ← {texts.category.back}
      </TextLink>
      <PageTitle>{t.title}</PageTitle>
      <TextInput
        type="search"
        size="md"
        aria-label={t.search}
        placeholder={t.search}
        defaultValue={q}
        maxLength={100}
        onChange={({ currentTarget }) => search(currentTarget.value.trim())}
      />
      <nav className={classes.chips} aria-label={t.sort}>
        {sorts.map((each) => (
          <Link
            key={each}
            from="/exercises"
            search={({ sort: _, ...old }) => (each === 'recommended' ? old : { ...old, sort: each })}
            replace
            className={classes.chip}
            aria-current={each === sort ? 'true' : undefined}
          >
            {t.sorts[each]}
          </Link>
        ))}
      </nav>
      <Tags chosen={tag} known={list.flatMap(({ tags }) => tags)} />
      {exercises.isPending && <Waiting />}
      {exercises.isError && list.length === 0 && (
        <Failed error={exercises.error} retry={() => exercises.refetch()} />
      )}
      {exercises.isSuccess && list.length === 0 && <Empty title={t.empty} hint={t.emptyHint} />}
      <ul className={classes.list}>
        {list.map((exercise) => (
          <li key={exercise.id}>
            <ExerciseRow exercise={exercise} reason={exercise.reason} />
          </li>
        ))}
      </ul>
      <More query={exercises} />
    </Stack>
  )
}

const tagNames = new Map(Object.entries<string>(t.tagNames))

/** The tags of what is shown, the commonest first, and the one that is chosen. */
function Tags({ chosen, known }: { chosen: string | undefined; known: readonly string[] }) {
  const counts = new Map<string, number>()
  for (const tag of known) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const tags = [...counts.keys()].sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1),
  )
  const shown = [undefined, ...new Set([...(chosen ? [chosen] : []), ...tags])]
  if (shown.length === 1) return null
  return (
    <nav className={classes.chips} aria-label={t.tags}>
      {shown.map((tag) => (
        <Link
          key={tag ?? ''}
          from="/exercises"
          search={({ tag: _, ...old }) => (tag ? { ...old, tag } : old)}
          replace
          className={classes.chip}
          aria-current={tag === chosen ? 'true' : undefined}
          dir="auto"
        >
          {tag === undefined ? t.anyTag : (tagNames.get(tag) ?? tag)}
        </Link>
      ))}
    </nav>
  )
}
