export { deliverCampaign } from './jobs.ts'
export { settleMailed } from './mailing.ts'
