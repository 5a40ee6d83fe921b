// Records the migrations that a release ships: from then on they never change.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrations } from '../server/src/platform/db/migrate.ts'

const file = path.join(import.meta.dirname, '../server/migrations/released.json')
const released = Object.fromEntries(readMigrations().map(({ name, checksum }) => [name, checksum]))
writeFileSync(file, `${JSON.stringify(released, null, 2)}\n`)
console.log(`${Object.keys(released).length} migrations are released.`)
