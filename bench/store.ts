// Where the databases of a run come from: made for it, or kept from a run before.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { addressOf, dropDatabase, makeDatabase } from './servers.ts'

/** Where databases and files are made. */
export interface Place {
  control: pg.Client
  /** The address of the server. */
  server: string
  /** For files that go with the run. */
  folder: string
  /** Whether databases stay for runs to come. A run works on copies of them, or on themselves. */
  kept: 'as copies' | 'in place' | undefined
}

/** Listings end, and what is new grows old. */
const mostDays = 7

/** What the databases depend on: the schemas, and what fills them. */
const sources = [
  'server/migrations/*/*.sql',
  'bench/{bulk,dataset,goals,kept,random,town,words}.ts',
  'bench/limits/{dataset.ts,*.sql}',
  'server/demo/wellness-questionnaires.json',
]

function fingerprint(): string {
  const root = path.join(import.meta.dirname, '..')
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).sort())
    hash.update(`${file}\n`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** What is written on a database that is whole. */
interface Label {
  fingerprint: string
  madeAt: string
}

async function labelOf(control: pg.Client, name: string): Promise<Label | 'none' | 'no database'> {
  const { rows } = await control.query<{ label: string | null }>(
    `select shobj_description(oid, 'pg_database') as label from pg_database where datname = $1`,
    [name],
  )
  const [row] = rows
  if (!row) return 'no database'
  return row.label === null ? 'none' : (JSON.parse(row.label) as Label)
}

function checkLabel(name: string, label: Label): void {
  const days = (Date.now() - Date.parse(label.madeAt)) / 86_400_000
  if (label.fingerprint !== fingerprint())
    throw new Error(
      `${name} was made for another schema or by another generator: remove the folder of --keep`,
    )
  if (days > mostDays)
    throw new Error(`${name} was made more than ${mostDays} days ago: remove the folder of --keep`)
}

/** Makes the kept database of a name, unless it is there. */
async function keepDatabase(
  { control, server }: Place,
  name: string,
  make: (connectionString: string) => Promise<void>,
): Promise<string> {
  const label = await labelOf(control, name)
  const address = addressOf(server, name)
  if (typeof label === 'object') {
    checkLabel(name, label)
    console.log(`${name} was made at ${label.madeAt}.`)
    return address
  }
  // Its making was interrupted.
  if (label === 'none') await dropDatabase(control, name)
  await control.query(`create database ${name}`)
  await make(address)
  const made: Label = { fingerprint: fingerprint(), madeAt: new Date().toISOString() }
  await control.query(`comment on database ${name} is '${JSON.stringify(made)}'`)
  return address
}

/**
 * A database of a kind and a size, which `make` fills when there is none.
 * @returns its address
 * @throws when the kept one is for another schema, by another generator, or too old
 */
export async function provideDatabase(
  place: Place,
  kind: string,
  size: string,
  make: (connectionString: string) => Promise<void>,
): Promise<string> {
  const { control, server, kept } = place
  const own = `bench_${kind}_${size.toLowerCase()}_${process.pid}`
  if (!kept) {
    const address = await makeDatabase(control, server, own)
    await make(address)
    return address
  }
  const name = `kept_${kind}_${size.toLowerCase()}`
  const address = await keepDatabase(place, name, make)
  return kept === 'in place' ? address : makeDatabase(control, server, own, name)
}
