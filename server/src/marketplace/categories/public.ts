export { categoryMoved } from './announcements.ts'
export { type AttributeDefinition, checkAttributes, longestText, readAttributeFilter } from './attributes.ts'
export { type Branch, branchesOf } from './branches.ts'
export { deepest, mergeInto, readAttributeSchema, slugOf } from './changes.ts'
export { personalData } from './personal-data.ts'
export { categoryCycle, categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
export {
  type CategoryTree,
  categoryTree,
  deleteCategory,
  endMerge,
  findCategory,
  holdCategory,
  insertCategory,
  lockCategory,
  lockTree,
  selectCategory,
  wasDeleted,
} from './queries.ts'
export { CategoryNode, inLocale, Locale, presentBelow, type Tree, treeOf } from './shapes.ts'
export { etagOfTop } from './top.ts'
