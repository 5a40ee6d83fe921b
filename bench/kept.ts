// What the product keeps for its reads beside the rows, made by its own code as its jobs would.
import { type Host, modules } from '../server/src/host.ts'
import { refreshComparablesOf } from '../server/src/marketplace/posts/comparables.ts'
import { writeRanks } from '../server/src/marketplace/ranking/snapshots.ts'
import { refreshAll } from '../server/src/platform/operation/rebuild-cards.ts'
import { platformItself, transact } from '../server/src/platform/operation/transact.ts'

const categoriesAtOnce = 50
/** One makes cards while PostgreSQL works for another; none takes what another has locked. */
const makers = 2

/** Makes the cards and comparables of listings that were written without them, and ranks them. */
export async function keepForReading({ services }: Host): Promise<void> {
  for (const { cards } of modules)
    for (const kind of cards)
      await Promise.all(Array.from({ length: makers }, () => refreshAll(services, kind)))
  const refresh = () =>
    transact(services, platformItself, (work) => refreshComparablesOf(work, categoriesAtOnce))
  while ((await refresh()) === categoriesAtOnce);
  await transact(services, platformItself, writeRanks)
}
