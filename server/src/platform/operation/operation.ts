import type { Static, TObject, TSchema } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../events/publish.ts'
import type { EventStream } from '../events/stream.ts'
import type { JobOptions } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import type { Services } from '../services.ts'
import type { Body, BodyOf } from './body.ts'
import type { Sender, Sent, Verifier } from './door.ts'
import type { Page, PageOf } from './page.ts'
import type { Problem, ProblemKind } from './problem.ts'
import type { Reply } from './reply.ts'

export type Product = 'marketplace' | 'wellness'
export type Realm = 'marketplace' | 'wellness-user' | 'wellness-admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who a request comes from, as every product's own caller starts. */
export interface BaseCaller {
  realm: Realm
  /** The role within the product, such as `member` or `administrator`. */
  kind: string
  id: string
  sessionId: string
}

/**
 * An access rule: which kinds of caller a product admits. Its type parameter gives a handler its
 * caller, so an operation cannot be written against the wrong product.
 */
export interface Access<Caller extends BaseCaller | Sender | null = BaseCaller | Sender | null> {
  /** Absent where calls are proved by a signature: that is the same in every product. */
  readonly product: Product | undefined
  readonly name: string
  readonly admits: readonly string[]
  /** Whether a request without a token is let in. */
  readonly isPublic: boolean
  /** Proves who sent a call that carries no token of ours; see `signedBy`. */
  readonly verifier?: Verifier
  readonly caller?: Caller
}

/**
 * What an operation may do: read and write in its transaction, and leave side effects that
 * happen only if the transaction commits.
 */
export interface Work {
  db: Db
  clock: Clock
  services: Services
  /** Sends an event to a person's open streams, and keeps it 24 hours for those who reconnect. */
  publish(event: LiveEvent): void
  /** Queues a mail. */
  mail(mail: Mail): Promise<void>
  /** Queues a job; see `platform/jobs`. */
  enqueue(job: string, data: object, options?: JobOptions): Promise<void>
}

/**
 * The reply of one status: an enveloped `data`, or text, a page, another address, a file of one of
 * the media types, nothing, or a stream.
 */
export type ReplyShape =
  | { message: string; data: TSchema; meta?: TSchema }
  | { text: TSchema; description: string }
  | { html: true; description: string }
  | { redirect: true; description: string }
  | { file: readonly [string, ...string[]]; description: string }
  | { empty: true; description: string }
  | { stream: string; description: string }

export type Replies = Readonly<Record<number, ReplyShape>>

type DataOf<R extends Replies> = {
  [S in keyof R]: R[S] extends { data: infer D extends TSchema } ? Static<D> : never
}[keyof R]

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise

export interface Context<Caller, P, Q, B, H> extends Work {
  params: StaticOr<P, Record<string, never>>
  query: StaticOr<Q, Record<string, never>>
  body: BodyOf<B>
  headers: StaticOr<H, Record<string, never>>
  caller: Caller extends Sender ? null : Caller
  /** Who signed the call, and what they sent; only of operations that are `signedBy` somebody. */
  sender: Caller extends Sender ? Caller : undefined
  sent: Caller extends Sender ? Sent : undefined
  /** Only of operations that declare `paged`. */
  page: Page
  request: RequestFacts
}

/** What is known of the request beyond its input. */
export interface RequestFacts {
  id: string
  ip: string
  userAgent: string
  /** `Idempotency-Key` or `requestid`, whichever was sent. */
  key: string | undefined
  lastEventId: string | undefined
  /** Claims of a well-signed token whose session has ended; only where `acceptsEndedSession`. */
  endedSessionId: string | undefined
}

export interface OperationDeclaration<
  Caller extends BaseCaller | Sender | null,
  P,
  Q,
  B,
  H,
  R extends Replies,
> {
  /** What the interface specification shows of it, and what was chosen here. */
  source: string
  /** Row of the interface's list of operations, such as `M72`; absent on our own additions. */
  key?: string
  method: Method
  /** Path below the product's base, parameters in braces. */
  path: string
  summary: string
  access: Access<Caller>
  params?: P
  query?: Q
  body?: B
  headers?: H
  replies: R
  problems?: readonly ProblemKind[]
  /**
   * Keyset paging: adds `cursor` and `limit` to the query and `meta` to the reply. `numbered` adds
   * `page` and `meta.total` for screens that jump; only for lists that one person can look through.
   */
  paged?: { limit: number; most?: number; numbered?: true }
  /** `none` for credential operations, whose answers must never be kept. Writes default to `optional`. */
  idempotency?: 'optional' | 'none'
  /** The largest body in bytes, where the general limit is too small. */
  bodyLimitBytes?: number
  /** A limit of its own, counted per caller (or address); the general limits hold besides. */
  limit?: { max: number; windowSeconds: number }
  /**
   * Reads run outside a transaction; a POST that only reads may say so. They run beside the check
   * of the session.
   */
  transaction?: boolean
  /**
   * Of a read that may take long, or writes a little: it waits for the check of the session and has a
   * connection to itself. All others share a few read-only ones.
   */
  ownConnection?: true
  /** It hashes or compares a password: only a few run at once, and the queue for them is short. */
  hashesPassword?: true
  /** Signs this pool of people in or out: a browser may ask for the refresh token as a cookie. */
  refreshCookie?: Realm
  /** Logging out twice is fine: the second token is well signed, its session is gone. */
  acceptsEndedSession?: boolean
  /** What a signed-in caller of the wrong kind is told, where the specification leaves no room for 403. */
  wrongCaller?: ProblemKind
  /** What the reply is when the server itself fails, where the specification shows another form. */
  onFailure?: { type: string; text: string }
  handle(
    context: Context<Caller, P, Q, B, H>,
  ): Promise<DataOf<R> | Reply | Problem | PageOf<unknown> | EventStream>
}

/** A registered operation, whatever its types. */
export type Operation = OperationDeclaration<
  // biome-ignore lint/suspicious/noExplicitAny: the registry holds operations for callers of every kind
  any,
  TObject | undefined,
  TObject | undefined,
  Body | undefined,
  TObject | undefined,
  Replies
> & {
  readonly isOperation: true
}

/**
 * Declares an operation. Route, validation, authorisation, envelope, idempotency, limits,
 * the API document, the client and the standard tests all derive from the one value.
 */
export function operation<
  Caller extends BaseCaller | Sender | null,
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends Body | undefined = undefined,
  H extends TObject | undefined = undefined,
  const R extends Replies = Replies,
>(
  declaration: OperationDeclaration<Caller, P, Q, B, H, R>,
): OperationDeclaration<Caller, P, Q, B, H, R> & { readonly isOperation: true } {
  return { ...declaration, isOperation: true as const }
}
