export { texts } from '../../en/admin/wellness/campaigns.ts'
