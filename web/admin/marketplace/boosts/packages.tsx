import { Anchor, Button, Group, Text } from '@mantine/core'
import type { Package } from '@plaza/client/marketplace'
import { adminGetPackagesInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/packages.ts'
import { texts as shared } from '../../../texts/boosts.ts'
import { date } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { State, type Tone } from '../../state.tsx'
import { type Column, DataTable } from '../../table.tsx'
import { PackageForm } from './package-form.tsx'

const route = getRouteApi('/marketplace/administration/packages')
const { heading } = texts

type Standing = keyof typeof texts.states
const tones: Readonly<Record<Standing, Tone>> = { offered: 'good', withdrawn: 'bad', replaced: 'quiet' }

const standingOf = ({ is_last: isLast, is_active: isActive }: Package): Standing =>
  !isLast ? 'replaced' : isActive ? 'offered' : 'withdrawn'

const columnsWith = (change: (row: Package) => void): Column<Package>[] => [
  {
    key: 'name',
    name: heading.name,
    value: (row) => row.name,
    cell: (row) =>
      row.is_last ? (
        <Anchor
          component="button"
          type="button"
          c="inherit"
          inherit
          dir="auto"
          aria-label={texts.nextOf(row.name)}
          onClick={() => change(row)}
        >
          {row.name}
        </Anchor>
      ) : (
        <span dir="auto">{row.name}</span>
      ),
  },
  {
    key: 'version',
    name: heading.version,
    value: (row) => row.version,
    cell: (row) => number(row.version),
    isNumber: true,
  },
  {
    key: 'state',
    name: heading.state,
    value: standingOf,
    cell: (row) => <State tone={tones[standingOf(row)]}>{texts.states[standingOf(row)]}</State>,
  },
  { key: 'kind', name: heading.kind, value: (row) => row.kind, cell: (row) => shared.kinds[row.kind] },
  {
    key: 'price',
    name: heading.price,
    value: (row) => row.price,
    cell: (row) => money(row.price, row.currency),
    isNumber: true,
  },
  {
    key: 'length',
    name: heading.length,
    value: (row) => row.duration_days,
    cell: (row) => shared.length(row.duration_days),
  },
  {
    key: 'places',
    name: heading.places,
    cell: ({ quantity }) => (quantity === null ? texts.any : number(quantity)),
  },
  {
    key: 'categories',
    name: heading.categories,
    cell: ({ category_ids: ids }) => (ids.length === 0 ? texts.everywhere : texts.categories(ids.length)),
  },
  {
    key: 'since',
    name: heading.since,
    value: (row) => row.created_at,
    cell: (row) => date(row.created_at),
  },
]

/** Every version of every package, and the way to the next one. */
export function Packages() {
  const { sort } = route.useSearch()
  const navigate = useNavigate({ from: '/packages' })
  const { opened: edited, open: edit, close } = useOneOpen<Package | 'new'>()
  const packages = useInfiniteQuery({
    ...adminGetPackagesInfiniteOptions({ query: { limit: 50 } }),
    ...byCursor,
  })
  return (
    <>
      <Group justify="space-between" mb="xs">
        <PageTitle>{texts.title}</PageTitle>
        <Button onClick={() => edit('new')}>{texts.add}</Button>
      </Group>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      <DataTable
        caption={texts.title}
        columns={columnsWith(edit)}
        query={packages}
        rowKey={(row) => row._id}
        sort={sort}
        serverSorts={['-since']}
        onSort={(next) => navigate({ search: (old) => ({ ...old, sort: next }), replace: true })}
        none={{ title: texts.none }}
      />
      {edited && <PackageForm last={edited === 'new' ? undefined : edited} onClose={close} />}
    </>
  )
}
