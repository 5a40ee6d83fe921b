import type { Db } from '../../platform/db/database.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import { clientSecretOf } from './action-secret.ts'
import { pageIfOpen } from './hosted.ts'
import { selectHostedNotices } from './hosted-queries.ts'
import { selectOwnPayment } from './payment-queries.ts'
import { noSuchPayment } from './problems.ts'
import { presentPayment } from './shapes.ts'

/** A payment as its payer sees it, with what they go on by while somebody waits for them. @throws NO_SUCH_PAYMENT */
export async function readOwnPayment(
  { db, ...surroundings }: Pick<Surroundings, 'services'> & { db: Db },
  { id, payerId }: { id: string; payerId: string },
) {
  const [row, told] = await Promise.all([selectOwnPayment(db, id, payerId), selectHostedNotices(db, id)])
  if (!row) throw noSuchPayment()
  return {
    ...presentPayment(row),
    purpose: row.purpose_kind,
    purpose_id: row.purpose_id,
    client_secret: clientSecretOf(surroundings, row),
    // Who has paid there already, and waits as we do, is not led there once more.
    approval_url: told.length === 0 ? pageIfOpen(surroundings, row) : null,
  }
}
