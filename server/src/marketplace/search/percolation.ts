import { branchesOf, type CategoryTree } from '../categories/public.ts'
import { unquoted, wordsNaming } from './category-words.ts'
import { squaresOf } from './cells.ts'
import type { FilterQuery } from './filters.ts'
import type { Filter } from './matching-queries.ts'

/**
 * Something that a listing must have for a search to find it: one of several keys, such as a word or a square on the
 * map. A listing has keys of its own; where they have none of these in common, the search does not find it.
 */
export type Need = readonly string[]

const wordKey = (word: string) => `word:${word}`
const categoryKey = (id: string) => `category:${id}`
const squareKey = (square: number) => `square:${square}`
const attributeKey = (name: string, value: unknown) => `${typeof value}:${name}=${String(value)}`

/** All that a search needs, what is rarest mostly first; nothing when every listing may be found by it. */
export function needsOf(asked: FilterQuery, filter: Filter): Need[] {
  const { attributes, area } = filter
  const squares = area && squaresOf(area)
  return [
    ...(filter.words ? needsOfWords(filter.words) : []),
    ...Object.entries(attributes ?? {}).map(([name, value]) => [attributeKey(name, value)]),
    // A sub-category may be merged into one of another category.
    ...[asked.sub_category_id ?? asked.category_id].flatMap((id) =>
      id === undefined ? [] : [[categoryKey(id)]],
    ),
    ...(squares ? [squares.map(squareKey)] : []),
  ]
}

/** What the index of searches looks at of a listing. */
export interface Sought {
  leaf_category_id: string
  words: string[]
  squares: number[]
  attributes: Record<string, unknown>
}

/** Every key of a listing: what a search may be filed under that finds it. */
export function keysOf(listing: Sought, tree: CategoryTree): string[] {
  const { leaf_category_id: leaf } = listing
  const words = [...listing.words, ...wordsNaming(tree, leaf)]
  return [
    ...new Set([
      ...words.map(wordKey),
      ...categoriesAbove(tree, leaf).map(categoryKey),
      ...listing.squares.map(squareKey),
      ...Object.entries(listing.attributes).map(([name, value]) => attributeKey(name, value)),
    ]),
  ]
}

/** All categories by which a listing is found that is filed under one, that one as well. */
const categoriesAbove = (tree: CategoryTree, leaf: string): string[] =>
  [...tree.byId.keys()].filter((id) => branchesOf(tree, [id])[0]?.ids.includes(leaf))

const token = /'(?:[^']|'')*'|<(?:-|\d+)>|[&|!()]/g

/** What a tsquery needs, given as PostgreSQL writes it; what it rules out needs nothing. */
function needsOfWords(text: string): Need[] {
  const tokens = text.match(token) ?? []
  let at = 0
  const takes = (one: string) => tokens[at] === one && ++at > 0
  const isTogether = () => takes('&') || (tokens[at]?.startsWith('<') === true && ++at > 0)

  /** One of several. */
  function either(): Need[] {
    const ways = [all()]
    while (takes('|')) ways.push(all())
    if (ways.length === 1) return ways[0] ?? []
    const narrowest = ways.map((needs) => needs.toSorted((one, other) => one.length - other.length)[0])
    return narrowest.every((need) => need !== undefined) ? [narrowest.flat()] : []
  }
  function all(): Need[] {
    const needs = one()
    while (isTogether()) needs.push(...one())
    return needs
  }
  function one(): Need[] {
    if (takes('!')) {
      one()
      return []
    }
    if (takes('(')) {
      const needs = either()
      takes(')')
      return needs
    }
    const word = tokens[at++]
    return word === undefined ? [] : [[wordKey(unquoted(word))]]
  }
  return either()
}
