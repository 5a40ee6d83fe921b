import { openId } from '../platform/operation/open-id.ts'
import { administrators, everyone } from './access.ts'

/** Ids in inputs that not only their owner may name. */

export const CatalogueId = openId({ to: everyone, because: 'the catalogue belongs to nobody' })

export const CampaignId = openId({ to: administrators, because: 'administrators share their campaigns' })

/** Of a person, or of something of theirs, that administrators look after. */
export const LookedAfterId = openId({ to: administrators, because: 'administrators look after everybody' })
export const SeenGoalId = openId({ to: administrators, because: 'administrators help anybody' })
