import { appendFileSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { allJobs, allOperations } from '../host.ts'
import { problemsOf } from '../platform/http/openapi.ts'
import { comesInParts } from '../platform/operation/operation.ts'
import type { Registered } from '../platform/operation/registry.ts'

/** The ledger: every (operation, status, code), and what became of every job, that the tests of a run saw, against what is declared. */

/** Where the server and its tests are. */
export const serverSource = path.join(import.meta.dirname, '..')

/** Operations that ask no database, so that nothing in them can fail. */
export const withoutDatabase = [
  'getFeelings',
  'getHello',
  'getReceiptKey',
  'getRoot',
  'getUnsubscribePage',
  'startSocialLogin',
  'finishGoogleLogin',
  'finishAppleLogin',
  'getSocialProviders',
]

/** Declared outcomes that no test can bring about. */
const unreachable = withoutDatabase.flatMap((id) =>
  ['marketplace', 'wellness'].flatMap((product) => [
    `${product} ${id} 500 INTERNAL`,
    `${product} ${id} 503 DATABASE_UNAVAILABLE`,
  ]),
)

const outcomeOf = ({ module, id }: Registered, status: number, code: string) =>
  `${module.product} ${id} ${status} ${code}`

/** What these meet is drawn anew for each run, so it is no proof that a test brings an outcome about. */
const drawing = ['fuzz.test.ts', 'money-model.test.ts']
const drawn = 'drawn: '
const isDrawn = () => drawing.some((file) => expect.getState().testPath?.endsWith(`/${file}`))

const fileIn = (ledger: string) => path.join(ledger, String(process.pid))

/** What is to be seen of a job: that it is tried again after a failure, that it succeeds, and that it does nothing more the second time. */
const jobOutcomes = ['failed', 'done', 'again'] as const
type JobOutcome = (typeof jobOutcomes)[number]

const outcomeOfJob = (name: string, outcome: JobOutcome) => `job ${name} ${outcome}`

/** Notes what was seen of a job. */
export function recordJob(name: string, outcome: JobOutcome): void {
  appendFileSync(fileIn(inject('ledger')), `${outcomeOfJob(name, outcome)}\n`)
}

/** Notes what an app answers, each outcome once, in a file of this process. */
export function recordOutcomes(app: FastifyInstance, ledger: string): FastifyInstance {
  const file = fileIn(ledger)
  const seen = new Set<string>()
  const byRoute = new Map(
    allOperations().map((registered) => [
      `${registered.operation.method} ${registered.path.replace(/\{(\w+)\}/g, ':$1')}`,
      registered,
    ]),
  )
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const registered = byRoute.get(`${method} ${routeOptions.url}`)
    if (!registered) return
    const isEnvelope = String(reply.getHeader('content-type')).startsWith('application/json')
    const code =
      reply.statusCode < 400 ? 'ok' : isEnvelope ? JSON.parse(String(payload)).error.code : 'INTERNAL'
    const outcome = `${isDrawn() ? drawn : ''}${outcomeOf(registered, reply.statusCode, code)}`
    if (seen.has(outcome)) return
    seen.add(outcome)
    appendFileSync(file, `${outcome}\n`)
  })
  return app
}

const declaredOutcomes = (): string[] => [
  ...allJobs().flatMap(({ job }) => jobOutcomes.map((outcome) => outcomeOfJob(job.name, outcome))),
  ...allOperations().flatMap((registered) => [
    ...Object.entries(registered.operation.replies).flatMap(([status, shape]) =>
      (comesInParts(shape) ? [status, 206, 304] : [status]).map((one) =>
        outcomeOf(registered, Number(one), 'ok'),
      ),
    ),
    ...problemsOf(registered).map(({ status, code }) => outcomeOf(registered, status, code)),
  ]),
]

/** Compares the ledger with the declarations. @throws naming every outcome that is on one side only. */
export function checkOutcomes(ledger: string): void {
  const seen = new Set(
    globSync('*', { cwd: ledger }).flatMap((file) =>
      readFileSync(path.join(ledger, file), 'utf8').trimEnd().split('\n'),
    ),
  )
  const declared = new Set(declaredOutcomes())
  const excused = new Set(unreachable)
  const never = [...declared].filter((outcome) => !seen.has(outcome) && !excused.has(outcome))
  const undeclared = [...seen].filter((outcome) => !declared.has(outcome.replace(drawn, '')))
  if (never.length + undeclared.length === 0) return
  throw new Error(
    [
      'The outcomes of the operations and jobs are not what they declare.',
      ...never.sort().map((outcome) => `never seen: ${outcome}`),
      ...undeclared.sort().map((outcome) => `not declared: ${outcome}`),
    ].join('\n'),
  )
}

/** Whether the run held every test below a folder, and all passed; of any other, a ledger says nothing. */
export function heldAllOf({ vitest }: TestProject, folder: string): boolean {
  if (vitest.getGlobalTestNamePattern()) return false
  const passed = new Set(
    vitest.state
      .getTestModules()
      .filter((module) => module.state() === 'passed')
      .map((module) => module.moduleId),
  )
  return globSync('**/*.test.ts', { cwd: folder }).every((file) => passed.has(path.join(folder, file)))
}
