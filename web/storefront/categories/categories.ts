import type { CategoryAttribute, GetCategoryTreeResponse } from '@plaza/client/marketplace'
import {
  getCategoriesOptions,
  getCategoryPathOptions,
  getCategoryTreeOptions,
} from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { language } from '../../texts/language.ts'
import { dataOf } from '../../ui/queries.ts'

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

const staleTime = 10 * 60_000

/** All categories with what their listings may say: long, for the form in which a listing is written. */
export const useCategories = () =>
  useQuery({
    ...getCategoryTreeOptions({ query: { depth: 2, locale: language } }),
    staleTime,
    select: readTree,
  })

/** What the categories of both levels are called. */
export const useCategoryNames = () =>
  useQuery({ ...getCategoriesOptions({ query: { locale: language } }), staleTime, select: dataOf })

/** What listings of one category may say; nothing is asked where there is none. */
export function useAttributes(categoryId: string | undefined): readonly CategoryAttribute[] {
  const { data } = useQuery({
    ...getCategoryPathOptions({ path: { category_id: categoryId ?? '' }, query: { locale: language } }),
    enabled: categoryId !== undefined,
    staleTime,
    select: dataOf,
  })
  return data?.attribute_schema ?? []
}

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
