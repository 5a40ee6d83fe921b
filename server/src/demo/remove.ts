import { sql } from 'kysely'
import { closeAccount as closeMember } from '../marketplace/accounts/public.ts'
import type { Db } from '../platform/db/database.ts'
import { verifyPassword } from '../platform/identity/passwords.ts'
import type { Person } from '../platform/identity/person.ts'
import type { Work } from '../platform/operation/work.ts'
import { closeAccount as closeUser } from '../wellness/accounts/public.ts'
import { dismissAdministrator } from '../wellness/admins/public.ts'
import { readTown } from './files.ts'

export interface OpenAccount extends Person {
  isStaff: boolean
}

const closing: Readonly<Record<Person['realm'], (work: Work, id: string) => Promise<void>>> = {
  marketplace: closeMember,
  'wellness-user': closeUser,
  'wellness-admin': dismissAdministrator,
}

/** The accounts of the demonstration town that its password opens, which everybody can read. */
export async function findOpenAccounts(db: Db): Promise<OpenAccount[]> {
  const { mailDomain, password } = readTown()
  const ofTown = sql`email_canonical like ${`%@${mailDomain}`}`
  const { rows } = await sql<OpenAccount & { hash: string }>`
    select 'marketplace' as realm, id, password_hash as hash, role <> 'user' as "isStaff"
      from marketplace.users where ${ofTown} and deleted_at is null and password_hash is not null
    union all
    select 'wellness-user', id, password_hash, false from wellness.users where ${ofTown} and password_hash is not null
    union all
    select 'wellness-admin', id, password_hash, true from wellness.admin where ${ofTown} and is_active`.execute(
    db,
  )
  // All of a town are filled in with one hash, so that one comparison does for most of them.
  const byHash = Map.groupBy(rows, ({ hash }) => hash)
  const open: OpenAccount[] = []
  for (const [hash, accounts] of byHash)
    if (await verifyPassword(password, hash))
      open.push(...accounts.map(({ realm, id, isStaff }) => ({ realm, id, isStaff })))
  return open
}

/** Closes them; what they offer is not shown any more. @returns how many there were. */
export async function closeDemoAccounts(work: Work): Promise<number> {
  const accounts = await findOpenAccounts(work.db)
  for (const { realm, id } of accounts) await closing[realm](work, id)
  if (accounts.length > 0) work.audit('demo', { accounts: accounts.length })
  return accounts.length
}
