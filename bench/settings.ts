import { parseArgs } from 'node:util'
import { type ContestantName, contestantNames, isContestant } from './contestants.ts'
import { findPgbench } from './pgbench.ts'
import type { Place } from './store.ts'
import { isSizeName, type SizeName, sizes } from './town.ts'

export interface Settings {
  sizes: SizeName[]
  rounds: number
  seconds: number
  connections: number
  /** Names of workloads, or of a kind of them. */
  only: string[] | undefined
  contestants: ContestantName[]
  pgbench: string | undefined
  /** A server to make the databases on, instead of the embedded one. */
  database: string | undefined
  /** A folder for the embedded server, whose databases stay there for runs to come. */
  keep: string | undefined
  kept: Place['kept']
  /** Where the figures go besides the tables. */
  json: string | undefined
}

export function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '10k' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string' },
      contestants: { type: 'string', default: 'product,bare,replay,pgbench' },
      peers: { type: 'boolean', default: false },
      database: { type: 'string' },
      keep: { type: 'string' },
      'in-place': { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const number = (name: 'rounds' | 'seconds' | 'connections', most: number): number => {
    const value = Number(values[name])
    if (!Number.isSafeInteger(value) || value < 1 || value > most)
      throw new Error(`--${name} must be a whole number from 1 to ${most}`)
    return value
  }
  const contestants = listOf('contestants', values.contestants, isContestant, contestantNames)
  if (!contestants.includes('product')) throw new Error('--contestants must have the product among them')
  if (values.keep !== undefined && values.database !== undefined)
    throw new Error('--keep is for the embedded server: it does not go with --database')
  if (values['in-place'] && values.keep === undefined) throw new Error('--in-place needs --keep')
  const pgbench = findPgbench()
  if (!pgbench && contestants.includes('pgbench'))
    console.log('There is no pgbench on this machine: it is left out.')
  return {
    sizes: listOf('size', values.size, isSizeName, Object.keys(sizes)),
    rounds: number('rounds', 100),
    seconds: number('seconds', 60),
    connections: number('connections', 256),
    only: values.only?.split(','),
    contestants: values.peers && !contestants.includes('parse') ? [...contestants, 'parse'] : contestants,
    pgbench,
    database: values.database,
    keep: values.keep,
    kept: values.keep === undefined ? undefined : values['in-place'] ? 'in place' : 'as copies',
    json: values.json,
  }
}

function listOf<T extends string>(
  option: string,
  text: string,
  isKnown: (name: string) => name is T,
  known: readonly string[],
): T[] {
  const names = text.split(',')
  const wanted = names.filter(isKnown)
  if (wanted.length < names.length) throw new Error(`--${option} is one or more of ${known.join(', ')}`)
  return wanted
}
