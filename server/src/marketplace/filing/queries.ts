import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { lockCategory } from '../categories/public.ts'

export interface Contents {
  posts: number
  sub_categories: number
}

/**
 * What stands directly in a category, and what is on its way there. Locks it first, so that
 * listings which are just being written are waited for and counted.
 */
export async function lockAndCount(db: Db, id: string): Promise<Contents> {
  await lockCategory(db, id)
  const { rows } = await sql<Contents>`
    with here as materialized (
      select array_agg(id) as ids from marketplace.category where id = ${id} or merged_into = ${id}
    )
    select (select count(*) from marketplace.post, here where (category_id = any(ids) or sub_category_id = any(ids)) and status <> 'deleted') as posts,
      (select count(*) from marketplace.category where parent_id = ${id} and deleted_at is null) as sub_categories`.execute(
    db,
  )
  return rows[0] ?? { posts: 0, sub_categories: 0 }
}
