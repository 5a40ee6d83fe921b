import type { CategoryAttribute, GetCategoryTreeResponse } from '@plaza/client/marketplace'
import { getCategoryTreeOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'

export interface Category {
  _id: string
  name: string
  icon: string
  attribute_schema: CategoryAttribute[]
  sub_categories: Category[]
}

/** Two levels are what listings are filed under; the tree below them is cut off. */
const readCategory = (node: Omit<Category, 'sub_categories'> & { sub_categories?: object[] }): Category => ({
  _id: node._id,
  name: node.name,
  icon: node.icon,
  attribute_schema: node.attribute_schema,
  sub_categories: (node.sub_categories ?? []).map((below) => readCategory(below as Category)),
})

const readTree = ({ data }: GetCategoryTreeResponse): Category[] => data.map(readCategory)

export const useCategories = () =>
  useQuery({
    ...getCategoryTreeOptions({ query: { depth: 2 } }),
    staleTime: 10 * 60_000,
    select: readTree,
  })

/** What listings of a category may say; the lower level speaks last. */
export function attributesOf(
  categories: readonly Category[],
  categoryId: string | null | undefined,
  subCategoryId: string | null | undefined,
): CategoryAttribute[] {
  const category = categories.find(({ _id }) => _id === categoryId)
  const sub = category?.sub_categories.find(({ _id }) => _id === subCategoryId)
  const all = [...(category?.attribute_schema ?? []), ...(sub?.attribute_schema ?? [])]
  return [...new Map(all.map((attribute) => [attribute.key, attribute])).values()]
}
