export { DecisionToken, decisionLink, isDecisionToken } from './decision-links.ts'
export { hintKinds, hintsIn } from './fraud-signs.ts'
export { ownMatter, refuseOwnMatter } from './own-matter.ts'
