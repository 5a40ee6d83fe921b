export { noteImpressions } from './impressions.ts'
export { type Kind, kinds, meanings, type Surface } from './kinds.ts'
export { personalData } from './personal-data.ts'
export {
  type ByUrgency,
  byUrgency,
  type Promotion,
  type Promotions,
  promote,
  promotions,
  selectImpressions,
  stopPromoting,
} from './queries.ts'
