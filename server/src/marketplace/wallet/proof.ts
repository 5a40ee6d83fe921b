import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { greetingTo } from '../accounts/public.ts'
import { textsIn } from '../texts.ts'
import { wholeLedgerProved } from './announcements.ts'
import {
  addUpEntries,
  compareAccounts,
  type Difference,
  type EntrySpan,
  insertProof,
  type ProofRow,
  type ProofScope,
  selectAccountsAfter,
  selectAdministrators,
  selectBounds,
} from './proof-queries.ts'
import { isContradicted } from './report-queries.ts'
import { endStop, insertStop } from './stop-queries.ts'

const entriesAtOnce = 5000
const accountsAtOnce = 1000
const mostKept = 50

interface Seen {
  entries: number
  accounts: Set<string>
  differences: Difference[]
}

async function walkEntries(db: Work['db'], from: string): Promise<Seen> {
  const seen: Seen = { entries: 0, accounts: new Set(), differences: [] }
  for (let after: EntrySpan['after'] = null; ; ) {
    const part = await addUpEntries(db, { from, after, most: entriesAtOnce })
    seen.entries += part.seen
    seen.differences.push(...part.differences)
    for (const id of part.accounts) seen.accounts.add(id)
    after = part.last
    if (part.seen < entriesAtOnce) return seen
  }
}

/** Every account, or those that were moved since the last proof, some at a time. */
async function* accountsOf(db: Work['db'], scope: ProofScope, moved: ReadonlySet<string>) {
  if (scope === 'new') {
    const ids = [...moved]
    for (let at = 0; at < ids.length; at += accountsAtOnce) yield ids.slice(at, at + accountsAtOnce)
    return
  }
  for (let after = '0'; ; ) {
    const ids = await selectAccountsAfter(db, after, accountsAtOnce)
    if (ids.length > 0) yield ids
    after = ids.at(-1) ?? after
    if (ids.length < accountsAtOnce) return
  }
}

/**
 * Shows that the lines of each entry sum to zero, and that each balance is the sum of its lines: of the whole ledger,
 * or of what no proof has seen. Money that does not add up is stopped, and administrators are told.
 */
export async function proveLedger(work: Work, scope: ProofScope): Promise<ProofRow> {
  const { db, clock } = work
  const startedAt = clock.now()
  const { from, through } = await selectBounds(db, scope)
  const { entries, accounts: moved, differences } = await walkEntries(db, from)
  let accounts = 0
  for await (const ids of accountsOf(db, scope, moved)) {
    accounts += ids.length
    differences.push(...(await compareAccounts(db, ids)))
  }
  const proof = {
    id: newId(),
    scope,
    started_at: startedAt,
    finished_at: clock.now(),
    entries,
    accounts,
    differences: differences.slice(0, mostKept),
  }
  await insertProof(db, { ...proof, through })
  if (differences.length > 0) await stopMoney(work, proof.id, differences)
  // Only a look at everything can say that what was wrong is right again.
  else if (scope === 'all' && !(await isContradicted(db)) && (await endStop(work, null)))
    work.services.log.warn({ proof: proof.id }, 'the ledger adds up again: money moves')
  if (scope === 'all') await work.announce(wholeLedgerProved, { proofId: proof.id })
  return proof
}

async function stopMoney(work: Work, proofId: string, differences: readonly Difference[]): Promise<void> {
  const { services, publicUrl } = work
  services.log.error({ proof: proofId, differences: differences.slice(0, 5) }, 'the ledger does not add up')
  if (!(await insertStop(work, { id: newId(), proofId }))) return
  const url = `${publicUrl}/admin/ledger`
  for (const person of await selectAdministrators(work.db)) {
    const { subject, text } = textsIn(person.language).booksDiffer
    await work.mail({
      to: person.email,
      subject,
      text: `${greetingTo(person)}${text(differences.length, url)}`,
    })
  }
}
