import { openId } from '../platform/operation/open-id.ts'
import { everyone, moderator } from './access.ts'

/** Ids in inputs that not only their owner may name. */

export const CategoryId = openId({ to: everyone, because: 'categories belong to nobody' })

export const PersonId = openId({
  to: everyone,
  because: 'people are for all to see and to write to',
  untilBlocked: true,
})

/** Of a listing that is read, saved or talked about. */
export const ShownPostId = openId({
  to: everyone,
  because: 'a listing on sale is for all to see',
  untilBlocked: true,
})

/** Of a listing that its author changes or looks back on. */
export const KeptPostId = openId({ to: moderator.admits, because: 'moderators look after all listings' })

/** Of anything that moderators look at. */
export const ModeratedId = openId({
  to: moderator.admits,
  because: 'moderators look after what people write',
})
