import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { SocialIdentity, SocialProvider } from '../../platform/social/port.ts'

type Named = Pick<SocialIdentity, 'provider' | 'subject'>

/** One after the other for somebody whom a provider knows. @returns the id of their account here, if they have one. */
export async function lockIdentity(db: Db, { provider, subject }: Named): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${provider} ${subject}`}, 49))`.execute(db)
  const { rows } = await sql<{ userId: string }>`
    select i.user_id as "userId" from marketplace.identity i join marketplace.users u on u.id = i.user_id
    where i.provider = ${provider} and i.subject = ${subject} and u.status <> 'deleted'`.execute(db)
  return rows[0]?.userId
}

/** Whose account it is that a provider knows; of an account that is gone it can be anybody's anew. */
export async function keepIdentity(
  db: Db,
  userId: string,
  { provider, subject }: Named,
  at: Date,
): Promise<void> {
  await sql`
    insert into marketplace.identity as kept (provider, subject, user_id, linked_at, last_used_at)
    values (${provider}, ${subject}, ${userId}, ${at}, ${at})
    on conflict (provider, subject) do update set user_id = excluded.user_id, last_used_at = excluded.last_used_at,
      linked_at = case when kept.user_id = excluded.user_id then kept.linked_at else excluded.linked_at end`.execute(
    db,
  )
}

/** By what an account is known elsewhere is forgotten. @returns to whom it was known */
export async function deleteIdentities(db: Db, userId: string): Promise<SocialProvider[]> {
  const { rows } = await sql<{ provider: SocialProvider }>`
    delete from marketplace.identity where user_id = ${userId} returning provider`.execute(db)
  return [...new Set(rows.map(({ provider }) => provider))].toSorted()
}
