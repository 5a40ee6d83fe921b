import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPool } from '../platform/db/database.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { checkOutcomes, heldAllOf, serverSource } from './outcomes.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    server: string
    template: string
    ledger: string
    /** Goes with everything in it when the run has ended. */
    folder: string
  }
}

/** Whether a run may be of tests below one of these folders, going by the paths that it was called with. */
export function asksFor(...folders: readonly ('server' | 'acceptance' | 'web')[]): boolean {
  const asked = process.argv.flatMap(
    (word) => /^(?:\.\/)?(server|acceptance|web)(?:\/|$)/.exec(word)?.[1] ?? [],
  )
  return asked.length === 0 || folders.some((folder) => asked.includes(folder))
}

const unsafeButFast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/** One database server for the run, one migrated template that every worker copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-test-'))
  // PostgreSQL, which root starts as somebody else, keeps its files in here, too.
  chmodSync(directory, 0o711)
  project.provide('folder', directory)
  let embedded: EmbeddedDatabase | undefined
  let server = process.env.TEST_DATABASE_URL
  if (!server) {
    embedded = await startEmbeddedDatabase({ directory, settings: unsafeButFast })
    server = embedded.connectionString
  }
  const template = `plaza_template_${process.pid}`
  await administer(server, `create database ${template} template template0`)
  const pool = openPool({ connectionString: inDatabase(server, template), size: 2 })
  await migrate(pool)
  await pool.end()
  project.provide('server', server)
  project.provide('template', template)
  const ledger = path.join(directory, 'outcomes')
  mkdirSync(ledger)
  project.provide('ledger', ledger)
  return async () => {
    if (embedded) await embedded.stop()
    else await dropCopies(server, template)
    try {
      if (heldAllOf(project, serverSource)) checkOutcomes(ledger)
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
    }
  }
}

async function dropCopies(server: string, template: string): Promise<void> {
  const { rows } = await administer(
    server,
    `select datname from pg_database where datname like '${template}%'`,
  )
  for (const { datname } of rows) await administer(server, `drop database if exists ${datname} with (force)`)
}

export function inDatabase(server: string, name: string): string {
  return server.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`)
}

export async function administer(server: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
