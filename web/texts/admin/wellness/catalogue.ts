export { texts } from '../../en/admin/wellness/catalogue.ts'
