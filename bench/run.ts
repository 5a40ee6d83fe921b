// Measures the product against the least SQL that does the same job. See docs/benchmarks.md.
import { writeFileSync } from 'node:fs'
import type { Prepared } from './record.ts'
import {
  growthHead,
  growthRows,
  notesOf,
  ownCpuOf,
  rowOf,
  type Series,
  tableHead,
  titleOf,
} from './report.ts'
import { machine, measure } from './rounds.ts'
import { makeFolder, openClient, startDatabase, untilDone } from './servers.ts'
import { readSettings, type Settings } from './settings.ts'
import { type Stage, setStage } from './stage.ts'

const enoughRounds = 5

/** A search is measured as one person finds it, and under load. */
const connectionsOf = ({ kind }: Prepared, { connections }: Settings): number[] =>
  kind === 'search' ? [1, connections] : [connections]

function print(series: Series[]): void {
  for (const size of new Set(series.map((each) => each.size))) {
    const own = series.filter((each) => each.size === size)
    const product = own.find(({ contestant }) => contestant === 'product')
    if (product) console.log(`\n${titleOf(product)}\n\n${tableHead}`)
    for (const each of own) console.log(rowOf(each, product))
  }
}

async function main(): Promise<void> {
  const settings = readSettings()
  const folder = makeFolder()
  const server = settings.database ?? (await startDatabase(settings.keep ?? folder))
  const control = await openClient(server)
  const { rows } = await control.query<{ server_version: string }>('show server_version')
  const stages: Stage[] = []
  for (const size of settings.sizes)
    stages.push(await setStage(size, { ...settings, control, server, folder }))
  const { node, cores, processor, load } = machine()
  const where = { ...machine(), postgresql: rows[0]?.server_version, startedAt: new Date().toISOString() }
  console.log(
    `\nNode ${node}, PostgreSQL ${where.postgresql}, ${cores} cores (${processor}), load average ${load?.toFixed(1)}; ` +
      `${settings.rounds} rounds of ${settings.seconds} s; medians [least–most].`,
  )
  if (settings.rounds < enoughRounds)
    console.log(`Fewer than ${enoughRounds} rounds show that it runs, and no more.`)
  const results: Series[] = []
  for (const workload of stages[0]?.prepared ?? [])
    for (const connections of connectionsOf(workload, settings)) {
      const series = await measure(workload, connections, stages, settings.rounds)
      print(series)
      results.push(...series)
    }
  if (stages.length > 1)
    console.log(`\nWhat growth costs\n\n${growthHead}\n${growthRows(results).join('\n')}`)
  console.log(`\nThe load generator spent ${ownCpuOf(results).toFixed(0)} µs of CPU on a request.`)
  if (settings.json)
    writeFileSync(settings.json, `${JSON.stringify({ machine: where, settings, results }, null, 1)}\n`)
  for (const note of notesOf(results)) {
    process.exitCode = 1
    console.error(note)
  }
}

await untilDone(main)
