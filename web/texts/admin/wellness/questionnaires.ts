export { texts } from '../../en/admin/wellness/questionnaires.ts'
