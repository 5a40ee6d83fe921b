import type { Services } from '../services.ts'
import type { KeptCards } from './kept-cards.ts'
import { platformItself, transact } from './transact.ts'

const most = 2000

/** Makes every card of a kind anew that is out of date, some in one transaction. @returns how many */
export async function refreshAll(services: Services, cards: KeptCards): Promise<number> {
  let count = 0
  for (let made = most; made === most; count += made)
    made = await transact(services, platformItself, ({ db }) => cards.refresh(db, most))
  return count
}

/** Makes every card of a kind anew; until it is, its row is shown. @returns how many */
export async function rebuildAll(services: Services, cards: KeptCards): Promise<number> {
  await cards.outdateAll(services.db)
  return refreshAll(services, cards)
}
