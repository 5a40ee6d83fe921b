export { campaignJob, deliverCampaign, recipientsJob } from './delivering.ts'
