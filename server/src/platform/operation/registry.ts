import type { Cached } from '../cache.ts'
import type { Db } from '../db/database.ts'
import type { LiveEventKind } from '../events/live-event.ts'
import type { AnyJob } from '../jobs/job.ts'
import type { Settings } from '../services.ts'
import type { ConfigKey } from '../system-config/key.ts'
import type { Product } from './caller.ts'
import type { LoadCallers } from './callers.ts'
import { senderFieldsOf } from './field-access.ts'
import type { KeptCards } from './kept-cards.ts'
import type { Method, Operation, Runs } from './operation.ts'
import { forbidden } from './problem.ts'
import type { Site } from './site.ts'
import type { Bound } from './transact.ts'
import type { Work } from './work.ts'

/** What a product consists of. */
export interface Module extends Bound {
  product: Product
  /** The path that every operation of the product starts with. */
  basePath: string
  /** How many levels of JSON a body may have, where more than elsewhere. */
  deepestJson?: number
  title: string
  /** For its API document: what holds for all operations, and a sentence for each tag. */
  about: { description: string; tags: Readonly<Record<string, string>> }
  /** Nouns and their operations, as each noun's `operations.ts` exports them. */
  nouns: Record<string, Record<string, unknown>>
  /** Its jobs, as each noun's `jobs.ts` exports them. */
  jobs: readonly AnyJob[]
  /** Every kind of card that its nouns keep. */
  cards: readonly KeptCards[]
  /** Every kind of event that its open apps hear of. */
  events: readonly LiveEventKind[]
  /** Its own keys of the system config; the limits that operations declare are keys by themselves. */
  configKeys: readonly ConfigKey[]
  /** Every kind of caller that the product knows. */
  kinds: readonly string[]
  /** Those of them who look after the product. */
  staff: readonly string[]
  /** Makes an administrator, for the command line. @returns false when the address is taken. */
  createAdministrator(
    work: Pick<Work, 'db' | 'clock'>,
    person: { email: string; name: string; password: string },
  ): Promise<boolean>
  /** What those who look after it may be, for the command line. */
  roles: readonly string[]
  /**
   * Gives somebody one of these roles, or with any other word none; they have to sign in anew.
   * @returns why that cannot be, or null when it is done.
   */
  setRole(work: Work, person: { email: string; role: string }): Promise<string | null>
  /**
   * Asks an administrator for a code of an authenticator app from now on, on every device.
   * @returns the address to show the app as a QR code, or undefined when nobody has this e-mail address.
   */
  requireSecondFactor?(work: Work, email: string): Promise<string | undefined>
  /** Replays the days of somebody under other rules, and writes nothing. @returns lines to print, or undefined when nobody has this e-mail address. */
  simulateStreak?(
    db: Db,
    asked: { email: string; rules: StreakRules; now: Date },
  ): Promise<string[] | undefined>
  /** What it shows to those who come by a link; of one product, whose pages stand at the start of the address. */
  site?: Site
  /** Refuses to start with settings that it cannot work with. @throws Error saying which and why. */
  checkSettings?(settings: Settings): void
  /** Writes what it cannot do without and this database lacks, before anybody is served. Several processes may do it at once. */
  prepare?(work: Pick<Work, 'db' | 'clock'>): Promise<void>
  /** Jobs that need no data and are queued whenever a process starts that works on jobs. */
  startingJobs?: readonly AnyJob[]
  /** What operators watch besides times and counts, each read when somebody asks for the metrics. */
  gauges?: readonly WatchedGauge[]
  /** Shows whether its books add up, for the command line. @returns lines to print */
  proveBooks?(work: Work): Promise<{ holds: boolean; lines: string[]; proofId: string }>
  /** Has what providers report compared with its books, for the command line. */
  compareBooks?: AnyJob
  /** What came of that. @returns lines to print */
  comparedBooks?(db: Db): Promise<{ holds: boolean; lines: string[] }>
  /** Loads whom the sessions belong to, leaving out sessions and people that have ended. */
  loadCallers: LoadCallers
}

/** A number that operators watch. */
export interface WatchedGauge {
  /** As Prometheus names such things: `plaza_money_stopped`. */
  name: string
  help: string
  /** What it goes by. It is followed, so that whoever asks waits for no database. */
  of: Cached
  read(value: unknown): number
}

export const watchedGauge = <Value>(
  gauge: Omit<WatchedGauge, 'of' | 'read'> & { of: Cached<Value>; read(value: Value): number },
): WatchedGauge => ({
  ...gauge,
  // What is kept under a declaration was loaded by it.
  read: (value) => gauge.read(value as Value),
})

/** Rules that days may be replayed under; what is not said stays as it was. */
export interface StreakRules {
  timezone?: string | undefined
  dayStartMinutes?: number | undefined
  freezeEnabled?: boolean | undefined
}

export interface Registered {
  id: string
  noun: string
  module: Module
  operation: Operation
  /** The whole path, parameters in braces. */
  path: string
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'isOperation' in value

/**
 * Collects the operations of a product. What does not say who may call it and what it replies
 * does not get in.
 * @throws Error on a missing access rule, a missing reply, or a path used twice.
 */
export function register(module: Module): Registered[] {
  const registered: Registered[] = []
  const seen = new Set<string>()
  for (const [noun, exported] of Object.entries(module.nouns)) {
    for (const [id, value] of Object.entries(exported)) {
      if (!isOperation(value))
        throw new Error(`${noun}/operations.ts exports ${id}, which is not an operation`)
      if (value.access?.product !== module.product && !value.access?.verifier)
        throw new Error(`${id} has no access rule of the ${module.product}`)
      if (Object.keys(value.replies ?? {}).length === 0) throw new Error(`${id} declares no reply`)
      if (!Object.hasOwn(module.nouns, value.tag ?? noun))
        throw new Error(`${id} is to stand under ${value.tag}, which is no noun of the ${module.product}`)
      if (!value.source) throw new Error(`${id} does not say where it comes from`)
      if (value.credentials && !module.realms.includes(value.credentials.realm))
        throw new Error(`${id} proves people of a pool that the ${module.product} does not have`)
      if (value.switch && !value.problems?.includes(value.switch.refusal))
        throw new Error(
          `${id} may be closed with ${value.switch.refusal.code}, which is not among its problems`,
        )
      for (const { path, sender } of senderFieldsOf(value))
        if (sender.kind !== forbidden && !value.problems?.includes(sender.kind))
          throw new Error(`${id} refuses ${path} with ${sender.kind.code}, which is not among its problems`)
      const route = `${value.method} ${value.path}`
      for (const key of [route, id]) {
        if (seen.has(key)) throw new Error(`${key} is registered twice in the ${module.product}`)
        seen.add(key)
      }
      registered.push({ id, noun, module, operation: value, path: module.basePath + value.path })
    }
  }
  return registered
}

/** In whose name a call of an operation does what it does. */
export const boundTo = ({ module, id }: Registered, caller: { id: string } | null): Bound => ({
  ...module,
  doing: { actorId: caller?.id ?? null, action: kebab(id) },
})

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Whether only those call it who look after the product. */
export const isForStaff = ({ operation: { access }, module }: Registered): boolean =>
  access.admits.length > 0 && !access.isPublic && access.admits.every((kind) => module.staff.includes(kind))

/** How an operation runs: as it says, else by its method. */
export const runsOf = ({ runs, method }: { runs?: Runs; method: Method }): Runs =>
  runs ?? (method === 'GET' ? 'read' : 'write')

/** Whether an operation rests while the server is read-only, but for administrators. */
export const restsReadOnly = ({ operation }: Pick<Registered, 'operation'>): boolean =>
  ['write', 'steps'].includes(runsOf(operation)) &&
  !operation.access.verifier &&
  !operation.isAlwaysOpen &&
  (operation.access.isPublic || operation.access.admits.some((kind) => kind !== administratorKind))

/** What either product calls those who may do everything. */
export const administratorKind = 'administrator'

/** Whether a repeat with the same key gets the first answer. Those who sign their calls name events instead. */
export const takesKey = (operation: Operation): boolean =>
  ['write', 'steps'].includes(runsOf(operation)) &&
  operation.method !== 'GET' &&
  !operation.access.verifier &&
  operation.idempotency !== 'own' &&
  (operation.credentials === undefined || operation.credentials.repeatsAnswer === true)
