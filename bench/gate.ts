// Whether a request still costs what it did: see docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Contestant, ContestantName } from './contestants.ts'
import type { Prepared } from './record.ts'
import { makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { type Stage, setStage } from './stage.ts'

const file = path.join(import.meta.dirname, 'gate.json')
/** How much worse than accepted a workload may be. */
const tolerance = 1.25
const tries = 3
const connections = 32

/** What a request costs in CPU, in units of what it costs the bare server; by workload. */
type Costs = Record<string, number>

const cpuOf = async (contestant: Contestant, workload: Prepared): Promise<number> => {
  const { cpu, failures, firstFailure } = await contestant.measure(workload, connections)
  if (failures > 0) throw new Error(`${workload.name} failed ${failures} times, such as: ${firstFailure}`)
  return cpu.server + cpu.database
}

/** Both in the same moment, so that what else the machine does falls on both. */
async function costOf({ contestants }: Stage, workload: Prepared): Promise<number> {
  const named = (name: ContestantName) => {
    const found = contestants.find((contestant) => contestant.name === name)
    if (!found) throw new Error(`there is no contestant ${name}`)
    return found
  }
  const own = await cpuOf(named('product'), workload)
  return own / (await cpuOf(named('bare'), workload))
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The least of up to three tries, for a single good one shows that it can still be done. */
async function leastCostOf(stage: Stage, workload: Prepared, most: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && least > most; attempt += 1)
    least = Math.min(least, await costOf(stage, workload))
  return least
}

async function compare(stage: Stage, accepted: Costs): Promise<void> {
  console.log('| workload | accepted | now | |\n|---|--:|--:|---|')
  for (const workload of stage.prepared) {
    const before = accepted[workload.name]
    const most = before === undefined ? Number.NEGATIVE_INFINITY : before * tolerance
    const now = await leastCostOf(stage, workload, most)
    const isFine = now <= most
    if (!isFine) process.exitCode = 1
    const verdict = before === undefined ? 'has no accepted cost' : isFine ? '' : 'worse'
    console.log(
      `| ${workload.name} ${workload.title} | ${before?.toFixed(2) ?? '-'} | ${now.toFixed(2)} | ${verdict} |`,
    )
  }
}

async function accept(stage: Stage): Promise<void> {
  const costs: Costs = {}
  for (const workload of stage.prepared) {
    const tried: number[] = []
    for (let attempt = 0; attempt < tries; attempt += 1) tried.push(await costOf(stage, workload))
    costs[workload.name] = Number(median(tried).toFixed(2))
    console.log(`${workload.name} ${workload.title}: ${costs[workload.name]}`)
  }
  writeFileSync(file, `${JSON.stringify(costs, null, 2)}\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { accept: { type: 'boolean', default: false } } })
  const folder = makeFolder()
  const server = await startDatabase(folder)
  const control = await openClient(server)
  const ground = {
    ...{ control, server, folder, kept: undefined },
    ...{ seconds: 2, only: ['read', 'write'], pgbench: undefined },
  }
  const stage = await setStage('10k', { ...ground, contestants: ['product', 'bare'] })
  if (values.accept) await accept(stage)
  else await compare(stage, JSON.parse(readFileSync(file, 'utf8')))
}

await untilDone(main)
