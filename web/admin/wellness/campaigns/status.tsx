import type { Campaign, Delivery } from '@plaza/client/wellness'
import { texts } from '../../../texts/admin/wellness/campaigns.ts'
import { State, type Tone } from '../../state.tsx'

const tones: Readonly<Record<Campaign['status'], Tone>> = {
  SCHEDULED: 'warn',
  QUEUED: 'busy',
  SENDING: 'busy',
  SENT: 'good',
  PARTIAL: 'warn',
  FAILED: 'bad',
}

/** How far a campaign is. */
export const CampaignState = ({ status }: Pick<Campaign, 'status'>) => (
  <State tone={tones[status]}>{texts.statuses[status]}</State>
)

const deliveryTones: Readonly<Partial<Record<Delivery['status'], Tone>>> = {
  PENDING: 'busy',
  DEFERRED_QUIET: 'warn',
  SENDING: 'busy',
  SENT: 'good',
  FAILED: 'bad',
}

/** What became of a campaign at one address. */
export const DeliveryState = ({ status }: Pick<Delivery, 'status'>) => (
  <State tone={deliveryTones[status]}>{texts.deliveryStatuses[status]}</State>
)
