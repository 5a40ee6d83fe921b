export { adminAddCategory } from './admin-add-category.ts'
export { adminAddSubCategory } from './admin-add-sub-category.ts'
export { adminUpdateCategory } from './admin-update-category.ts'
export { getCategories } from './get-categories.ts'
