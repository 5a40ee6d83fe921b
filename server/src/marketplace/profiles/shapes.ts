import { Type } from 'typebox'
import { Rating } from '../reviews/public.ts'
import { OwnUser } from '../users/public.ts'
import { WalletSummary } from '../wallet/public.ts'

/** The full record with what the owner has. */
export const Profile = Type.Object(
  {
    ...OwnUser.properties,
    rating: Rating,
    wallet: WalletSummary,
    counts: Type.Object({
      listings_active: Type.Integer(),
      listings_sold: Type.Integer(),
      favourites: Type.Integer(),
      followers: Type.Integer(),
      following: Type.Integer(),
      unread_notifications: Type.Integer(),
    }),
  },
  { title: 'Profile' },
)
