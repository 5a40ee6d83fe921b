import { getCategoryTreeOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'

/** A category as the tree gives it. */
export interface CategoryNode {
  _id: string
  name: string
  icon: string
  position: number
  enabled: boolean
  expiration_days: number
  parent_id: string | null
  __v: number
  attribute_schema: {
    key: string
    label: string
    type: 'text' | 'number' | 'enum' | 'bool'
    required: boolean
    options: string[]
    unit: string
  }[]
  active_count?: number
  sub_categories?: CategoryNode[]
}

/** All of them, hidden ones too. */
export const categoryTree = getCategoryTreeOptions({
  query: { depth: 4, with_counts: true, include_disabled: true },
})

export const useCategoryTree = () => useQuery(categoryTree)

/** The category of an id, wherever it is in the tree. */
export function findCategory(nodes: readonly CategoryNode[], id: string): CategoryNode | undefined {
  for (const node of nodes) {
    const found = node._id === id ? node : findCategory(node.sub_categories ?? [], id)
    if (found) return found
  }
  return undefined
}
