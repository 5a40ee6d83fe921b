import type { PostCard } from '@plaza/client/marketplace'
import { searchPostsInfiniteOptions } from '@plaza/client/marketplace/queries'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/posts.ts'
import { date } from '../../../ui/dates.ts'
import { money } from '../../../ui/formats.ts'
import { TextLink } from '../../../ui/links.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { byCursor } from '../../../ui/queries.ts'
import { ChoiceField, FilterRow, SearchField } from '../../filters.tsx'
import { type Column, DataTable, Named } from '../../table.tsx'
import { Thumb } from '../../thumb.tsx'
import { PostState } from './status.tsx'

const route = getRouteApi('/marketplace/listings')
const { heading } = texts

const columns: Column<PostCard>[] = [
  {
    key: 'title',
    name: heading.title,
    value: (row) => row.title,
    cell: (row) => (
      <Named picture={<Thumb url={row.photoUrl} name={row.title} />}>
        <TextLink to="/listings/$postId" params={{ postId: row._id }} search dir="auto" c="inherit" inherit>
          {row.title}
        </TextLink>
      </Named>
    ),
  },
  {
    key: 'price',
    name: heading.price,
    value: (row) => row.price,
    cell: (row) => money(row.price, row.currency),
    isNumber: true,
  },
  {
    key: 'seller',
    name: heading.seller,
    value: (row) => row.seller.name,
    cell: (row) => (
      <TextLink to="/people/$userId" params={{ userId: row.seller._id }} dir="auto" c="inherit" inherit>
        {row.seller.name}
      </TextLink>
    ),
  },
  {
    key: 'status',
    name: heading.status,
    value: (row) => row.status,
    cell: (row) => <PostState status={row.status} />,
  },
  {
    key: 'published',
    name: heading.published,
    value: (row) => row.published_at ?? '',
    cell: (row) => (row.published_at ? date(row.published_at) : ''),
  },
]

const serverSorts: Record<string, 'price_asc' | 'price_desc' | 'newest'> = {
  price: 'price_asc',
  '-price': 'price_desc',
  '-published': 'newest',
}

/** Listings that people can see, found by words and condition. */
export function Listings() {
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/listings' })
  const set = (change: Partial<typeof search>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true })
  const sort = serverSorts[search.sort ?? ''] ?? (search.q ? 'relevance' : 'newest')
  const listings = useInfiniteQuery({
    ...searchPostsInfiniteOptions({ query: { limit: 50, sort, q: search.q, condition: search.condition } }),
    ...byCursor,
  })
  return (
    <>
      <PageTitle mb="md">{texts.title}</PageTitle>
      <FilterRow>
        <SearchField value={search.q} onChange={(q) => set({ q })} />
        <ChoiceField
          label={texts.condition}
          words={texts.conditions}
          value={search.condition}
          onChange={(condition) => set({ condition })}
        />
      </FilterRow>
      <DataTable
        caption={texts.title}
        columns={columns}
        query={listings}
        rowKey={(row) => row._id}
        sort={search.sort}
        serverSorts={Object.keys(serverSorts)}
        onSort={(sort) => set({ sort })}
        onClear={search.q || search.condition ? () => set({ q: undefined, condition: undefined }) : undefined}
      />
      <Outlet />
    </>
  )
}
