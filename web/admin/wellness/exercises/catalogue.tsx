import { Button, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import type { ExerciseCategoryRecord, ExerciseRecord } from '@plaza/client/wellness'
import {
  adminGetExerciseCategoriesInfiniteOptions,
  adminGetExercisesInfiniteOptions,
} from '@plaza/client/wellness/queries'
import { IconLeaf } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts as more } from '../../../texts/admin/wellness/catalogue.ts'
import { texts as t } from '../../../texts/admin/wellness/exercises.ts'
import { date, dateTime } from '../../../ui/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { number } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { useOneOpen } from '../../../ui/one-open.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../../ui/queries.ts'
import classes from '../../details.module.css'
import { Facts } from '../../facts.tsx'
import { ChoiceField, FilterRow, SearchField, StatusField } from '../../filters.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { State } from '../../state.tsx'
import { type Column, DataTable, Named } from '../../table.tsx'
import { Thumb } from '../../thumb.tsx'
import { useWritesContent } from '../admins/own-role.ts'
import { BundleWindow } from './bundle.tsx'
import { CategoryForm, ExerciseForm, PartForm } from './catalogue-forms.tsx'
import { ExerciseThumb } from './exercise-thumb.tsx'
import { ExerciseEditor, Tree } from './tree.tsx'

const route = getRouteApi('/wellness/catalogue')

/** What the wellness app offers: categories with their parts, and exercises. */
export function Catalogue() {
  const { tab = 'categories' } = route.useSearch()
  const navigate = useNavigate({ from: '/catalogue' })
  return (
    <>
      <PageTitle mb="md">{t.title}</PageTitle>
      <Tabs value={tab} onChange={(chosen) => navigate({ search: chosen ? { tab: chosen } : {} })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="categories">{t.categories}</Tabs.Tab>
          <Tabs.Tab value="exercises">{t.exercises}</Tabs.Tab>
          <Tabs.Tab value="structure">{more.structure}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="categories">{tab === 'categories' && <Categories />}</Tabs.Panel>
        <Tabs.Panel value="exercises">{tab === 'exercises' && <Exercises />}</Tabs.Panel>
        <Tabs.Panel value="structure">{tab === 'structure' && <Tree />}</Tabs.Panel>
      </Tabs>
    </>
  )
}

function useTable() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/catalogue' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  return { search, set }
}

const OfferState = ({ status }: { status: 'ACTIVE' | 'INACTIVE' }) => (
  <State tone={status === 'ACTIVE' ? 'good' : undefined}>{t.statuses[status]}</State>
)

const lengthOf = ({ durationSec }: ExerciseRecord) =>
  durationSec ? t.minutes(Math.max(1, Math.round(durationSec / 60))) : '–'

const categoryColumns: Column<ExerciseCategoryRecord>[] = [
  {
    key: 'name',
    name: t.heading.name,
    value: (row) => row.name,
    cell: (row) => (
      <Named
        picture={
          <Thumb url={row.image} name={row.name}>
            <IconLeaf size={16} stroke={1.6} />
          </Thumb>
        }
      >
        <span dir="auto">{row.name}</span>
      </Named>
    ),
  },
  {
    key: 'parts',
    name: t.heading.parts,
    value: (row) => row.subCategoryCount,
    cell: (row) => number(row.subCategoryCount),
    isNumber: true,
  },
  {
    key: 'exercises',
    name: t.heading.exercises,
    value: (row) => row.exerciseCount,
    cell: (row) => number(row.exerciseCount),
    isNumber: true,
  },
  {
    key: 'status',
    name: t.heading.status,
    value: (row) => row.status,
    cell: (row) => <OfferState status={row.status} />,
  },
  {
    key: 'created',
    name: t.heading.created,
    value: (row) => row.createdAt,
    cell: (row) => date(row.createdAt),
  },
]

function Categories() {
  const { search, set } = useTable()
  const writesContent = useWritesContent()
  const { opened: adding, open: add, close } = useOneOpen<'category' | 'part' | 'bundle'>()
  const categories = useInfiniteQuery({
    ...adminGetExerciseCategoriesInfiniteOptions({
      query: { limit: 50, q: search.q, status: search.status as ExerciseCategoryRecord['status'] },
    }),
    ...byCursor,
  })
  return (
    <>
      {writesContent && (
        <Group mb="md">
          <Button onClick={() => add('category')}>{t.addCategory}</Button>
          <Button variant="default" onClick={() => add('part')}>
            {t.addPart}
          </Button>
          <Button variant="default" onClick={() => add('bundle')}>
            {more.bundle.title}
          </Button>
        </Group>
      )}
      <FilterRow>
        <SearchField value={search.q} onChange={(q) => set({ q })} />
        <StatusField words={t.statuses} value={search.status} onChange={(status) => set({ status })} />
      </FilterRow>
      <DataTable
        caption={t.categories}
        columns={categoryColumns}
        query={categories}
        rowKey={(row) => row.id}
        sort={search.sort}
        serverSorts={['-created']}
        onSort={(sort) => set({ sort })}
        onClear={search.q || search.status ? () => set({ q: undefined, status: undefined }) : undefined}
      />
      {adding === 'category' && (
        <Dialog onClose={close} title={t.addCategory}>
          <CategoryForm onClose={close} />
        </Dialog>
      )}
      {adding === 'part' && (
        <Dialog onClose={close} title={t.addPart}>
          <PartForm onClose={close} />
        </Dialog>
      )}
      {adding === 'bundle' && <BundleWindow onClose={close} />}
    </>
  )
}

const exerciseColumns: Column<ExerciseRecord>[] = [
  {
    key: 'title',
    name: t.heading.name,
    value: (row) => row.title,
    cell: (row) => (
      <Named picture={<ExerciseThumb exercise={row} />}>
        <TextLink
          to="/catalogue"
          search={(old) => ({ ...old, tab: 'exercises', show: row.id })}
          dir="auto"
          c="inherit"
          inherit
        >
          {row.title}
        </TextLink>
      </Named>
    ),
  },
  {
    key: 'kind',
    name: t.heading.kind,
    value: (row) => row.mediaType,
    cell: (row) => t.kinds[row.mediaType],
  },
  {
    key: 'length',
    name: t.heading.length,
    value: (row) => row.durationSec ?? 0,
    cell: (row) => lengthOf(row),
    isNumber: true,
  },
  {
    key: 'plays',
    name: t.heading.plays,
    value: (row) => row.stats.plays,
    cell: (row) => number(row.stats.plays),
    isNumber: true,
  },
  {
    key: 'status',
    name: t.heading.status,
    value: (row) => row.status,
    cell: (row) => <OfferState status={row.status} />,
  },
  {
    key: 'created',
    name: t.heading.created,
    value: (row) => row.createdAt,
    cell: (row) => date(row.createdAt),
  },
]

function Exercises() {
  const { search, set } = useTable()
  const navigate = useNavigate({ from: '/catalogue' })
  const writesContent = useWritesContent()
  const { opened: written, open: write, close } = useOneOpen<string>()
  const exercises = useInfiniteQuery({
    ...adminGetExercisesInfiniteOptions({
      query: {
        limit: 50,
        q: search.q,
        status: search.status as ExerciseRecord['status'],
        mediaType: search.mediaType as ExerciseRecord['mediaType'],
      },
    }),
    ...byCursor,
  })
  const shown = rowsOf(exercises.data).find(({ id }) => id === search.show)
  return (
    <>
      {writesContent && (
        <Group mb="md">
          <Button onClick={() => write('new')}>{t.addExercise}</Button>
        </Group>
      )}
      <FilterRow>
        <SearchField value={search.q} onChange={(q) => set({ q })} />
        <ChoiceField
          label={t.heading.kind}
          words={t.kinds}
          value={search.mediaType}
          onChange={(mediaType) => set({ mediaType })}
        />
        <StatusField words={t.statuses} value={search.status} onChange={(status) => set({ status })} />
      </FilterRow>
      <DataTable
        caption={t.exercises}
        columns={exerciseColumns}
        query={exercises}
        rowKey={(row) => row.id}
        sort={search.sort}
        serverSorts={['-created']}
        onSort={(sort) => set({ sort })}
        onClear={
          search.q || search.status || search.mediaType
            ? () => set({ q: undefined, status: undefined, mediaType: undefined })
            : undefined
        }
      />
      {shown && (
        <SidePanel
          label={t.one}
          onLeave={() => navigate({ search: ({ show: _, ...old }) => old, replace: true })}
        >
          <ExerciseDetails exercise={shown} />
          {writesContent && (
            <Group mt="md">
              <Button variant="default" onClick={() => write(shown.id)}>
                {more.editExercise}
              </Button>
            </Group>
          )}
        </SidePanel>
      )}
      {written && written !== 'new' && <ExerciseEditor id={written} onClose={close} />}
      {written === 'new' && (
        <Dialog onClose={close} title={t.addExercise}>
          <ExerciseForm onClose={close} />
        </Dialog>
      )}
    </>
  )
}

/** An exercise with its steps, as it is offered. */
const ExerciseDetails = ({ exercise }: { exercise: ExerciseRecord }) => (
  <Stack>
    <PageTitle>{exercise.title}</PageTitle>
    <OfferState status={exercise.status} />
    <Facts
      facts={[
        [t.heading.kind, t.kinds[exercise.mediaType]],
        [t.heading.length, lengthOf(exercise)],
        [t.access, exercise.isPremium ? t.premium : t.free],
        [t.heading.plays, number(exercise.stats.plays)],
        [t.heading.created, dateTime(exercise.createdAt)],
        [t.updated, dateTime(exercise.updatedAt)],
      ]}
    />
    <section>
      <Title order={2} size="h4" mb={4}>
        {t.description}
      </Title>
      <Text dir="auto" className={classes.text}>
        {exercise.description || t.noDescription}
      </Text>
    </section>
    {exercise.steps.length > 0 && (
      <section>
        <Title order={2} size="h4" mb={4}>
          {t.steps}
        </Title>
        <ol className={classes.steps}>
          {exercise.steps.map(({ text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else to go by, and never move here
            <li key={index} dir="auto" className={classes.step}>
              {text}
            </li>
          ))}
        </ol>
      </section>
    )}
  </Stack>
)
