import { openId } from '../platform/operation/open-id.ts'
import { administrator, everyone, moderator } from './access.ts'

/** Ids in inputs that not only their owner may name. */

export const CategoryId = openId({ to: everyone, because: 'categories belong to nobody' })

export const PersonId = openId({
  to: everyone,
  because: 'people are for all to see and to write to',
  untilBlocked: true,
})

/** Of somebody who is blocked, who may have blocked first. */
export const BlockedId = openId({
  to: everyone,
  because: 'whoever can be met can be blocked, and be let go',
})

/** Of a listing that is read, saved or talked about. */
export const ShownPostId = openId({
  to: everyone,
  because: 'a listing on sale is for all to see',
  untilBlocked: true,
})

/** Of a comment that is read or answered. */
export const ShownCommentId = openId({
  to: everyone,
  because: 'a comment is for all to see who see the listing',
  untilBlocked: true,
})

/** Of a review that is reported. */
export const ShownReviewId = openId({
  to: everyone,
  because: 'a review is for all to see who see the person',
  untilBlocked: true,
})

/** Of a listing that its author changes or looks back on. */
export const KeptPostId = openId({ to: moderator.admits, because: 'moderators look after all listings' })

/** Of a listing that is deleted for good. */
export const RemovedPostId = openId({
  to: administrator.admits,
  because: 'administrators may delete any listing for good',
})

/** Of anything that moderators look at. */
export const ModeratedId = openId({
  to: moderator.admits,
  because: 'moderators look after what people write',
})

/** Of a listing that somebody says to have looked at. */
export const LookedAtId = openId({
  to: everyone,
  because: 'what somebody may not see is passed over, and nothing is told of it',
})

/** Of a listing whose figures its author sees. */
export const MeasuredPostId = openId({
  to: administrator.admits,
  because: 'administrators look at the figures of all listings',
})

/** Of a private picture. */
export const PrivateUploadId = openId({
  to: moderator.admits,
  because: 'moderators look at evidence, and administrators at what came with feedback',
})

/** Of an event that others told. */
export const WebhookId = openId({
  to: administrator.admits,
  because: 'administrators look after what others tell',
})
/** Of a listing by which a list of one's own is narrowed. */
export const NarrowingPostId = openId({
  to: everyone,
  because: 'of another’s listing one’s own list has nothing',
})
/** Of an order by which a list of one's own is narrowed. */
export const NarrowingOrderId = openId({
  to: everyone,
  because: 'of another’s order one’s own list has nothing',
})
/** Of what somebody bought or sold. */
export const OrderId = openId({
  to: administrator.admits,
  because: 'administrators decide what becomes of the money of an order',
})
export const PackageId = openId({ to: everyone, because: 'packages are for all to see' })
