import { Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { texts } from '../texts/admin.ts'
import { Empty, Failed, More, Waiting } from '../ui/states.tsx'
import classes from './table.module.css'

export interface Column<Row> {
  key: string
  name: string
  cell: (row: Row) => ReactNode
  /** What the rows are ordered by when a person presses the heading. */
  value?: (row: Row) => string | number
  isNumber?: boolean
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  query: Pages<Row>
  rowKey: (row: Row) => string
  /** `key` or `-key`, kept in the address. */
  sort: string | undefined
  /** Those orders in which the server gives the rows; in all others only the loaded ones are. */
  serverSorts: readonly string[]
  onSort: (sort: string | undefined) => void
}

interface Pages<Row> {
  data: { pages: readonly { data: readonly Row[]; meta?: object | undefined }[] } | undefined
  isPending: boolean
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** Rows by cursor, with their loading, empty and error states. */
export function DataTable<Row>({
  caption,
  columns,
  query,
  rowKey,
  sort,
  serverSorts,
  onSort,
}: DataTableProps<Row>) {
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const { total } = (query.data?.pages[0]?.meta ?? {}) as { total?: number }
  if (query.isPending) return <Waiting />
  if (query.isError && rows.length === 0) return <Failed error={query.error} retry={() => query.refetch()} />
  if (rows.length === 0) return <Empty title={texts.table.empty} hint={texts.table.emptyHint} />
  const isServers = sort === undefined || serverSorts.includes(sort)
  return (
    <>
      <Text c="var(--ink-soft)" role="status" mb="xs">
        {total === undefined ? texts.table.shown(rows.length) : texts.table.of(rows.length, total)}
        {!isServers && query.hasNextPage && ` ${texts.table.sortedLoaded}`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={caption} tabIndex={0}>
        <Table miw="40rem" verticalSpacing="sm">
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(isServers ? rows : sorted(rows, columns, sort)).map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ key, cell, isNumber }) => (
                  <Table.Td key={key} className={isNumber ? classes.number : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <More query={query} />
    </>
  )
}

function Heading<Row>({
  column: { key, name, value, isNumber },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const next = { none: key, ascending: `-${key}`, descending: undefined }[direction]
  const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[direction]
  return (
    <Table.Th aria-sort={value ? direction : undefined} className={isNumber ? classes.number : undefined}>
      {value ? (
        <UnstyledButton
          className={classes.sort ?? ''}
          aria-label={texts.table.sortBy(name)}
          onClick={() => onSort(next)}
        >
          {name}
          <Icon size={16} aria-hidden />
        </UnstyledButton>
      ) : (
        name
      )}
    </Table.Th>
  )
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: string | undefined) {
  const isDown = sort?.startsWith('-')
  const value = columns.find(({ key }) => key === sort?.replace(/^-/, ''))?.value
  if (!value) return rows
  const order = rows.toSorted((a, b) => {
    const [left, right] = [value(a), value(b)]
    return typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left).localeCompare(String(right))
  })
  return isDown ? order.reverse() : order
}
