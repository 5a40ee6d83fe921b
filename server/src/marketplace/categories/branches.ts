import type { AttributeDefinition } from './attributes.ts'
import type { CategoryTree, KnownCategory } from './queries.ts'

export interface Branch {
  /** The category and everything below it, with what is being merged into any of them. */
  ids: readonly string[]
  /** What listings in the branch may say: by the categories above it as well. */
  definitions: readonly AttributeDefinition[]
}

const known = new WeakMap<CategoryTree, Map<string, Branch>>()

/** A category, or the one that it was merged into. */
const foundAt = (tree: CategoryTree, id: string): KnownCategory | undefined =>
  tree.byId.get(tree.byId.get(id)?.moved_to ?? id)

/** Some categories, each with all that is below it and in their order; no ids where there is none. */
export const branchesOf = (tree: CategoryTree, ids: readonly string[]): Branch[] =>
  ids.map((id) => {
    const root = foundAt(tree, id)
    return root ? keptBranchAt(tree, root) : { ids: [], definitions: [] }
  })

/** The same each time, for as long as the tree is. */
function keptBranchAt(tree: CategoryTree, root: KnownCategory): Branch {
  const branches = known.get(tree) ?? new Map<string, Branch>()
  known.set(tree, branches)
  const branch = branches.get(root.id) ?? branchAt(tree, root)
  branches.set(root.id, branch)
  return branch
}

function branchAt(tree: CategoryTree, root: KnownCategory): Branch {
  const members = [root]
  // What is added meanwhile is come by, too.
  for (const { id } of members) members.push(...(tree.childrenOf.get(id) ?? []))
  const arriving = members.flatMap(({ id }) => tree.mergedInto.get(id) ?? [])
  return {
    ids: [...members, ...arriving].map(({ id }) => id).sort(),
    definitions: [...members, ...above(tree, root)].flatMap((one) => one.attribute_schema),
  }
}

/** The categories above one, the nearest first. */
function above(tree: CategoryTree, { parent_id }: KnownCategory): KnownCategory[] {
  const parent = parent_id === null ? undefined : tree.byId.get(parent_id)
  return parent ? [parent, ...above(tree, parent)] : []
}

/**
 * The way from the first level to a category, or to the one that it was merged into; empty where there is
 * none, or where it or something above it is disabled.
 */
export function pathTo(tree: CategoryTree, id: string): KnownCategory[] {
  const found = foundAt(tree, id)
  if (!found) return []
  const path = [...above(tree, found).reverse(), found]
  return path.every((one) => one.is_enabled && !one.is_deleted) ? path : []
}
