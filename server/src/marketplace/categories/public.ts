export { type AttributeDefinition, checkAttributes, longestText, readAttributeFilter } from './attributes.ts'
export { deepest, mergeInto, recordChange } from './changes.ts'
export { categoryCycle, categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
export {
  type Branch,
  deleteCategory,
  findBranches,
  findCategory,
  holdCategory,
  lockCategory,
  lockTree,
  selectCategories,
  selectCategory,
  wasDeleted,
} from './queries.ts'
export { CategoryNode, inLocale, Locale, presentBelow, type Tree, treeOf } from './shapes.ts'
