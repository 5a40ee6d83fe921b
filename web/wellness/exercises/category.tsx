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
import { accent } from './accent.ts'
import classes from './category.module.css'
import { ExerciseRow } from './exercise-row.tsx'
import { Illustration } from './illustration.tsx'
import { type Length, lengths } from './lengths.ts'

const route = getRouteApi('/inside/category/$categoryId')

/** The exercises of a category, or of one part of it, or of a length. */
export function Category() {
  const { categoryId } = route.useParams()
  const { part, length } = route.useSearch()
  const categories = useQuery(getCategoriesOptions({ query: { limit: 100 } }))
  const category = categories.data?.data.find(({ id }) => id === categoryId)
  return (
    <Stack gap="md" style={accent(category?.color ?? null)}>
      <TextLink to="/" className={classes.back}>
        ← {texts.category.back}
      </TextLink>
      <div className={classes.head}>
        <div className={classes.words}>
          <PageTitle>{category?.name ?? '\u00a0'}</PageTitle>
          {category?.description && <Text dir="auto">{category.description}</Text>}
        </div>
        <div className={classes.picture}>
          {category && <Illustration image={category.image} name={category.illustration} />}
        </div>
      </div>
      <Parts categoryId={categoryId} chosen={part} />
      <Lengths chosen={length} />
      <Exercises categoryId={categoryId} part={part} length={length} />
    </Stack>
  )
}

function Parts({ categoryId, chosen }: { categoryId: string; chosen: string | undefined }) {
  const parts = useQuery(getSubCategoriesOptions({ query: { categoryId, limit: 100 } }))
  const names = [{ id: undefined, name: texts.category.all }, ...(parts.data?.data ?? [])]
  return (
    <nav className={classes.chips} aria-label={texts.category.filter}>
      {names.map(({ id, name }) => (
        <Link
          key={id ?? 'all'}
          to="/category/$categoryId"
          params={{ categoryId }}
          search={({ length }) => ({ ...(id ? { part: id } : {}), ...(length ? { length } : {}) })}
          replace
          className={classes.chip}
          aria-current={id === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const choices = [undefined, ...(Object.keys(lengths) as Length[])]

function Lengths({ chosen }: { chosen: Length | undefined }) {
  return (
    <nav className={classes.chips} aria-label={texts.category.length}>
      {choices.map((length) => (
        <Link
          key={length ?? 'any'}
          from="/category/$categoryId"
          search={({ part }) => ({ ...(part ? { part } : {}), ...(length ? { length } : {}) })}
          replace
          className={classes.chip}
          aria-current={length === chosen ? 'true' : undefined}
        >
          {texts.category.lengths[length ?? 'any']}
        </Link>
      ))}
    </nav>
  )
}

interface ExercisesProps {
  categoryId: string
  part: string | undefined
  length: Length | undefined
}

function Exercises({ categoryId, part, length }: ExercisesProps) {
  const exercises = useInfiniteQuery({
    ...getCategoryExercisesInfiniteOptions({
      query: { categoryId, ...(part ? { subCategoryId: part } : {}), ...(length ? lengths[length] : {}) },
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
            <ExerciseRow exercise={exercise} />
          </li>
        ))}
      </ul>
      <More query={exercises} />
    </>
  )
}
