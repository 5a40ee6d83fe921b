import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

/** What a run says of itself in a file; tests are named by file and title. */
export interface RunReport {
  passed: string[]
  /** Tests, and files that failed as a whole. */
  failed: Fault[]
  /** Page tests that passed at their second try, each with what the first one said. */
  flaky: Fault[]
  /** What was thrown while no test waited for it: such a run fails, whatever became of its tests. */
  stray: string[]
}

interface Fault {
  name: string
  message: string
}

const mostFiles = 10
const fileOf = ({ moduleId }: TestModule) => path.relative(process.cwd(), moduleId)
const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`

interface Thrown {
  message: string
  stack?: string
  cause?: unknown
}

const isThrown = (value: unknown): value is Thrown =>
  typeof value === 'object' && value !== null && 'message' in value

/** What was thrown, and why: a property that does not hold has the failed expectation as its cause. */
const textOf = ({ stack, message, cause }: Thrown): string =>
  [stack ?? message, ...(isThrown(cause) ? [textOf(cause)] : [])].join('\nCaused by ')
const messageOf = (errors: readonly Thrown[] | undefined) => (errors ?? []).map(textOf).join('\n')

function reportOf(modules: readonly TestModule[], stray: readonly SerializedError[]): RunReport {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const faultOf = (test: TestCase): Fault => ({
    name: nameOf(test),
    message: messageOf(test.result().errors),
  })
  const failed = tests.filter((test) => test.result().state === 'failed').map(faultOf)
  const broken = modules
    .filter(
      (module) =>
        module.state() === 'failed' && !failed.some(({ name }) => name.startsWith(`${fileOf(module)} >`)),
    )
    .map((module) => ({ name: fileOf(module), message: messageOf(module.errors()) }))
  return {
    passed: tests.filter((test) => test.result().state === 'passed').map(nameOf),
    failed: [...failed, ...broken],
    flaky: tests.filter((test) => test.diagnostic()?.flaky).map(faultOf),
    stray: stray.map(textOf),
  }
}

/** The files that took longest, their hooks included. */
function slowest(modules: readonly TestModule[]): string[] {
  const took = modules.map((module) => ({ file: fileOf(module), ms: module.diagnostic().duration }))
  return took
    .sort((a, b) => b.ms - a.ms)
    .slice(0, mostFiles)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

/**
 * Ends a run with its slowest files, and with the tests that needed a second try.
 * @param file gets the report as JSON.
 */
export const runSummary = (file: string | undefined): Reporter => ({
  onTestRunEnd(modules, unhandledErrors) {
    const report = reportOf(modules, unhandledErrors)
    if (file) writeFileSync(file, JSON.stringify(report))
    if (modules.length > 1) console.log(['\nThe slowest files:', ...slowest(modules)].join('\n'))
    for (const { name, message } of report.flaky) console.log(`flaky: ${name}\n${message}`)
  },
})
