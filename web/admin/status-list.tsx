import { Text } from '@mantine/core'
import { PageTitle } from '../ui/page-title.tsx'
import { FilterRow, StatusField } from './filters.tsx'
import { type Column, DataTable, type Pages } from './table.tsx'

interface Asked {
  status?: string | undefined
  sort?: string | undefined
}

interface StatusListProps<Row> {
  texts: { title: string; hint: string; none: string; statuses: Readonly<Record<string, string>> }
  columns: readonly Column<Row>[]
  query: Pages<Row>
  /** The order in which the server gives the rows. */
  serverSort: string
  /** What the address says. */
  search: Asked
  onSearch: (change: Asked) => void
}

/** A page with one list, which is narrowed by how its rows stand. */
export const StatusList = <Row extends { _id: string }>({
  texts,
  columns,
  query,
  serverSort,
  search,
  onSearch,
}: StatusListProps<Row>) => (
  <>
    <PageTitle>{texts.title}</PageTitle>
    <Text c="var(--ink-soft)" mb="md">
      {texts.hint}
    </Text>
    <FilterRow>
      <StatusField words={texts.statuses} value={search.status} onChange={(status) => onSearch({ status })} />
    </FilterRow>
    <DataTable
      caption={texts.title}
      columns={columns}
      query={query}
      rowKey={(row) => row._id}
      sort={search.sort}
      serverSorts={[serverSort]}
      onSort={(sort) => onSearch({ sort })}
      onClear={search.status ? () => onSearch({ status: undefined }) : undefined}
      none={{ title: texts.none }}
    />
  </>
)
