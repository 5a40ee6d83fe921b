import { Button, Group, Tabs } from '@mantine/core'
import type { ExerciseCategoryRecord, ExerciseRecord } from '@plaza/client/wellness'
import {
  adminGetExerciseCategoriesInfiniteOptions,
  adminGetExercisesInfiniteOptions,
} from '@plaza/client/wellness/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/exercises.ts'
import { date, number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { ChoiceField, FilterRow, SearchField, StatusField } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { CategoryForm, ExerciseForm, PartForm } from './catalogue-forms.tsx'

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
        </Tabs.List>
        <Tabs.Panel value="categories">{tab === 'categories' && <Categories />}</Tabs.Panel>
        <Tabs.Panel value="exercises">{tab === 'exercises' && <Exercises />}</Tabs.Panel>
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

const categoryColumns: Column<ExerciseCategoryRecord>[] = [
  {
    key: 'name',
    name: t.heading.name,
    value: (row) => row.name,
    cell: (row) => <span dir="auto">{row.name}</span>,
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
    cell: (row) => t.statuses[row.status],
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
  const [adding, setAdding] = useState<'category' | 'part'>()
  const categories = useInfiniteQuery({
    ...adminGetExerciseCategoriesInfiniteOptions({
      query: { limit: 50, q: search.q, status: search.status as ExerciseCategoryRecord['status'] },
    }),
    ...byCursor,
  })
  return (
    <>
      <Group mb="md">
        <Button onClick={() => setAdding('category')}>{t.addCategory}</Button>
        <Button variant="default" onClick={() => setAdding('part')}>
          {t.addPart}
        </Button>
      </Group>
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
      />
      {adding === 'category' && <CategoryForm onClose={() => setAdding(undefined)} />}
      {adding === 'part' && <PartForm onClose={() => setAdding(undefined)} />}
    </>
  )
}

const exerciseColumns: Column<ExerciseRecord>[] = [
  {
    key: 'title',
    name: t.heading.name,
    value: (row) => row.title,
    cell: (row) => <span dir="auto">{row.title}</span>,
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
    cell: (row) => (row.durationSec ? `${Math.round(row.durationSec / 60)} min` : '–'),
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
    cell: (row) => t.statuses[row.status],
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
  const [isAdding, setAdding] = useState(false)
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
  return (
    <>
      <Group mb="md">
        <Button onClick={() => setAdding(true)}>{t.addExercise}</Button>
      </Group>
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
      />
      {isAdding && <ExerciseForm onClose={() => setAdding(false)} />}
    </>
  )
}
