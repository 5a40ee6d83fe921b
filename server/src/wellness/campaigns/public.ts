export { deliverCampaign } from './jobs.ts'
