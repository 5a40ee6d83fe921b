import { openId } from '../platform/operation/open-id.ts'
import { administrators, everyone } from './access.ts'

/** Ids in inputs that not only their owner may name. */

export const CatalogueId = openId({ to: everyone, because: 'the catalogue belongs to nobody' })

export const CampaignId = openId({ to: administrators, because: 'administrators share their campaigns' })

/** Of a day of a goal, in what a phone brings along of days without a network. */
export const LateDayId = openId({ to: everyone, because: 'what is not theirs is refused event by event' })

/** Of a person, or of something of theirs, that administrators look after. */
export const LookedAfterId = openId({ to: administrators, because: 'administrators look after everybody' })
export const SeenGoalId = openId({ to: administrators, because: 'administrators help anybody' })
