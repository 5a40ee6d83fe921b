import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Quotas } from './features.ts'

export interface PlanRow {
  id: string
  key: string
  version: number
  name: string
  price_minor: number
  currency: string
  months: number
  trial_days: number
  quotas: Quotas
  store_products: string[]
  is_offered: boolean
  is_newest: boolean
  created_at: Date
}

/** What everybody has who has no other. */
export const freeKey = 'free'

/** The newest version of each plan, the cheapest first; there are few. */
export async function selectPlans(db: Db, { onlyOffered }: { onlyOffered: boolean }): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select * from marketplace.plan where is_newest and (is_offered or not ${onlyOffered})
    order by price_minor, key`.execute(db)
  return rows
}

export async function findPlan(db: Db, id: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`select * from marketplace.plan where id = ${id}`.execute(db)
  return rows[0]
}

/** A plan as it is now. */
export async function selectNewest(db: Db, key: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select * from marketplace.plan where key = ${key} and is_newest`.execute(db)
  return rows[0]
}

/** The plan that shops of phones sell under a name. */
export async function selectPlanOfProduct(db: Db, product: string): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select * from marketplace.plan where is_newest and ${product} = any(store_products) order by key limit 1`.execute(
    db,
  )
  return rows[0]
}

export type NewPlan = Omit<PlanRow, 'version' | 'is_newest'>

/** Puts a new version in the place of the newest one. Those who change plans do so one after the other. */
export async function insertPlanVersion(db: Db, plan: NewPlan): Promise<PlanRow> {
  await sql`select pg_advisory_xact_lock(hashtext('marketplace.plan'))`.execute(db)
  await sql`update marketplace.plan set is_newest = false where key = ${plan.key} and is_newest`.execute(db)
  const { rows } = await sql<PlanRow>`
    insert into marketplace.plan (id, key, version, name, price_minor, currency, months, trial_days, quotas, store_products, is_offered, is_newest, created_at)
    select ${plan.id}, ${plan.key}, coalesce(max(version), 0) + 1, ${plan.name}, ${plan.price_minor}, ${plan.currency},
      ${plan.months}, ${plan.trial_days}, ${JSON.stringify(plan.quotas)}::jsonb, ${plan.store_products}, ${plan.is_offered}, true, ${plan.created_at}
    from marketplace.plan where key = ${plan.key} returning *`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the plan that was just written is not there')
  return row
}
