import type { Sender, Sent } from '../operation/signature.ts'

/** What a store says of one subscription at the moment it is asked; it may be kept as JSON. */
export interface StoreSubscription {
  productId: string
  /** In the store's own word. */
  state: string
  /** ISO 8601. */
  expiresAt?: string
  isRenewing: boolean
  /** The purchase that this one took the place of, after a change of plan. */
  linkedToken?: string
  /** The purchase that had ended when its buyer bought again in the store, where the app names nobody. */
  expiredToken?: string
  /** Whom the app named as the buyer: an id of ours, if it is one. */
  boughtBy?: string
  /** All that the store said, without who the buyer is there. */
  answer: object
}

/** A shop for apps, where people buy subscriptions of ours. */
export interface Store {
  /** Kept beside each purchase. */
  provider: string
  /** The app whose purchases are asked for. */
  app: string
  /**
   * Finds out whether a notification comes from the store.
   * @throws SIGNATURE_INVALID or SIGNATURE_EXPIRED when it does not; ProviderUnavailable or
   * ProviderUnsure when that cannot be found out.
   */
  senderOf(sent: Sent): Promise<Sender>
  /**
   * What became of a purchase. Asking changes nothing.
   * @returns undefined when the store knows no such purchase, or has forgotten it.
   * @throws ProviderUnavailable, ProviderUnsure, or ProviderRefused when it is the account that is wrong
   */
  subscription(
    purchaseToken: string,
    options?: { signal?: AbortSignal },
  ): Promise<StoreSubscription | undefined>
}
