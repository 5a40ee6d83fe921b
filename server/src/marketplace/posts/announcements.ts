import { Type } from 'typebox'
import { announcement } from '../../platform/operation/announcement.ts'
import { Id, OneOf } from '../../platform/operation/schema.ts'

const Price = Type.Object({ price_minor: Type.Integer(), currency: Type.String() })

/** A listing costs something else, or as much in another currency. */
export const priceChanged = announcement(
  'price changed',
  Type.Object({ postId: Id, title: Type.String(), before: Price, after: Price }),
)

/** What an open listing says, or what it is filed under, is another; its price is not meant. */
export const postEdited = announcement('post edited', Type.Object({ postId: Id }))

/**
 * A listing is there for others: for the first time, open again after it had ended, or as it was after it had been
 * deleted.
 */
export const postBecameVisible = announcement(
  'post became visible',
  Type.Object({
    postId: Id,
    authorId: Id,
    title: Type.String(),
    how: OneOf(['published', 'reposted', 'restored']),
  }),
)

/** Somebody is about to delete a listing, for good or so that it can be brought back. */
export const postLeaving = announcement('post leaving', Type.Object({ postId: Id }))

/** A listing that others knew is over: closed, where it can still be read, or out of their sight. */
export const postLeft = announcement(
  'post left',
  Type.Object({ postId: Id, authorId: Id, how: OneOf(['closed', 'deleted', 'taken_down']) }),
)

/** Somebody saved a listing that is not theirs, commented on it, or began a chat about it. The address is kept by nobody as it is. */
export const interestShown = announcement(
  'interest shown',
  Type.Object({ postId: Id, userId: Id, kind: OneOf(['favourite', 'comment', 'chat']), ip: Type.String() }),
)
