import { seal, unsealOwn } from '../../platform/identity/sealing.ts'
import type { Surroundings } from '../../platform/operation/work.ts'
import type { PaymentRow } from './payment-queries.ts'

type Sealing = Pick<Surroundings, 'services'>

const contextOf = (paymentId: string) => `answer to the bank ${paymentId}`

/** What lets the payer of a payment answer their bank, as it is kept: a copy of the database lets nobody. */
export const sealedSecret = ({ services }: Sealing, paymentId: string, clientSecret: string): Buffer =>
  seal(services.settings.signingSecret, contextOf(paymentId), Buffer.from(clientSecret))

export const clientSecretOf = (
  { services }: Sealing,
  { id, action_secret: sealed }: Pick<PaymentRow, 'id' | 'action_secret'>,
): string | null => sealed && unsealOwn(services.settings, contextOf(id), sealed).toString()
