export { texts } from '../../en/admin/wellness/coach.ts'
