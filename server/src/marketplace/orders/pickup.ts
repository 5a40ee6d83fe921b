import { createHmac } from 'node:crypto'
import type { Surroundings } from '../../platform/operation/work.ts'
import type { OrderRow } from './queries.ts'

/** After so many wrong codes an order takes none any more; the buyer confirms it then. */
export const mostWrongCodes = 10

/** Six digits that the buyer shows at the door. They are derived, so that no row has them. */
export function pickupCodeOf({ services }: Pick<Surroundings, 'services'>, { id }: Pick<OrderRow, 'id'>) {
  const mac = createHmac('sha256', services.settings.signingSecret).update(`pickup of order\n${id}`).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}
