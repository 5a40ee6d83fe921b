import { Button, Group, Text } from '@mantine/core'
import type { FiledModel } from '@plaza/client/marketplace'
import { adminExportModelsMutation, adminGetModelsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/models.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { FormFailure, messageOf } from '../../../ui/states.tsx'
import { FilterRow, SearchField } from '../../filters.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { findCategory, useCategoryTree } from './category-tree.ts'
import { ModelImport } from './model-import.tsx'

const route = getRouteApi('/marketplace/administration/models')
const { heading } = texts

function useColumns(): Column<FiledModel>[] {
  const tree = useCategoryTree()
  const categoryOf = (id: string | null) => id !== null && tree.data && findCategory(tree.data.data, id)?.name
  return [
    {
      key: 'make',
      name: heading.make,
      value: (row) => row.make,
      cell: (row) => <span dir="auto">{row.make}</span>,
    },
    {
      key: 'model',
      name: heading.model,
      value: (row) => row.model,
      cell: (row) => <span dir="auto">{row.model}</span>,
    },
    {
      key: 'years',
      name: heading.years,
      value: ({ years: { from, to } }) => from ?? to ?? 0,
      cell: ({ years: { from, to } }) => (from === null && to === null ? '' : texts.years(from, to)),
    },
    { key: 'category', name: heading.category, cell: (row) => categoryOf(row.category_id) },
  ]
}

/** The makes and models that listings may name, and the way to take them in from a table. */
export function Models() {
  const { from, sort } = route.useSearch()
  const navigate = useNavigate({ from: '/models' })
  const set = (change: { from?: string | undefined; sort?: string | undefined }) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const [isTaking, setTaking] = useState(false)
  const columns = useColumns()
  const models = useInfiniteQuery({
    ...adminGetModelsInfiniteOptions({ query: { limit: 50, ...(from === undefined ? {} : { from }) } }),
    ...byCursor,
  })
  const table = useMutation({
    ...adminExportModelsMutation({ parseAs: 'blob' }),
    onSuccess: (file) => saveFile(file as Blob, texts.fileName),
  })
  return (
    <>
      <Group justify="space-between" mb="xs">
        <PageTitle>{texts.title}</PageTitle>
        <Group gap="sm">
          <Button variant="default" loading={table.isPending} onClick={() => table.mutate({})}>
            {texts.export}
          </Button>
          <Button onClick={() => setTaking(true)}>{texts.import.open}</Button>
        </Group>
      </Group>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <FormFailure message={table.error ? messageOf(table.error) : undefined} />
      <FilterRow>
        <SearchField label={texts.from} value={from} onChange={(next) => set({ from: next })} />
      </FilterRow>
      <DataTable
        caption={texts.caption}
        columns={columns}
        query={models}
        rowKey={(row) => row._id}
        sort={sort}
        serverSorts={['make']}
        onSort={(next) => set({ sort: next })}
        none={{ title: texts.none }}
      />
      {isTaking && <ModelImport onClose={() => setTaking(false)} />}
    </>
  )
}
