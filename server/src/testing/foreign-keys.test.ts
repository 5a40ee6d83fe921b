import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { world } from './kit.ts'

/** What finds its rows all the same, and why. */
const served: Record<string, string> = {
  'wellness.push.campaign_id, address, channel': 'the channel of a push message is always the same',
}

test('every foreign key has an index that begins with its columns', async () => {
  const { host } = await world()
  // A partial index serves only if its condition follows from the column having a value.
  const { rows } = await sql<{ key: string }>`
    select c.conrelid::regclass || '.' || (
      select string_agg(a.attname, ', ' order by array_position(c.conkey, a.attnum))
      from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as key
    from pg_constraint c
    where c.contype = 'f' and c.connamespace::regnamespace::text in ('platform', 'marketplace', 'wellness')
      and not exists (
        select 1 from pg_index i
        where i.indrelid = c.conrelid and i.indisvalid
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) in (
            select '(' || a.attname || ' IS NOT NULL)' from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey))))
    order by 1`.execute(host.services.db)
  expect(rows.map(({ key }) => key).filter((key) => !(key in served))).toEqual([])
})
