import type { Language } from '../language.ts'

export type Product = 'marketplace' | 'wellness'
/** In whose name something is done: a product's, or the platform's own. */
export type Speaker = Product | 'platform'
export type Realm = 'marketplace' | 'wellness-user' | 'wellness-admin'

/** Who a request comes from, as every product's own caller starts. */
export interface BaseCaller {
  realm: Realm
  /** The role within the product, such as `member` or `administrator`. */
  kind: string
  id: string
  sessionId: string
}

/** What is known of a request beyond its input. */
export interface RequestFacts {
  id: string
  ip: string
  userAgent: string
  /** What the app calls the device that it runs on; proves nothing. */
  deviceId: string | undefined
  /** `Idempotency-Key` or `requestid`, whichever was sent. */
  key: string | undefined
  lastEventId: string | undefined
  /** It asks for `text/event-stream`: to hear of the answer while it is made, where an operation tells of it. */
  wantsEvents?: boolean
  /** In which to speak with somebody of whom nothing else is known. */
  language: Language
  /** Claims of a well-signed token whose session has ended; only where its `credentials` accept that. */
  endedSessionId: string | undefined
  /** The time of its well-signed token is up; only where its `credentials` accept that. */
  hasExpiredToken?: true
}
