export { platforms } from '../apps.ts'
export { feedbackCategories } from './categories.ts'
export { personalData } from './personal-data.ts'
export { insertContactMessage, insertFeedback } from './queries.ts'
