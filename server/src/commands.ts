import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ParseArgsOptionsConfig } from 'node:util'
import { arePagesFresh } from '../../tools/build-web.ts'
import type { Config } from './config.ts'
import { type DemoAccounts, demoAccounts, fillDemo, isDemoTown, isEmpty } from './demo/fill.ts'
import { closeDemoAccounts, findOpenAccounts } from './demo/remove.ts'
import { exit } from './exit.ts'
import { type Host, modules, openHost, operationsOf, version } from './host.ts'
import { seconds } from './platform/clock.ts'
import type { Db } from './platform/db/database.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { openApiOf } from './platform/http/openapi.ts'
import { newId, newSecret } from './platform/ids.ts'
import { newestEvents, replay } from './platform/inbox/inbox.ts'
import { runJob } from './platform/jobs/run-job.ts'
import { newestMails } from './platform/mail/mail.ts'
import { isLoopbackHost } from './platform/network.ts'
import { givenUp } from './platform/operation/claims.ts'
import { rebuildAll } from './platform/operation/rebuild-cards.ts'
import type { Module } from './platform/operation/registry.ts'
import { uuidPattern } from './platform/operation/schema.ts'
import { platformItself, transact } from './platform/operation/transact.ts'
import { newestPushMessages } from './platform/push/builtin.ts'

/** A command was called wrongly; the message says how. */
export class UsageError extends Error {}

interface Command {
  summary: string
  help: string
  options?: ParseArgsOptionsConfig
  run(input: {
    config: Config
    values: Record<string, string | boolean | undefined>
    positionals: string[]
  }): Promise<void>
}

const accountLines = (accounts: DemoAccounts) =>
  accounts.length === 0
    ? ''
    : `\n  Demonstration accounts\n${accounts.map(({ role, email, password }) => `    ${role.padEnd(26)}${email}  ${password}`).join('\n')}\n`

const progress = (line: string) => console.error(line)

/** Fills an empty database with the demonstration town. @returns the accounts to try it with. */
async function openTown({ services, pool }: Host): Promise<DemoAccounts> {
  if (!(await isEmpty(services.db))) return (await isDemoTown(services.db)) ? demoAccounts() : []
  progress('Filling the demonstration town …')
  return fillDemo(services, pool, progress)
}

/** Builds the web pages when they are missing or older than their source; without them the API runs all the same. */
async function buildPages(): Promise<void> {
  if (arePagesFresh()) return
  progress('Building the web pages …')
  const [code] = await once(
    spawn(process.execPath, [path.join(import.meta.dirname, '../../tools/build-web.ts')], {
      stdio: ['ignore', 2, 2],
    }),
    'exit',
  )
  if (code !== 0) progress('The web pages could not be built; the lines above say why.')
}

/** @throws UsageError when somebody could sign in with a password that everybody can read. */
async function refuseDemoAccounts(host: Host): Promise<void> {
  const open = await findOpenAccounts(host.services.db)
  if (open.length === 0) return
  await host.close()
  const staff = open.filter(({ isStaff }) => isStaff).length
  throw new UsageError(
    `This database has ${open.length} demonstration accounts, ${staff} of administrators and moderators among them, whose password everybody can read. Close them with: npm run plaza -- demo remove`,
  )
}

/** What somebody should know who opens a server that is not meant for it to others: a line, or nothing. */
async function exposure({ services }: Host, { HOST, NODE_ENV, isProduction }: Config): Promise<string> {
  if (isProduction || isLoopbackHost(HOST)) return ''
  const accounts = await findOpenAccounts(services.db)
  const known = accounts.length > 0 ? `${accounts.length} accounts whose password everybody can read, ` : ''
  return `\n  HOST=${HOST} opens this to the network with NODE_ENV=${NODE_ENV}: ${known}providers that only pretend, and whatever else is meant for trying things out. For real use set NODE_ENV=production.\n`
}

async function removeDemo(config: Config): Promise<void> {
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    const count = await transact(host.services, platformItself, closeDemoAccounts)
    console.log(
      count === 0
        ? 'No demonstration account is open.'
        : `${count} demonstration accounts are closed, and what they offered is not shown any more.`,
    )
  } finally {
    await host.close()
  }
}

/** A process is worth more than its metrics, of which another one with the same settings may have the port. */
const isTaken = (port: number) => (error: unknown) => {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.warn(`Nobody can read the metrics of this process: METRICS_PORT ${port} is taken.`)
  return undefined
}

async function start({ config }: { config: Config }): Promise<void> {
  const built = config.ROLE === 'worker' ? undefined : buildPages()
  const host = await openHost({ config, onProgress: progress })
  if (config.isProduction) await refuseDemoAccounts(host)
  const accounts = config.DEMO === '1' && !config.isProduction ? await openTown(host) : []
  const exposed = await exposure(host, config)
  await built
  const app = config.ROLE === 'worker' ? undefined : await host.makeApp()
  // Whoever may be connected may also come at the same moment; Node lets 511 of them wait, and the others try again after a second.
  await app?.listen({ host: config.HOST, port: config.PORT, backlog: app.server.maxConnections })
  const closeMetrics =
    config.METRICS_PORT > 0
      ? await serveMetrics(host.metrics, config.METRICS_PORT).catch(isTaken(config.METRICS_PORT))
      : undefined
  let askedAt: number | undefined
  const stop = async () => {
    if (askedAt !== undefined) {
      // Who asks once more does not want to wait. At once, it is the same request: a terminal asks this process and who started it.
      if (performance.now() - askedAt > seconds(1)) process.exit(1)
      return
    }
    askedAt = performance.now()
    setTimeout(() => process.exit(1), seconds(25)).unref()
    closeMetrics?.()
    await app?.close()
    await host.close()
    await exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  if (!app) return console.log('Plaza is working on jobs.')
  console.log(`
Plaza ${version} is ready.

  Marketplace       ${config.PUBLIC_URL}
  Wellness          ${config.PUBLIC_URL}/wellness
  Administration    ${config.PUBLIC_URL}/admin

  Marketplace API   ${config.PUBLIC_URL}/api/v1
  Wellness API      ${config.PUBLIC_URL}/wellness-app/api/v1
  API reference     ${config.PUBLIC_URL}/docs${config.isProduction ? '' : `\n  Mails and codes   http://localhost:${config.PORT}/outbox`}
${accountLines(accounts)}${exposed}`)
}

function moduleOf(product: string | undefined): Module {
  if (product !== 'marketplace' && product !== 'wellness')
    throw new UsageError('Say which product: marketplace or wellness.')
  return operationsOf(product).module
}

async function createAdmin({ config, values, positionals }: Parameters<Command['run']>[0]): Promise<void> {
  const [product] = positionals
  const email = String(values.email ?? '')
  const name = String(values.name ?? '').trim()
  const module = moduleOf(product)
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw new UsageError('--email needs an e-mail address.')
  if (!/^[^\p{Cc}\u2028\u2029]+$/u.test(name)) throw new UsageError('--name needs a name, in one line.')
  const password = String(values.password ?? newSecret().slice(0, 20))
  if (password.length < 12) throw new UsageError('--password needs at least 12 characters.')
  if (values.totp && !module.requireSecondFactor)
    throw new UsageError(`The ${product} knows no second factor.`)
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    const isMade = await module.createAdministrator(host.services, { email, name, password })
    if (!isMade) throw new UsageError(`${email} has an account already.`)
    console.log(
      `Administrator ${email} of the ${product} is made.${values.password ? '' : ` Password: ${password}`}`,
    )
    if (values.totp) await addSecondFactor(host, module, email)
  } finally {
    await host.close()
  }
}

/** Has an administrator asked for a code from now on, and prints what their authenticator app has to know. */
async function addSecondFactor({ services }: Host, module: Module, email: string): Promise<void> {
  const bound = { ...module, doing: { actorId: null, action: 'second-factor' } }
  const address = await transact(services, bound, async (work) => module.requireSecondFactor?.(work, email))
  if (address === undefined) throw new UsageError(`${email} is no administrator.`)
  console.log(`For the authenticator app: ${address}`)
}

async function secondFactor({ config, values, positionals }: Parameters<Command['run']>[0]): Promise<void> {
  const [product] = positionals
  const email = String(values.email ?? '')
  const module = moduleOf(product)
  if (!module.requireSecondFactor) throw new UsageError(`The ${product} knows no second factor.`)
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    await addSecondFactor(host, module, email)
  } finally {
    await host.close()
  }
}

async function setRole({ config, values, positionals }: Parameters<Command['run']>[0]): Promise<void> {
  const module = moduleOf(positionals[0])
  const [email, role] = [String(values.email ?? ''), String(values.role ?? '')]
  const known = [...module.roles, 'none']
  if (!known.includes(role)) throw new UsageError(`--role needs one of ${known.join(', ')}.`)
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    const bound = { ...module, doing: { actorId: null, action: 'set-role' } }
    const refusal = await transact(host.services, bound, (work) => module.setRole(work, { email, role }))
    if (refusal !== null) throw new UsageError(refusal)
    console.log(`The role of ${email} in the ${module.product} is ${role} from now on.`)
  } finally {
    await host.close()
  }
}

/** The newest mails and push messages, or those to one address or token. */
async function outboxText(db: Db, limit: number, to?: string): Promise<string> {
  const mails = await newestMails(db, { limit, ...(to === undefined ? {} : { recipient: to }) })
  const pushes = await newestPushMessages(db, { limit, ...(to === undefined ? {} : { token: to }) })
  const entries = [
    ...mails.map(({ created_at: at, recipient, status, reason, subject, text }) => ({
      at,
      head: `${recipient}  ${status}${reason ? ` (${reason})` : ''}  ${subject}`,
      text,
    })),
    ...pushes.map(({ created_at: at, platform, token, title, body }) => ({
      at,
      head: `push to ${platform} ${token.slice(0, 80)}  ${title}`,
      text: body,
    })),
  ]
  return entries
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit)
    .map(({ at, head, text }) => `${at.toISOString()}  ${head}\n${text.replace(/^/gm, '    ')}\n`)
    .join('\n')
}

async function deadLetters({ config, values }: Parameters<Command['run']>[0]): Promise<void> {
  const host = await openHost({ config: { ...config, ROLE: 'web' } })
  try {
    if (typeof values.retry === 'string') {
      const refusal = await host.jobs.revive(values.retry, host.services)
      if (refusal === undefined) throw new UsageError('There is no such dead letter.')
      if (refusal !== null) throw new UsageError(refusal)
      return console.log('It is queued again.')
    }
    const most = Math.min(Math.max(Number(values.limit ?? 50) || 50, 1), 1000)
    const letters = await host.jobs.deadLetters(most)
    for (const { id, name, data, reason, at } of letters)
      console.log(`${at.toISOString()}  job ${id}  ${name}  ${JSON.stringify(data)}\n    ${reason}`)
    const requests = await givenUp(host.services.db, most)
    for (const { key, operation, failure, at } of requests)
      console.log(`${at.toISOString()}  request ${key}  ${operation}\n    ${failure}`)
    if (letters.length + requests.length === 0) console.log('Nothing failed for good.')
  } finally {
    await host.close()
  }
}

async function inbox({ config, values }: Parameters<Command['run']>[0]): Promise<void> {
  const host = await openHost({ config: { ...config, ROLE: 'web' } })
  try {
    const { replay: id } = values
    if (typeof id === 'string') {
      const isKnown =
        new RegExp(uuidPattern).test(id) &&
        (await transact(host.services, platformItself, (work) => replay(work, id)))
      if (!isKnown) throw new UsageError('There is no such event.')
      return console.log('It is queued again.')
    }
    const limit = Math.min(Math.max(Number(values.limit ?? 50) || 50, 1), 1000)
    const rows = await newestEvents(host.services.db, { limit, isWaiting: values.all !== true })
    for (const { id, provider, event_id, received_at, applied_at, attempts, outcome } of rows)
      console.log(
        `${received_at.toISOString()}  ${id}  ${provider}  ${event_id}  ${applied_at ? 'applied' : 'waiting'}, ${attempts} attempts${outcome ? `, ${outcome}` : ''}`,
      )
    if (rows.length === 0) console.log('Nothing waits.')
  } finally {
    await host.close()
  }
}

async function rebuild({ config, positionals: [what] }: Parameters<Command['run']>[0]): Promise<void> {
  if (what !== 'cards') throw new UsageError('It is plaza rebuild cards.')
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    for (const { product, cards } of modules)
      for (const kind of cards)
        console.log(
          `${product}: ${await rebuildAll(host.services, kind)} cards of ${kind.name} are made anew.`,
        )
  } finally {
    await host.close()
  }
}

async function ledger({ config, positionals: [what] }: Parameters<Command['run']>[0]): Promise<void> {
  if (what !== 'prove') throw new UsageError('It is plaza ledger prove.')
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    for (const module of modules) {
      const proof = await transact(host.services, module, async (work) => module.proveBooks?.(work))
      if (!proof) continue
      const compared = await compareBooks(host, module, proof.proofId)
      console.log([...proof.lines, ...compared.lines].join('\n'))
      if (!proof.holds || !compared.holds) process.exitCode = 1
    }
  } finally {
    await host.close()
  }
}

/** What providers report of themselves is asked for outside of any transaction. */
async function compareBooks(
  { services }: Host,
  module: Module,
  proofId: string,
): Promise<{ holds: boolean; lines: string[] }> {
  const { compareBooks: job, comparedBooks } = module
  if (!job || !comparedBooks) return { holds: true, lines: [] }
  const run = { id: newId(), data: { proofId }, isRetry: false, isLastTry: true }
  await runJob({ job, bound: module }, run, services)
  return comparedBooks(services.db)
}

const isZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Midnight to six in the morning, as minutes. */
function minutesOf(time: string): number | undefined {
  const [, hour, minute] = /^(0[0-6]):([0-5]\d)$/.exec(time) ?? []
  const total = Number(hour) * 60 + Number(minute)
  return total <= 360 ? total : undefined
}

async function simulate({ config, values, positionals }: Parameters<Command['run']>[0]): Promise<void> {
  if (positionals[0] !== 'streak') throw new UsageError('It is plaza simulate streak.')
  const { email, zone, 'day-start': dayStart } = values
  if (typeof email !== 'string') throw new UsageError('--email needs an e-mail address.')
  if (zone !== undefined && !isZone(String(zone))) throw new UsageError('--zone needs one like Asia/Tokyo.')
  const dayStartMinutes = dayStart === undefined ? undefined : minutesOf(String(dayStart))
  if (dayStart !== undefined && dayStartMinutes === undefined)
    throw new UsageError('--day-start needs a time from 00:00 to 06:00.')
  const rules = {
    timezone: zone === undefined ? undefined : String(zone),
    dayStartMinutes,
    freezeEnabled: values['no-freezes'] === true ? false : undefined,
  }
  const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
  try {
    const { db, clock } = host.services
    const asked = { email, rules, now: clock.now() }
    const replayed = await Promise.all(modules.map((module) => module.simulateStreak?.(db, asked)))
    const lines = replayed.find((each) => each !== undefined)
    if (!lines) throw new UsageError(`Nobody has the address ${email}.`)
    console.log(lines.join('\n'))
  } finally {
    await host.close()
  }
}

/** The commands of the program, by name. */
export const commands: Record<string, Command> = {
  start: {
    summary: 'start the server and the jobs worker',
    help: 'plaza start\n\nStarts what ROLE asks for: all (default), web or worker. Stops on Ctrl-C or SIGTERM.',
    run: start,
  },
  migrate: {
    summary: 'bring the database to this version',
    help: 'plaza migrate\n\nApplies the pending migrations and ends. Starting does the same.',
    async run({ config }) {
      const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
      await host.close()
      console.log('The database is up to date.')
    },
  },
  'create-admin': {
    summary: 'make an administrator of a product',
    help: 'plaza create-admin marketplace|wellness --email ADDRESS --name NAME [--password PASSWORD] [--totp]\n\nWithout --password one is made and printed. With --totp (wellness) a sign-in needs a code of an authenticator app, too;\nits secret is printed once. Needs DATABASE_URL, or a stopped server on the embedded database.',
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      password: { type: 'string' },
      totp: { type: 'boolean' },
    },
    run: createAdmin,
  },
  'second-factor': {
    summary: 'ask an administrator for a code of an authenticator app',
    help: 'plaza second-factor wellness --email ADDRESS\n\nFrom now on their sign-in needs a code of an authenticator app, too; its secret is printed once. Their sessions end.\nFor somebody who has one it makes another, as after the loss of a phone. Needs DATABASE_URL, or a stopped server on the\nembedded database.',
    options: { email: { type: 'string' } },
    run: secondFactor,
  },
  'set-role': {
    summary: 'say what somebody may do who looks after a product',
    help: 'plaza set-role marketplace|wellness --email ADDRESS --role ROLE\n\nMakes somebody with an account of the marketplace, whose address is verified, its moderator or administrator, or an\nadministrator of the wellness app SUPER, CONTENT, SUPPORT, FINANCE or ANALYST. With none the first is a member like\nothers, and the second cannot sign in any more. They sign in anew, while the server runs or not. Needs DATABASE_URL, or a\nstopped server on the embedded database.',
    options: { email: { type: 'string' }, role: { type: 'string' } },
    run: setRole,
  },
  demo: {
    summary: 'fill an empty database with the demonstration town, or close its accounts',
    help: 'plaza demo [remove]\n\nFills an empty database, pictures included, and prints the accounts to try it with. Starting does the same unless DEMO=0.\nWith remove it closes every account of the town that still has the password that everybody can read, whatever it looks\nafter or offers; categories, exercises and questionnaires stay, and what its\nadministrators set and said. In production nothing starts before that. Needs DATABASE_URL, or a stopped server on the embedded database.',
    async run({ config, positionals: [what] }) {
      if (what === 'remove') return removeDemo(config)
      if (what !== undefined) throw new UsageError('It is plaza demo, or plaza demo remove.')
      if (config.isProduction) throw new UsageError('The demonstration town is not for production.')
      const host = await openHost({ config: { ...config, ROLE: 'web' }, onProgress: progress })
      try {
        if (!(await isEmpty(host.services.db))) throw new UsageError('The database is not empty.')
        console.log(accountLines(await fillDemo(host.services, host.pool, progress)))
      } finally {
        await host.close()
      }
    },
  },
  outbox: {
    summary: 'print the newest mails, codes and push messages',
    help: 'plaza outbox [--to ADDRESS] [--limit N]\n\nPrints the newest mails and push messages, newest first; --to takes an address or a push token. Needs DATABASE_URL, or a stopped server on the embedded database;\nwhile that runs, open /outbox.',
    options: { to: { type: 'string' }, limit: { type: 'string' } },
    async run({ config, values }) {
      const host = await openHost({ config: { ...config, ROLE: 'web' } })
      const limit = Math.min(Math.max(Number(values.limit ?? 20) || 20, 1), 500)
      const to = typeof values.to === 'string' ? values.to : undefined
      console.log(await outboxText(host.services.db, limit, to))
      await host.close()
    },
  },
  'dead-letters': {
    summary: 'print what failed for good, or queue it again',
    help: 'plaza dead-letters [--retry ID] [--limit N]\n\nPrints the newest jobs that failed for good, and requests that were given up and taken back. --retry queues such a\njob once more and takes back what was written down of its failing, or says why it stays as it is. Needs DATABASE_URL, or a stopped server on the embedded database.',
    options: { retry: { type: 'string' }, limit: { type: 'string' } },
    run: deadLetters,
  },
  inbox: {
    summary: 'print what others sent and was not applied, or apply it again',
    help: 'plaza inbox [--replay ID] [--all] [--limit N]\n\nPrints the newest events of stores and others that wait to be applied; --all shows those that were, too. --replay\napplies an event once more, by the job that did it before. Needs DATABASE_URL, or a stopped server on the embedded database.',
    options: { replay: { type: 'string' }, all: { type: 'boolean' }, limit: { type: 'string' } },
    run: inbox,
  },
  rebuild: {
    summary: 'make what is kept for reading anew',
    help: 'plaza rebuild cards\n\nMakes the cards of both products anew, while the server runs or not; see docs/decisions/0018-cards.md. It is never\nneeded, unless somebody changed them by SQL or a text that they show was changed in the program. Needs DATABASE_URL, or a\nstopped server on the embedded database.',
    run: rebuild,
  },
  ledger: {
    summary: 'prove that the books add up',
    help: 'plaza ledger prove\n\nShows that the lines of every entry sum to zero and every balance is the sum of its lines, and compares the ledger with\nwhat the payment provider reports of its own account, while the server runs or not.\nWhere they are not, or the two differ, money stops and administrators are mailed, and this ends with 1; where they are, money moves again.\nNeeds DATABASE_URL, or a stopped server on the embedded database.',
    run: ledger,
  },
  simulate: {
    summary: 'replay the days of somebody under other rules',
    help: 'plaza simulate streak --email ADDRESS [--zone ZONE] [--day-start HH:MM] [--no-freezes]\n\nReplays what is written of a person of the wellness as if they had lived in another zone, begun their days at another\ntime, or had no freezes, and prints each day that would have come out differently. It writes nothing. Needs DATABASE_URL,\nor a stopped server on the embedded database.',
    options: {
      email: { type: 'string' },
      zone: { type: 'string' },
      'day-start': { type: 'string' },
      'no-freezes': { type: 'boolean' },
    },
    run: simulate,
  },
  openapi: {
    summary: 'write the OpenAPI documents',
    help: 'plaza openapi [--directory DIR]\n\nWrites marketplace.json and wellness.json, by default into openapi/.',
    options: { directory: { type: 'string' } },
    async run({ values }) {
      const directory = String(values.directory ?? 'openapi')
      mkdirSync(directory, { recursive: true })
      for (const product of ['marketplace', 'wellness'] as const) {
        const { module, operations } = operationsOf(product)
        writeFileSync(
          path.join(directory, `${product}.json`),
          `${JSON.stringify(openApiOf(module, operations, version), null, 2)}\n`,
        )
      }
    },
  },
}
