// The journeys of streaks/journeys.test.ts in their long form: 500,000 unless said, in portions by two processes.
//   node tools/run.mjs bench/journeys.ts [--journeys 500000] [--seed 1] [--kept FILE]
// What is done stands in the file, and is not done again by the same seed.
import { fork } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { properties } from '../server/src/testing/journey-properties.ts'
import { allClockChanges, type ClockChange } from '../server/src/testing/journeys.ts'

const workers = 2
const perPortion = 5000
/** The changes of clocks are gone through again and again; so many portions come around once. */
const portionsAround = 20

const { values } = parseArgs({
  options: {
    journeys: { type: 'string', default: '500000' },
    seed: { type: 'string', default: String(Math.floor(performance.timeOrigin % 2 ** 31)) },
    kept: { type: 'string', default: '' },
    worker: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const portions = Math.ceil(Number(values.journeys) / perPortion)

/** The changes that the journeys of a portion begin around. */
function changesOf(portion: number): ClockChange[] {
  return allClockChanges().filter((_, index) => index % portionsAround === portion % portionsAround)
}

function run(portion: number): void {
  const changes = changesOf(portion)
  for (const { part, holds } of properties)
    fc.assert(holds(changes), { numRuns: Math.ceil(perPortion * part), seed: (seed + portion) | 0 })
}

/** A process that is sent the numbers of portions, and answers each. */
function work(): void {
  process.on('message', (portion: number) => {
    run(portion)
    process.send?.(portion)
  })
}

function lead(): void {
  const line = (portion: number) => `${seed} ${portion}`
  const done = new Set(existsSync(values.kept) ? readFileSync(values.kept, 'utf8').split('\n') : [])
  const open = Array.from({ length: portions }, (_, portion) => portion).filter(
    (each) => !done.has(line(each)),
  )
  let finished = portions - open.length
  console.log(`seed ${seed}: ${portions} portions of ${perPortion} journeys, ${finished} of them done before`)
  for (let number = 0; number < Math.min(workers, open.length); number += 1) {
    const child = fork(import.meta.filename, ['--worker', '--seed', String(seed)])
    const next = () => {
      const portion = open.shift()
      if (portion === undefined) child.disconnect()
      else child.send(portion)
    }
    child.on('message', (portion: number) => {
      finished += 1
      if (values.kept) appendFileSync(values.kept, `${line(portion)}\n`)
      console.log(`${finished * perPortion} journeys hold`)
      next()
    })
    child.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1
    })
    next()
  }
}

if (values.worker) work()
else lead()
