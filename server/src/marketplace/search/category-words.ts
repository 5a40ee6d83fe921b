import { branchesOf, type CategoryTree } from '../categories/public.ts'

/** A name that leads to more categories than these is too general to search by. */
const mostMeant = 64

/** The ids that each word of a category's name stands for: those of the category and of all below it. */
type Meanings = ReadonlyMap<string, readonly string[]>

const known = new WeakMap<CategoryTree, Meanings>()

function meaningsOf(tree: CategoryTree): Meanings {
  const found = known.get(tree)
  if (found) return found
  const named = new Map<string, Set<string>>()
  for (const { id, words } of tree.rows) {
    const ids = branchesOf(tree, [id]).flatMap((branch) => branch.ids)
    for (const word of words) named.set(word, new Set([...(named.get(word) ?? []), ...ids]))
  }
  const meanings = new Map([...named].map(([word, ids]) => [word, [...ids]]))
  known.set(tree, meanings)
  return meanings
}

/** The words of category names that find what is filed under each id. */
const naming = new WeakMap<CategoryTree, ReadonlyMap<string, readonly string[]>>()

/** The words by which a search finds what is filed under a category, whatever it says itself. */
export function wordsNaming(tree: CategoryTree, categoryId: string): readonly string[] {
  const known = naming.get(tree) ?? inverted(meaningsOf(tree))
  naming.set(tree, known)
  return known.get(categoryId) ?? []
}

function inverted(meanings: Meanings): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>()
  for (const [word, ids] of meanings)
    if (ids.length <= mostMeant) for (const id of ids) words.set(id, [...(words.get(id) ?? []), word])
  return words
}

const anyWord = /'(?:[^']|'')*'/g
/** A word of a tsquery's text as it is. */
export const unquoted = (word: string) => word.slice(1, -1).replaceAll("''", "'").replaceAll('\\\\', '\\')

/**
 * A tsquery in which each word that names a category also asks for what is filed there: the id of its
 * category stands behind the words of a listing.
 */
export function withCategories(asked: string, tree: CategoryTree): string {
  const meanings = meaningsOf(tree)
  return asked.replace(anyWord, (word) => {
    const ids = meanings.get(unquoted(word)) ?? []
    if (ids.length === 0 || ids.length > mostMeant) return word
    return `(${[word, ...ids.map((id) => `'${id}'`)].join(' | ')})`
  })
}
