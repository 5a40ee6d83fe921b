// What a run of the tests says of itself, read from Vitest's JSON reports: `files` and `failures` of one
// report, `count` of a report and of the one of a second run of its failed files.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const [, , what, file, again] = process.argv
const read = (name) => (name && existsSync(name) ? JSON.parse(readFileSync(name, 'utf8')) : undefined)
const report = read(file)
const isFailed = ({ status }) => status === 'failed'
const nameOf = (suite) => path.relative(process.cwd(), suite.name)

if (!report) {
  console.log('0 passed, 0 failed')
  process.exit(1)
}
if (what === 'files') for (const suite of report.testResults.filter(isFailed)) console.log(nameOf(suite))
if (what === 'failures')
  for (const suite of report.testResults.filter(isFailed)) {
    const tests = suite.assertionResults.filter(isFailed)
    if (tests.length === 0) console.log(`${nameOf(suite)}: ${suite.message}`)
    for (const test of tests)
      console.log(`${nameOf(suite)} > ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2000)}`)
  }
if (what === 'count') {
  const passedThen = read(again)?.numFailedTests === 0 ? report.numFailedTests : 0
  console.log(`${report.numPassedTests + passedThen} passed, ${report.numFailedTests - passedThen} failed`)
  process.exit(report.numPassedTests > 0 ? 0 : 1)
}
