import type { Logger } from 'pino'
import type { Static, TObject } from 'typebox'
import type { Clock } from './clock.ts'
import type { Db } from './db/database.ts'
import type { Outbound } from './outbound.ts'

/** What every provider is opened with. */
export interface Tools {
  clock: Clock
  log: Logger
  /** The way to everybody else's servers; nothing else may send requests. */
  outbound: Outbound
  /** For built-in providers, which keep what others would send. */
  db: Db
  dataDir: string
  publicUrl: string
  isProduction: boolean
  /** Has something closed when the program ends, such as a connection that stays open. */
  onClose(close: () => Promise<void> | void): void
}

/** One way to have a port served, whatever its settings. */
export interface Provider<Port> {
  /** The folder it stands in. */
  port: string
  /** What the port's variable is set to, to choose it. */
  name: string
  /** What it does, to be read behind its name. */
  summary: string
  /** It only pretends; in production it counts as absent unless ALLOW_SANDBOX=1, and one that is always needed is refused. */
  isSandbox: boolean
  /** By the names of their environment variables. */
  settings: TObject
  /** Settings without which it cannot be chosen. */
  needs: readonly string[]
  /** Settings that are made at the first start and kept with the secrets, unless somebody sets them; at least 32 bytes each. */
  secrets: readonly string[]
  open(settings: object, tools: Tools): Port | Promise<Port>
}

/**
 * Declares a provider: its settings, and how it is opened. `open` gets the settings checked, those in
 * `needs` and `secrets` always there, and loads what is large with `import()`, since only the chosen
 * ones are opened.
 */
export function provider<
  Port,
  const Settings extends TObject,
  const Needed extends keyof Static<Settings> & string = never,
>({
  open,
  needs = [],
  secrets = [],
  isSandbox,
  ...declaration
}: {
  port: string
  name: string
  summary: string
  isSandbox?: true
  settings: Settings
  needs?: readonly Needed[]
  secrets?: readonly Needed[]
  open(
    settings: Static<Settings> & Required<Pick<Static<Settings>, Needed>>,
    tools: Tools,
  ): Port | Promise<Port>
}): Provider<Port> {
  return {
    ...declaration,
    isSandbox: isSandbox === true,
    needs,
    secrets,
    // The configuration is checked against the schema, and for what is needed, before anything is opened.
    open: (settings, tools) => open(settings as Parameters<typeof open>[0], tools),
  }
}

/** What one need of ours may be served by. */
export interface Port<Offer> {
  /** The first one is chosen unless somebody says otherwise, or the port is off unless set up. */
  providers: readonly [Provider<Offer>, ...Provider<Offer>[]]
  /** Whether an operator may turn it off. */
  canBeOff: boolean
  /** Nothing of it is built in: it is off unless somebody sets it up. */
  isOffUnlessSet?: true
}

/** A port that Plaza cannot do without. */
export const always = <Offer>(...providers: Port<Offer>['providers']): Port<Offer> => ({
  providers,
  canBeOff: false,
})

/** A port that may be off: who needs it is told PROVIDER_NOT_CONFIGURED. */
export const optional = <Offer>(...providers: Port<Offer>['providers']): Port<Offer> => ({
  providers,
  canBeOff: true,
})

/** A port that is off until an operator has an account with somebody who serves it. */
export const offUnlessSet = <Offer>(...providers: Port<Offer>['providers']): Port<Offer> => ({
  providers,
  canBeOff: true,
  isOffUnlessSet: true,
})
