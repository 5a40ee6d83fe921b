export { adminDeleteCategory } from './admin-delete-category.ts'
export { getCategoryTree } from './get-category-tree.ts'
