export { deliverCampaign } from './jobs.ts'
export { reopenMailed, settleMailed } from './mailing.ts'
