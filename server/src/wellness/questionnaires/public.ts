export { type NewQuestion, publishQuestionnaire } from './queries.ts'
