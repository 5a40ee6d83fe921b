// Parse Server, which many would take instead: the same rows in the same PostgreSQL, its packages installed
// beside this file only when it is asked for.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { insertRows } from '../../../bulk.ts'
import { type Running, startPeer } from '../../../servers.ts'
import { listingDays, listingOf, type Size } from '../../../town.ts'

const folder = import.meta.dirname
const applicationId = 'bench'
const masterKey = 'bench-master'

export const parseHeaders = { 'x-parse-application-id': applicationId }

/** @throws when npm cannot install them. */
export function installParse(): void {
  if (existsSync(path.join(folder, 'node_modules', 'parse-server'))) return
  console.log('Installing Parse Server …')
  // npm itself is not measured, and knows from the environment where packages come from.
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('Parse Server could not be installed; the lines above say why.')
}

/** @returns whether the place of a listing can be asked for. */
export async function makePostgis(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_available_extensions where name = 'postgis'`)
  if (rowCount === 0) return false
  await client.query('create extension postgis')
  return true
}

export async function startParse(
  name: string,
  { connectionString, poolSize, cwd }: { connectionString: string; poolSize: number; cwd: string },
): Promise<Running> {
  const { host, port, user, database } = new pg.Client({ connectionString })
  // It writes its log into the folder that it is started in.
  return startPeer(name, path.join(folder, 'start.mjs'), cwd, {
    DATABASE_HOST: host,
    DATABASE_PORT: String(port),
    DATABASE_USER: user ?? '',
    DATABASE_NAME: database ?? '',
    POOL_SIZE: String(poolSize),
    APPLICATION_ID: applicationId,
    MASTER_KEY: masterKey,
    NODE_ENV: 'production',
  })
}

const everybody = { '*': true }
const fields = (types: Record<string, string>) =>
  Object.fromEntries(Object.entries(types).map(([field, type]) => [field, { type }]))
const classes = [
  { className: 'Person', fields: fields({ name: 'String', photo: 'String' }) },
  {
    className: 'Listing',
    fields: {
      author: { type: 'Pointer', targetClass: 'Person' },
      ...fields({
        title: 'String',
        description: 'String',
        currency: 'String',
        condition: 'String',
        place: 'String',
      }),
      ...fields({
        category: 'Number',
        price: 'Number',
        isOpen: 'Boolean',
        location: 'GeoPoint',
        media: 'Object',
      }),
    },
  },
]

/** Has Parse Server make its tables, and fills them with the listings of the other data sets. */
export async function fillParse(client: pg.ClientBase, port: number, size: Size, at: Date): Promise<void> {
  for (const each of classes) {
    const reply = await fetch(`http://127.0.0.1:${port}/parse/schemas/${each.className}`, {
      method: 'POST',
      headers: { ...parseHeaders, 'x-parse-master-key': masterKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...each,
        classLevelPermissions: { find: everybody, get: everybody, create: everybody, update: everybody },
      }),
    })
    if (!reply.ok) throw new Error(`Parse Server: ${reply.status} ${await reply.text()}`)
  }
  const now = `timestamptz '${at.toISOString()}'`
  await client.query(
    `insert into "Person" ("objectId", "createdAt", "updatedAt", name, photo, _rperm, _wperm)
     select 'u' || n, ${now}, ${now}, 'Person ' || n, 'https://pictures.example/' || n || '.webp', '{*}', '{*}'
     from generate_series(0, ${size.people - 1}::bigint) n`,
  )
  await insertRows(
    client,
    `insert into "Listing" ("objectId", "createdAt", "updatedAt", author, category, title, description, price, currency, condition,
       "isOpen", location, place, media, _rperm, _wperm)
     select 'p' || n, published, published, 'u' || author, category, title, description, "priceMinor", 'EUR', condition, not "isSold",
       point((place->>'longitude')::float8, (place->>'latitude')::float8), place->>'name',
       jsonb_build_object('photos', (select jsonb_agg('https://pictures.example/' || n || '/' || p || '.webp') from generate_series(1, photos) p)),
       '{*}', '{*}'
     from json_to_recordset($1::json) r (n bigint, author bigint, category int, title text, description text, "priceMinor" bigint,
       condition text, "isSold" boolean, photos int, place json)
     cross join lateral (select ${now} - (${size.listings} - n) * interval '${listingDays} days' / ${size.listings} as published) t`,
    size.listings,
    (n) => listingOf(n, size),
  )
  await client.query('create index on "Listing" (category, "isOpen", "createdAt" desc)')
  await client.query('analyze')
}

/** Of the places, when there is PostGIS. */
export const indexPlaces = (client: pg.ClientBase) =>
  client.query('create index on "Listing" using gist ((location::geometry))')
