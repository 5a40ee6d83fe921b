export { texts } from '../../en/admin/wellness/exercises.ts'
