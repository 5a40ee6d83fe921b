import type { Static, TObject, TSchema } from 'typebox'
import type { EventStream } from '../events/stream.ts'
import type { Switch } from '../system-config/key.ts'
import type { Body, BodyOf } from './body.ts'
import type { BaseCaller, Product, Realm, RequestFacts } from './caller.ts'
import type { Json } from './json.ts'
import type { Page, PageOf } from './page.ts'
import type { Problem, ProblemKind } from './problem.ts'
import type { Reply } from './reply.ts'
import type { Sender, Sent } from './signature.ts'
import type { Verifier } from './verifier.ts'
import type { Flow, Reading, Work } from './work.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How an operation runs.
 * - `read`: on a few read-only connections that all share. It starts beside the check of the session, on
 *   a guess who is asking, which is verified before anything is given out.
 * - `long-read`: on a read-only connection of its own, with more time, after the check.
 * - `write`: one transaction, after the check.
 * - `steps`: short transactions, and calls to the outside between them; after the check, and after its
 *   key is claimed.
 */
export type Runs = 'read' | 'long-read' | 'write' | 'steps'

type RunsByMethod<M extends Method> = M extends 'GET' ? 'read' : 'write'

/** What a handler may do, by how it runs. */
export type Means<R extends Runs> = R extends 'steps' ? Flow : R extends 'write' ? Work : Reading

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
  /**
   * What a public operation makes of a token, where a bad one is not refused. `unread`: nothing, since who is
   * signed in does not matter to it. `forgiven`: one that is no good any more, or never was, counts as none.
   */
  readonly tokens?: 'unread' | 'forgiven'
  /** Proves who sent a call that carries no token of ours; see `signedBy`. */
  readonly verifier?: Verifier
  readonly caller?: Caller
}

/** What it says in headers of its own, for the API document: their names, and what they tell. */
type ReplyHeaders = Readonly<Record<string, string>>

/**
 * The reply of one status: an enveloped `data`, or text, a page, another address, a file of one of
 * the media types, nothing, or a stream.
 */
export type ReplyShape =
  /** `isCompressed` is for what is long and the same for many, such as a tree of categories; it needs an ETag. */
  | { message: string; data: TSchema; meta?: TSchema; isCompressed?: true; headers?: ReplyHeaders }
  | { text: TSchema; description: string; headers?: ReplyHeaders }
  | { html: true; description: string }
  | { redirect: true; description: string }
  /** `isWritten`: while it is sent, so nobody knows its size or version, and it comes whole. */
  | { file: readonly [string, ...string[]]; description: string; isWritten?: true }
  | { empty: true; description: string; headers?: ReplyHeaders }
  | { stream: string; description: string }

export type Replies = Readonly<Record<number, ReplyShape>>

/** Whether it may come in parts, or not at all where the asker has it already. */
export const comesInParts = (shape: ReplyShape): shape is Extract<ReplyShape, { file: unknown }> =>
  'file' in shape && !shape.isWritten

type DataOf<R extends Replies> = {
  [S in keyof R]: R[S] extends { data: infer D extends TSchema } ? Static<D> | Json<Static<D>> : never
}[keyof R]

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise

/** What every handler is given of its request. */
export interface Given<Caller, P, Q, B, H> {
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
  /**
   * Only of operations that declare `versioned`: call it with the locked row before changing it.
   * @throws VERSION_CONFLICT when the caller's `If-Match` names another version
   */
  expectVersion(row: { version: number }): void
  request: RequestFacts
}

/**
 * What an operation has to do with proving who somebody is. Its answers hold secrets, so no key makes
 * the server keep one.
 */
export interface Credentials {
  /** Of which pool of people. */
  realm: Realm
  /** It hashes or compares a password: only a few run at once, and the queue for them is short. */
  hashesPassword?: true
  /** It signs in or out: a browser may ask for the refresh token as a cookie. */
  refreshCookie?: true
  /** Signing out twice is fine: the second token is well signed, its session is gone. */
  acceptsEndedSession?: true
  /** Signing out late is fine: the token is well signed, its time is up. */
  acceptsExpiredToken?: true
  /** Its answer holds no secret: a repeat with the same key gets it again. */
  repeatsAnswer?: true
}

/**
 * So many calls within so many seconds, or fewer under `RATE_LIMIT=strict`. Each is a key of the system
 * config, where administrators may set another number.
 */
export interface OwnLimit {
  max: number
  strict?: number
  windowSeconds: number
}

export const ownLimitsOf = ({ limit = [] }: Pick<Operation, 'limit'>): readonly OwnLimit[] =>
  'max' in limit ? [limit] : limit

export interface OperationDeclaration<
  Caller extends BaseCaller | Sender | null,
  P,
  Q,
  B,
  H,
  R extends Replies,
  M extends Method,
  How extends Runs,
> {
  /** What the interface specification shows of it, and what was chosen here. */
  source: string
  /** Row of the interface's list of operations, such as `M72`; absent on our own additions. */
  key?: string
  method: M
  /** Path below the product's base, parameters in braces. */
  path: string
  summary: string
  /** The noun that it stands under in the API document, when that is not its own. */
  tag?: string
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
  /**
   * Whether a repeat with the same `Idempotency-Key` gets the first answer: `optional` of writes unless
   * said, except that `credentials` rule it out; `required` where doing it twice would cost somebody;
   * `own` where the operation keeps the key beside what it wrote, or a repeat does no harm and its answer is
   * not worth keeping: it answers in its own way.
   */
  idempotency?: 'optional' | 'required' | 'own'
  /** Changes one versioned row: takes `If-Match`, and is refused when the row is no longer as the caller read it. */
  versioned?: true
  /** The largest body in bytes, where the general limit is too small. */
  bodyLimitBytes?: number
  /** Limits of its own, counted per caller (or address); the general limits hold besides. */
  limit?: OwnLimit | readonly OwnLimit[]
  /** A flag of the system config that closes it, and what is said then. */
  switch?: Switch
  /** It writes also while the server is read-only, such as what keeps people signed in. */
  isAlwaysOpen?: true
  /** `read` of a GET and `write` of all others, unless said. */
  runs?: How
  /**
   * Of operations in steps: what it tells while it runs, by the name of the event, to whoever asks with
   * `Accept: text/event-stream`. The last event is `answer` then, or `refusal`, with the whole envelope. What
   * was told is for looking at: only the answer is kept, and it comes about also when nobody listens any more.
   */
  tells?: Readonly<Record<string, TSchema>>
  /** Of operations that sign in or out, or prove an address or a password. */
  credentials?: Credentials
  /** What a signed-in caller of the wrong kind is told, where the specification leaves no room for 403. */
  wrongCaller?: ProblemKind
  /** What the reply is when the server itself fails, where the specification shows another form. */
  onFailure?: { type: string; text: string }
  handle(
    context: Means<How> & Given<Caller, P, Q, B, H>,
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
  Replies,
  Method,
  // biome-ignore lint/suspicious/noExplicitAny: and operations of every way to run
  any
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
  M extends Method = Method,
  How extends Runs = RunsByMethod<M>,
>(
  declaration: OperationDeclaration<Caller, P, Q, B, H, R, M, How>,
): OperationDeclaration<Caller, P, Q, B, H, R, M, How> & { readonly isOperation: true } {
  return { ...declaration, isOperation: true as const }
}
