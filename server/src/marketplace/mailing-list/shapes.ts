import { type Static, Type } from 'typebox'
import { AddressToken } from '../../platform/mail/address-links.ts'
import { Id, Nullable, OneOf, Shown, Timestamp, Verbatim } from '../../platform/operation/schema.ts'
import { type List, lists, states } from './lists.ts'
import type { SubscriptionRow } from './queries.ts'

/** Which lists somebody asks for. */
export const WantedLists = Type.Optional(
  Type.Array(OneOf(lists), { minItems: 1, maxItems: lists.length, description: 'the news unless said' }),
)

/** Each once. */
export const listsIn = (wanted: readonly List[] = ['news']): List[] => [...new Set(wanted)]

export const ConfirmationQuery = Type.Object({
  token: Verbatim(43, 43, {
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'of the link in the mail',
    example: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  }),
})
export const UnsubscribeQuery = Type.Object({ token: AddressToken })

export const Subscription = Type.Object(
  {
    _id: Id,
    email: Nullable(Shown('ada@example.org'), 'null once its owner wants no more mails'),
    list: OneOf(lists),
    state: OneOf(states),
    language: Shown('en', 'in which it was asked for'),
    created_at: Timestamp,
    confirmed_at: Nullable(Timestamp, 'when its owner said yes'),
  },
  { title: 'MailingSubscription' },
)

export const presentSubscription = ({
  id: _id,
  created_at,
  confirmed_at,
  ...row
}: SubscriptionRow): Static<typeof Subscription> => ({
  _id,
  ...row,
  created_at: created_at.toISOString(),
  confirmed_at: confirmed_at?.toISOString() ?? null,
})
