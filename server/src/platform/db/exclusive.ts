import pg from 'pg'

/**
 * Runs `work` while no process of the same database runs any of the same name; the others wait
 * for their turn, however long it takes. Its connection has none of the pool's time limits.
 */
export async function exclusively<T>(
  pool: pg.Pool,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: pool.options.connectionString, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`plaza ${name}`])
    return await work(client)
  } finally {
    // The lock goes with the connection.
    await client.end()
  }
}
