import type { Trace } from './bare.ts'
import type { Cpu } from './cpu.ts'
import type { Measured } from './load.ts'
import type { Workload } from './workloads.ts'

export interface Side extends Measured {
  /** Microseconds for each request. */
  cpu: Cpu
}
export interface Round {
  product: Side
  bare: Side
  pgbench: Pick<Measured, 'perSecond' | 'p50' | 'p99'> | undefined
}

const sorted = (values: number[]) => [...values].sort((a, b) => a - b)
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

const table = (columns: string[]) =>
  `| ${columns.join(' | ')} |\n|---|${columns
    .slice(1)
    .map(() => '--:|')
    .join('')}`

export const head = table([
  'workload',
  'listings',
  'SQL',
  'product req/s',
  'of bare [min-max]',
  'of pgbench',
  'product p50 / p99 ms',
  'bare p50 / p99 ms',
  'pgbench p50 / p99 ms',
  'product CPU µs, server + SQL',
  'bare CPU µs',
])

const times = (sides: { p50: number; p99: number }[]) =>
  sides.length === 0
    ? '-'
    : `${median(sides.map(({ p50 }) => p50)).toFixed(1)} / ${median(sides.map(({ p99 }) => p99)).toFixed(1)}`

const cpuOf = (sides: Side[]) =>
  `${median(sides.map(({ cpu }) => cpu.server)).toFixed(0)} + ${median(sides.map(({ cpu }) => cpu.database)).toFixed(0)}`

/** Ratios are of neighbouring runs, so that what else the machine does weighs on both alike. */
export function row({ key, name }: Workload, listings: number, traces: Trace[], kept: Round[]): string {
  const products = kept.map(({ product }) => product)
  const bares = kept.map(({ bare }) => bare)
  const ratios = kept.map(({ product, bare }) => product.perSecond / bare.perSecond)
  const cells = [
    `${key} ${name}`,
    listings,
    median(traces.map(({ statements }) => statements.length)),
    median(products.map(({ perSecond }) => perSecond)).toFixed(0),
    `${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}]`,
    kept.every(({ pgbench }) => pgbench)
      ? median(
          kept.map(({ product, pgbench }) => product.perSecond / (pgbench?.perSecond ?? Number.NaN)),
        ).toFixed(2)
      : '-',
    times(products),
    times(bares),
    times(kept.flatMap(({ pgbench }) => pgbench ?? [])),
    cpuOf(products),
    cpuOf(bares),
  ]
  return `| ${cells.join(' | ')} |`
}

export const growthHead = table(['workload', 'req/s', 'p50', 'p99', 'CPU of server and SQL', 'req/s of bare'])

/** What the larger data set costs, as ratios of neighbouring rounds; 1 is flat. */
export function growthRow(key: string, small: Round[], full: Round[]): string {
  const growth = (of: (round: Round) => number) =>
    median(
      full.map((round, i) => {
        const smaller = small[i]
        return smaller ? of(round) / of(smaller) : Number.NaN
      }),
    ).toFixed(2)
  const cells = [
    key,
    growth(({ product }) => product.perSecond),
    growth(({ product }) => product.p50),
    growth(({ product }) => product.p99),
    growth(({ product: { cpu } }) => cpu.server + cpu.database),
    growth(({ bare }) => bare.perSecond),
  ]
  return `| ${cells.join(' | ')} |`
}

/** A sentence for every server and workload that had failures. */
export function notesOf(results: ReadonlyMap<string, Round[][]>): string[] {
  const notes: string[] = []
  for (const [key, stages] of results)
    for (const who of ['product', 'bare'] as const) {
      const sides = stages.flat().map((round) => round[who])
      const failures = sides.reduce((sum, side) => sum + side.failures, 0)
      const example = sides.map(({ firstFailure }) => firstFailure).find(Boolean)
      if (failures > 0)
        notes.push(`${key}: ${failures} requests to the ${who} server failed, such as: ${example}`)
    }
  return notes
}
