import { Stack, Text } from '@mantine/core'
import {
  getCategoriesOptions,
  getCategoryExercisesInfiniteOptions,
  getSubCategoriesOptions,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import classes from './category.module.css'

const route = getRouteApi('/inside/category/$categoryId')

/** The exercises of a category, or of one part of it. */
export function Category() {
  const { categoryId } = route.useParams()
  const { part } = route.useSearch()
  const categories = useQuery(getCategoriesOptions({ query: { limit: 100 } }))
  const category = categories.data?.data.find(({ id }) => id === categoryId)
  return (
    <Stack gap="md">
      <TextLink to="/" className={classes.back}>
        ← {texts.category.back}
      </TextLink>
      <PageTitle>{category?.name ?? '\u00a0'}</PageTitle>
      {category?.description && (
        <Text c="var(--ink-soft)" dir="auto">
          {category.description}
        </Text>
      )}
      <Parts categoryId={categoryId} chosen={part} />
      <Exercises categoryId={categoryId} part={part} />
    </Stack>
  )
}

function Parts({ categoryId, chosen }: { categoryId: string; chosen: string | undefined }) {
  const parts = useQuery(getSubCategoriesOptions({ query: { categoryId, limit: 100 } }))
  const names = [{ id: undefined, name: texts.category.all }, ...(parts.data?.data ?? [])]
  return (
    <nav className={classes.parts} aria-label={texts.category.filter}>
      {names.map(({ id, name }) => (
        <Link
          key={id ?? 'all'}
          to="/category/$categoryId"
          params={{ categoryId }}
          search={id ? { part: id } : {}}
          replace
          className={classes.part}
          aria-current={id === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Exercises({ categoryId, part }: { categoryId: string; part: string | undefined }) {
  const exercises = useInfiniteQuery({
    ...getCategoryExercisesInfiniteOptions({
      query: { categoryId, ...(part ? { subCategoryId: part } : {}) },
    }),
    ...byCursor,
  })
  if (exercises.isPending) return <Waiting />
  const list = rowsOf(exercises.data)
  if (exercises.isError && list.length === 0)
    return <Failed error={exercises.error} retry={() => exercises.refetch()} />
  if (list.length === 0) return <Empty title={texts.category.empty} hint={texts.category.emptyHint} />
  return (
    <>
      <ul className={classes.list}>
        {list.map((exercise) => (
          <li key={exercise.id}>
            <Link
              to="/exercise/$exerciseId"
              params={{ exerciseId: exercise.id }}
              className={classes.exercise}
            >
              <strong dir="auto">{exercise.title}</strong>
              <span>
                {[
                  texts.kinds[exercise.mediaType],
                  exercise.durationSec && texts.length(Math.round(exercise.durationSec / 60)),
                  exercise.timesDone > 0 && texts.category.done(exercise.timesDone),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <More query={exercises} />
    </>
  )
}
