// Reads what runs of the tests said of themselves (`TEST_REPORT`, see server/src/testing/run-summary.ts, and
// what they printed) and says it of all together. A test has passed when it passed in every run that held it; what failed,
// and what needed its second try, is named.
import { existsSync, readFileSync } from 'node:fs'

const [, , ...files] = process.argv
const passed = new Set()
const failed = new Set()
const lines = []
/** How much of what a run printed may tell why it failed after its tests. */
const lastLines = 40

for (const file of files) {
  const run = file.replace(/^.*\/|\.json$/g, '')
  let report
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    failed.add(`${run} as a whole`)
    lines.push(`failed (${run}): it did not come to its end`)
    continue
  }
  if (report.failed.length === 0 && existsSync(file.replace('.json', '.failed'))) {
    failed.add(`${run} as a whole`)
    const printed = readFileSync(file.replace('.json', '.log'), 'utf8').trimEnd().split('\n')
    lines.push(`failed (${run}): every test passed, the run as a whole did not`)
    lines.push(...(report.stray.length > 0 ? report.stray : printed.slice(-lastLines)))
  }
  for (const name of report.passed) passed.add(name)
  for (const { name, message } of report.failed) {
    failed.add(name)
    lines.push(`failed (${run}): ${name}\n${message.slice(0, 2000)}`)
  }
  for (const { name, message } of report.flaky)
    lines.push(`flaky (${run}): ${name}\n${message.slice(0, 2000)}`)
}
for (const line of lines) console.log(line)
console.log(`${[...passed].filter((name) => !failed.has(name)).length} passed, ${failed.size} failed`)
process.exitCode = passed.size > 0 && failed.size === 0 ? 0 : 1
