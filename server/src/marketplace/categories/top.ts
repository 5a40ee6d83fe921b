import { etagOf } from '../../platform/operation/etag.ts'
import type { CategoryTree } from './queries.ts'
import { inLocale, treeOf } from './shapes.ts'
import { withoutAccents } from './spelling.ts'

/** The categories that stand at the top, and what stands directly below each; with `q`, those of that name. */
export function topOf({ rows }: CategoryTree, { locale, q = '' }: { locale?: string; q?: string }) {
  const { childrenOf } = treeOf(inLocale(rows, locale), { includesDisabled: false })
  const wanted = withoutAccents(q)
  const fits = ({ name }: { name: string }) => withoutAccents(name).includes(wanted)
  return (childrenOf.get(null) ?? [])
    .map((root) => ({ root, below: childrenOf.get(root.id) ?? [] }))
    .filter(({ root, below }) => fits(root) || below.some(fits))
    .map(({ root, below }) => ({
      _id: root.id,
      name: root.name,
      icon: root.icon,
      sub_categories: below.map(({ id, name }) => ({ _id: id, name })),
    }))
}

const known = new WeakMap<CategoryTree, string>()

/** What the list of all of them is known by, so that an app need not ask for the list. */
export function etagOfTop(tree: CategoryTree): string {
  const etag = known.get(tree) ?? etagOf({ data: topOf(tree, {}) })
  known.set(tree, etag)
  return etag
}
