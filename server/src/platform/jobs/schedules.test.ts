import { sql } from 'kysely'
import { afterAll, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openHost } from '../../host.ts'
import { eventually } from '../../testing/kit.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'

afterAll(closeWorld)

test('what came due while no process worked is made up for', async () => {
  const { host, connectionString, dataDir } = await worldWith({})
  const { db } = host.services
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const before = await openHost({ config, connectionString })
  await before.close()
  await sql`update pgboss.version set cron_on = now() - interval '1 day'`.execute(db)
  await sql`update pgboss.schedule set created_on = now() - interval '2 days'`.execute(db)
  const after = await openHost({ config, connectionString })
  onTestFinished(() => after.close())
  const daily = 'marketplace.recompute-trust'
  await eventually(async () => {
    const { rows } = await sql`select 1 from pgboss.job where data->>'name' = ${daily}`.execute(db)
    return rows[0]
  })
})
