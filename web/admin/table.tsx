import { Button, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { texts } from '../texts/admin.ts'
import { Empty, Failed, More, Waiting } from '../ui/states.tsx'
import classes from './table.module.css'

export interface Column<Row> {
  key: string
  name: string
  cell: (row: Row) => ReactNode
  /** What the rows are ordered by when a person presses the heading and all of them are here. */
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
  /** Those orders in which the server gives the rows; by others only a list that is all here can be sorted. */
  serverSorts: readonly string[]
  onSort: (sort: string | undefined) => void
  /** Takes the filters away that leave nothing over; absent where there are none. */
  onClear?: (() => void) | undefined
  /** What to say where there is nothing yet. */
  none?: { title: string; hint?: string } | undefined
}

export interface Pages<Row> {
  data: { pages: readonly { data: readonly Row[]; meta?: object | undefined }[] } | undefined
  isPending: boolean
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** How a list tells of its length. */
interface Counted {
  total?: number
  matches?: { count: number; more: boolean }
}

/** Of how many rows these are, as far as the server says. */
function countOf(shown: number, { total, matches }: Counted, hasMore: boolean): string {
  if (!hasMore) return texts.table.rows(shown)
  if (matches?.more) return texts.table.ofMore(shown, matches.count)
  const all = total ?? matches?.count
  return all === undefined ? texts.table.first(shown) : texts.table.of(shown, all)
}

/** Where in a row its link is. */
const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('a[href], button')

/** A press anywhere in a row opens the page of the console to which its first link leads; what does something is pressed itself. */
function openRow({ currentTarget, target }: MouseEvent<HTMLTableRowElement>): void {
  // A press in a dialog that a row has opened comes by here, too.
  if (!(target instanceof Element && currentTarget.contains(target)) || target.closest('a, button')) return
  if (window.getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLElement>('a[href^="/admin/"]')?.click()
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** J and K, and the arrows, go from row to row. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.metaKey || event.ctrlKey || event.altKey ? undefined : steps[event.key]
  if (step === undefined || !(event.target instanceof Element)) return
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')]
  const present = rows.findIndex((row) => row.contains(event.target as Element))
  const next = linkOf(rows[present < 0 ? 0 : present + step])
  if (!next) return
  event.preventDefault()
  next.focus()
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
  onClear,
  none,
}: DataTableProps<Row>) {
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  if (query.isPending) return <Waiting />
  if (query.isError && rows.length === 0) return <Failed error={query.error} retry={() => query.refetch()} />
  if (rows.length === 0 && onClear)
    return (
      <Empty title={texts.table.empty} hint={texts.table.emptyHint}>
        <Button variant="default" onClick={onClear}>
          {texts.table.clear}
        </Button>
      </Empty>
    )
  if (rows.length === 0) return <Empty {...(none ?? { title: texts.table.noneYet })} />
  const isServers = sort === undefined || serverSorts.includes(sort)
  // An order that the address brings along holds once all of the list is here.
  const order = isServers || !query.hasNextPage ? sort : undefined
  const maySort = ({ key, value }: Column<Row>) =>
    value !== undefined && (!query.hasNextPage || serverSorts.some((one) => one.replace('-', '') === key))
  const nextSort = (key: string) =>
    [key, `-${key}`, undefined].filter((one) => !query.hasNextPage || !one || serverSorts.includes(one))
  return (
    <>
      <p className={classes.counted} role="status">
        {countOf(rows.length, (query.data?.pages[0]?.meta ?? {}) as Counted, query.hasNextPage)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={caption} tabIndex={0} onKeyDown={walkRows}>
        <Table className={classes.table}>
          <VisuallyHidden component="caption">{caption}</VisuallyHidden>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading
                  key={column.key}
                  column={column}
                  sort={order}
                  sorts={maySort(column) ? nextSort(column.key) : undefined}
                  onSort={onSort}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(isServers ? rows : sorted(rows, columns, order)).map((row) => (
              <Table.Tr key={rowKey(row)} onClick={openRow}>
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

/** A small picture and a name in a row. */
export const Named = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <span className={classes.named}>
    {picture}
    <span className={classes.name}>{children}</span>
  </span>
)

function Heading<Row>({
  column: { key, name, isNumber },
  sort,
  sorts,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  /** The orders that presses go through; undefined where there are none. */
  sorts: readonly (string | undefined)[] | undefined
  onSort: (sort: string | undefined) => void
}) {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const Icon = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[direction]
  const present = sorts?.indexOf(direction === 'none' ? undefined : sort) ?? 0
  return (
    <Table.Th aria-sort={sorts ? direction : undefined} className={isNumber ? classes.number : undefined}>
      {sorts ? (
        <UnstyledButton
          className={classes.sort ?? ''}
          aria-label={texts.table.sortBy(name)}
          onClick={() => onSort(sorts[(present + 1) % sorts.length])}
        >
          {name}
          <Icon size={14} aria-hidden />
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
