import type { ContestantName, Sample } from './contestants.ts'
import { type SizeName, sizes } from './town.ts'

/** What was measured of one contestant: its rounds in their order. */
export interface Series {
  size: SizeName
  workload: string
  title: string
  connections: number
  contestant: ContestantName
  rounds: Sample[]
}

const sorted = (values: number[]) => values.filter(Number.isFinite).sort((a, b) => a - b)
export function median(values: number[]): number {
  const inOrder = sorted(values)
  const middle = inOrder.length / 2
  const [low, high] = [inOrder[Math.ceil(middle) - 1], inOrder[Math.floor(middle)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** The median with the least and the most. */
export function spreadOf(values: number[], digits: number): string {
  const inOrder = sorted(values)
  const [least, most] = [inOrder[0], inOrder.at(-1)]
  if (least === undefined || most === undefined) return '-'
  return `${median(inOrder).toFixed(digits)} [${least.toFixed(digits)}–${most.toFixed(digits)}]`
}

const whole = (values: number[]) => (Number.isFinite(median(values)) ? median(values).toFixed(0) : '-')

/** A round with an error does not count. */
const isGood = (round: Sample | undefined): round is Sample => round?.failures === 0

/** Of the rounds that are good on both sides, since what else the machine does weighs on neighbours alike. */
export const ratios = (over: Series, under: Series, of: (round: Sample) => number): number[] =>
  over.rounds.flatMap((round, i) => {
    const other = under.rounds[i]
    return isGood(round) && isGood(other) ? of(round) / of(other) : []
  })

export const cpuOf = ({ cpu }: Sample): number => cpu.server + cpu.database

const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
const head = (columns: string[]) =>
  `${line(columns)}\n|---|${columns
    .slice(1)
    .map(() => '--:|')
    .join('')}`

export const tableHead = head([
  'contestant',
  'req/s',
  'product’s share of it',
  'p50 ms',
  'p99 ms',
  'server CPU µs',
  'PostgreSQL CPU µs',
  'server MB',
  'bytes',
  'rounds',
  'errors',
])

export const titleOf = ({ workload, title, size, connections }: Series): string =>
  `${workload} ${title}, ${sizes[size].listings.toLocaleString('en')} listings, ${connections} at once`

export function rowOf(series: Series, product: Series | undefined): string {
  const good = series.rounds.filter(isGood)
  const all = (of: (round: Sample) => number, digits: number) => spreadOf(good.map(of), digits)
  return line([
    series.contestant,
    all(({ perSecond }) => perSecond, 0),
    product && product !== series
      ? spreadOf(
          ratios(product, series, ({ perSecond }) => perSecond),
          2,
        )
      : '',
    all(({ p50 }) => p50, 2),
    all(({ p99 }) => p99, 2),
    all(({ cpu }) => cpu.server, 0),
    all(({ cpu }) => cpu.database, 0),
    all(({ megabytes }) => megabytes, 0),
    whole(good.map(({ bytes }) => bytes)),
    `${good.length} of ${series.rounds.length}`,
    series.rounds.reduce((sum, { failures }) => sum + failures, 0),
  ])
}

export const growthHead = head(['workload', 'at once', 'from', 'to', 'CPU of a request', 'the bare server’s'])

/** What a larger data set costs, as ratios of neighbouring rounds; 1 is flat. */
export function growthRows(all: Series[]): string[] {
  const products = all.filter(({ contestant }) => contestant === 'product')
  return products.flatMap((smaller) => {
    const isSame = (other: Series) =>
      other.workload === smaller.workload && other.connections === smaller.connections
    const order = Object.keys(sizes)
    return products
      .filter((other) => isSame(other) && order.indexOf(other.size) > order.indexOf(smaller.size))
      .map((larger) => {
        const bareOf = ({ size }: Series) =>
          all.find((other) => other.contestant === 'bare' && isSame(other) && other.size === size)
        const [bareSmaller, bareLarger] = [bareOf(smaller), bareOf(larger)]
        return line([
          `${smaller.workload} ${smaller.title}`,
          smaller.connections,
          smaller.size,
          larger.size,
          spreadOf(ratios(larger, smaller, cpuOf), 2),
          bareSmaller && bareLarger ? spreadOf(ratios(bareLarger, bareSmaller, cpuOf), 2) : '-',
        ])
      })
  })
}

/** What the load generator spent on a request, over all of them. */
export function ownCpuOf(all: Series[]): number {
  const rounds = all.flatMap((series) => series.rounds).filter(({ ownCpu }) => Number.isFinite(ownCpu))
  const sum = (of: (round: Sample) => number) => rounds.reduce((total, round) => total + of(round), 0)
  return sum(({ ownCpu, requests }) => ownCpu * requests) / sum(({ requests }) => requests)
}

/** A sentence for everybody who failed. */
export const notesOf = (all: Series[]): string[] =>
  all.flatMap((series) => {
    const failures = series.rounds.reduce((sum, round) => sum + round.failures, 0)
    const example = series.rounds.map(({ firstFailure }) => firstFailure).find(Boolean)
    return failures > 0
      ? `${titleOf(series)}: ${failures} requests to ${series.contestant} failed, such as: ${example}`
      : []
  })
