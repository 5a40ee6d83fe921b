export { texts } from '../../en/admin/wellness/goals.ts'
