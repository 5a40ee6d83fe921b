import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { AppContext } from '../apps.ts'
import { feedbackCategories } from './categories.ts'
import type { ContactMessageRow, FeedbackRow } from './queries.ts'

const UserId = Nullable(Id, 'null of whoever was not signed in, and once the account is gone')
const Spoken = Shown('en', 'in which its writer is spoken with')

export const ContactMessage = Type.Object(
  {
    _id: Id,
    user_id: UserId,
    name: Shown('Ada Lovelace'),
    email: Shown('ada@example.org', 'as written; nobody proved that it is theirs'),
    subject: Shown('My picture stands on its head'),
    message: Shown('I photographed my bicycle upright, and the listing shows it lying.'),
    language: Spoken,
    created_at: Timestamp,
  },
  { title: 'ContactMessage' },
)

export const presentContactMessage = ({
  id: _id,
  created_at,
  ...row
}: ContactMessageRow): Static<typeof ContactMessage> => ({
  _id,
  ...row,
  created_at: created_at.toISOString(),
})

export const Feedback = Type.Object(
  {
    _id: Id,
    user_id: UserId,
    category: OneOf(feedbackCategories),
    rating: Nullable(Type.Integer({ description: 'stars, 1 to 5' })),
    message: Shown('The map is a joy.'),
    context: AppContext,
    upload_ids: Type.Array(Id, { description: 'private pictures; a signed address leads to each' }),
    language: Spoken,
    created_at: Timestamp,
  },
  { title: 'Feedback' },
)

export const presentFeedback = ({ id: _id, created_at, ...row }: FeedbackRow): Static<typeof Feedback> => ({
  _id,
  ...row,
  created_at: created_at.toISOString(),
})
