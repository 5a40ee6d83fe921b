import {
  getAllUsersOptions,
  getCategoryTreeOptions,
  searchPostsOptions,
} from '@plaza/client/marketplace/queries'
import { IconCategory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/admin.ts'
import { money } from '../../ui/formats.ts'
import { type Finds, fewestLetters, mostFinds } from '../palette-finds.ts'
import { Thumb } from '../thumb.tsx'
import type { CategoryNode } from './categories/category-tree.ts'
import { queryClient } from './session.ts'

const t = texts.palette

const flat = (nodes: readonly CategoryNode[], above = ''): { node: CategoryNode; above: string }[] =>
  nodes.flatMap((node) => [
    { node, above },
    ...flat(node.sub_categories ?? [], above ? `${above} › ${node.name}` : node.name),
  ])

/** People, listings and categories of the marketplace by some words; nothing for too few letters. */
export function useMarketplaceFinds(words: string): Finds {
  const enabled = words.length >= fewestLetters
  const limit = mostFinds
  const people = useQuery(
    { ...getAllUsersOptions({ query: { search: words, limit } }), enabled },
    queryClient,
  )
  const listings = useQuery(
    { ...searchPostsOptions({ query: { q: words, limit, remember: false } }), enabled },
    queryClient,
  )
  const tree = useQuery(
    {
      ...getCategoryTreeOptions({ query: { depth: 4, with_counts: true, include_disabled: true } }),
      enabled,
    },
    queryClient,
  )
  const queries = [people, listings, tree]
  const status = {
    isBusy: enabled && queries.some(({ isPending }) => isPending),
    hasFailed: enabled && queries.some(({ isError }) => isError),
  }
  if (!enabled) return { ...status, groups: [] }
  const wanted = words.toLowerCase()
  const categories = flat(tree.data?.data ?? []).filter(({ node }) =>
    node.name.toLowerCase().includes(wanted),
  )
  return {
    ...status,
    groups: [
      {
        name: t.people,
        finds: (people.data?.data ?? []).map((person) => ({
          key: person._id,
          name: person.name,
          picture: <Thumb url={person.profile_photo_url} name={person.name} isPerson />,
          goal: { to: '/people/$userId', params: { userId: person._id } },
        })),
      },
      {
        name: t.listings,
        // What is only like the words is no answer here.
        finds: (listings.data?.meta?.fallback ? [] : (listings.data?.data ?? [])).map((post) => ({
          key: post._id,
          name: post.title,
          hint: money(post.price, post.currency),
          picture: <Thumb url={post.photoUrl} name={post.title} />,
          goal: { to: '/listings/$postId', params: { postId: post._id } },
        })),
      },
      {
        name: t.categories,
        finds: categories.slice(0, mostFinds).map(({ node, above }) => ({
          key: node._id,
          name: node.name,
          hint: above,
          picture: <IconCategory size={18} stroke={1.6} aria-hidden />,
          goal: { to: '/categories', search: { category: node._id } },
        })),
      },
    ],
  }
}
