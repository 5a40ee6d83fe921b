import type { CategoryTree } from '../categories/public.ts'

interface Named {
  id: string
  /** In every language, as they are compared. */
  names: readonly string[]
}

const known = new WeakMap<CategoryTree, readonly Named[]>()

/** Text as beginnings are compared. */
export const folded = (text: string): string => text.normalize('NFC').toLowerCase()

function namesIn(tree: CategoryTree): readonly Named[] {
  const found = known.get(tree)
  if (found) return found
  const isOpen = (id: string | null): boolean => {
    const row = id === null ? undefined : tree.byId.get(id)
    return id === null || (row?.is_enabled === true && isOpen(row.parent_id))
  }
  const named = tree.rows
    .filter(({ id }) => isOpen(id))
    .map(({ id, name, names }) => ({ id, names: [name, ...Object.values(names)].map(folded) }))
  known.set(tree, named)
  return named
}

/** Categories of which a word of the name begins so, in any language; first those of which the name does. */
export function categoriesNamed(tree: CategoryTree, beginning: string, limit: number): string[] {
  const rankOf = ({ names }: Named) =>
    names.some((name) => name.startsWith(beginning))
      ? 0
      : names.some((name) => name.split(/[^\p{L}\p{M}\p{N}]+/u).some((word) => word.startsWith(beginning)))
        ? 1
        : 2
  return namesIn(tree)
    .map((named) => ({ id: named.id, rank: rankOf(named) }))
    .filter(({ rank }) => rank < 2)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ id }) => id)
}
