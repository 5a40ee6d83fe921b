import { type CategoryAttribute, getCategoryTree } from '@plaza/client/marketplace'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ask } from '../ui/failure.ts'

export interface Category {
  _id: string
  name: string
  icon: string
  attribute_schema: CategoryAttribute[]
  sub_categories: Category[]
}

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  staleTime: 10 * 60_000,
  queryFn: async ({ signal }): Promise<Category[]> =>
    (await ask(getCategoryTree({ query: { depth: 2 }, signal }))).data.map(readCategory),
})

/** Two levels are what listings are filed under; the tree below them is cut off. */
const readCategory = (node: Omit<Category, 'sub_categories'> & { sub_categories?: object[] }): Category => ({
  _id: node._id,
  name: node.name,
  icon: node.icon,
  attribute_schema: node.attribute_schema,
  sub_categories: (node.sub_categories ?? []).map((below) => readCategory(below as Category)),
})

export const useCategories = () => useQuery(categoriesQuery)

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
