import os from 'node:os'
import type { Contestant } from './contestants.ts'
import type { Prepared } from './record.ts'
import type { Series } from './report.ts'
import type { Stage } from './stage.ts'

/** Everybody once in each round, and everybody first in turn. */
export async function measure(
  workload: Prepared,
  connections: number,
  stages: Stage[],
  rounds: number,
): Promise<Series[]> {
  const seriesOf = new Map<Contestant, Series>()
  const asked = stages.map(({ size, contestants, prepared }) => {
    const own = prepared.find(({ name }) => name === workload.name)
    if (!own) throw new Error(`${workload.name} is not on the stage of ${size}`)
    const taking = contestants.filter((contestant) => contestant.takes(own))
    for (const contestant of taking)
      seriesOf.set(contestant, {
        size,
        workload: own.name,
        title: own.title,
        connections,
        contestant: contestant.name,
        rounds: [],
      })
    return { own, taking }
  })
  for (let round = 0; round < rounds; round += 1)
    for (const { own, taking } of asked)
      for (let turn = 0; turn < taking.length; turn += 1) {
        const contestant = taking[(turn + round) % taking.length]
        if (contestant) seriesOf.get(contestant)?.rounds.push(await contestant.measure(own, connections))
      }
  return [...seriesOf.values()]
}

/** Where something was measured. */
export const machine = () => ({
  node: process.version,
  cores: os.cpus().length,
  processor: os.cpus()[0]?.model.trim(),
  gigabytes: Math.round(os.totalmem() / 2 ** 30),
  load: os.loadavg()[0],
})
