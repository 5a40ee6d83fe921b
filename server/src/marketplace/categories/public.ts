export { type AttributeDefinition, checkAttributes, longestText, readAttributeFilter } from './attributes.ts'
export { noSuchCategory } from './problems.ts'
export { type Branch, findBranches, findCategory, holdCategory } from './queries.ts'
