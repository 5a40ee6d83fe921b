// Whether a request still costs what it did: see docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Host } from '../server/src/host.ts'
import { areJobsUnderWay } from '../server/src/testing/jobs-under-way.ts'
import type { Contestant } from './contestants.ts'
import { askBefore, type Prepared } from './record.ts'
import { median } from './report.ts'
import { makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { contestantOf, type Stage, setStage } from './stage.ts'

const file = path.join(import.meta.dirname, 'gate.json')
/** How much worse than accepted a workload may be. */
const tolerance = 1.25
const tries = 3
const connections = 32
const lookMs = 100
const longestWaitMs = 60_000

/** What a request costs in CPU, in units of what it costs the bare server; by workload. */
type Costs = Record<string, number>

const cpuOf = async (contestant: Contestant, workload: Prepared): Promise<number> => {
  const { cpu, failures, firstFailure } = await contestant.measure(workload, connections)
  if (failures > 0) throw new Error(`${workload.name} failed ${failures} times, such as: ${firstFailure}`)
  return cpu.server + cpu.database
}

/** Until what earlier requests left to jobs is done, which is no cost of those to come. */
async function untilIdle({ services }: Host): Promise<void> {
  const end = performance.now() + longestWaitMs
  while (await areJobsUnderWay(services.db)) {
    if (performance.now() > end) throw new Error('jobs did not end')
    await pause(lookMs)
  }
}

/**
 * Both in the same moment, so that what else the machine does falls on both. What is measured as asked before is asked first,
 * since what others wrote meanwhile is counted anew.
 */
async function costOf(stage: Stage, workload: Prepared): Promise<number> {
  const product = contestantOf(stage, 'product')
  await untilIdle(stage.host)
  if (workload.isRepeated) await askBefore(stage.host, [workload])
  const own = await cpuOf(product, workload)
  return own / (await cpuOf(contestantOf(stage, 'bare'), workload))
}

/**
 * The least cost of each workload in up to three tries, for a single good one shows that it can still be done. What is
 * too dear is tried again after all the others: what disturbs a machine seldom lasts that long.
 */
async function leastCosts(stage: Stage, mostOf: (workload: Prepared) => number): Promise<Costs> {
  const least: Costs = {}
  let left = stage.prepared
  for (let attempt = 0; attempt < tries && left.length > 0; attempt += 1) {
    for (const workload of left) {
      const before = least[workload.name] ?? Number.POSITIVE_INFINITY
      least[workload.name] = Math.min(before, await costOf(stage, workload))
    }
    left = left.filter((workload) => (least[workload.name] ?? 0) > mostOf(workload))
  }
  return least
}

/**
 * A process that has written nothing yet has statements to plan and code to compile that none in use has; on a slow machine
 * the product takes several rounds for it.
 */
async function warmUp(stage: Stage): Promise<void> {
  const product = contestantOf(stage, 'product')
  for (const workload of stage.prepared.filter(({ kind }) => kind === 'write')) {
    await costOf(stage, workload)
    for (let round = 0; round < 2; round += 1) await cpuOf(product, workload)
  }
}

async function compare(stage: Stage, accepted: Costs): Promise<void> {
  const mostOf = ({ name }: Prepared) => (accepted[name] ?? Number.NEGATIVE_INFINITY) * tolerance
  const least = await leastCosts(stage, mostOf)
  console.log('| workload | accepted | now | |\n|---|--:|--:|---|')
  for (const workload of stage.prepared) {
    const before = accepted[workload.name]
    const now = least[workload.name] ?? Number.NaN
    const isFine = now <= mostOf(workload)
    if (!isFine) process.exitCode = 1
    const verdict = before === undefined ? 'has no accepted cost' : isFine ? '' : 'worse'
    console.log(
      `| ${workload.name} ${workload.title} | ${before?.toFixed(2) ?? '-'} | ${now.toFixed(2)} | ${verdict} |`,
    )
  }
}

/** Of workloads that are not asked for, what was accepted before stays. */
async function accept(stage: Stage, costs: Costs): Promise<void> {
  for (const workload of stage.prepared) {
    const tried: number[] = []
    for (let attempt = 0; attempt < tries; attempt += 1) tried.push(await costOf(stage, workload))
    costs[workload.name] = Number(median(tried).toFixed(2))
    console.log(`${workload.name} ${workload.title}: ${costs[workload.name]}`)
  }
  writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`)
}

/** What is measured is CPU, which short rounds tell. */
const rounds = { seconds: 1, warmUpMs: 400 }
const kinds = ['read', 'people', 'practice', 'write']

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { accept: { type: 'boolean', default: false }, only: { type: 'string' } },
  })
  const start = performance.now()
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const only = values.only?.split(',') ?? kinds
  const ground = { ...rounds, control, server, folder, kept: undefined, only, pgbench: undefined }
  const stage = await setStage('10k', { ...ground, contestants: ['product', 'bare'] })
  await warmUp(stage)
  const accepted: Costs = JSON.parse(readFileSync(file, 'utf8'))
  if (values.accept) await accept(stage, values.only ? accepted : {})
  else await compare(stage, accepted)
  console.log(`\nIt took ${((performance.now() - start) / 1000).toFixed(0)} s.`)
}

await untilDone(main)
