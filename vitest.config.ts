import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/src/testing/longest-first.ts'
import { runSummary } from './server/src/testing/run-summary.ts'

// What a page was still asked for when its test had ended, or its first try had failed.
const leftToPages =
  /browser has been closed|request context disposed|response has been disposed|failed to find browser context|^page\.waitFor\w+: timeout/i

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'acceptance/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: [
      'server/src/testing/global-setup.ts',
      'acceptance/global-setup.ts',
      'web/tests/global-setup.ts',
    ],
    setupFiles: ['server/src/testing/each-file.ts'],
    reporters: ['default', runSummary(process.env.TEST_REPORT)],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    isolate: false,
    execArgv: ['--import', path.join(import.meta.dirname, 'server/src/testing/quick-hashing.ts')],
    maxWorkers: 2,
    // For what hangs. What is slow because the machine is busy shall pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is checked when the tests have ended waits for their databases to go.
    teardownTimeout: 300_000,
    onUnhandledError: ({ message }) => !leftToPages.test(message),
    expect: { poll: { timeout: 60_000 } },
  },
})
