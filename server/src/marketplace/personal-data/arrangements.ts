import type { Arrangements } from '../../testing/arranged.ts'
import { call, granted, newMember } from '../../testing/kit.ts'

/** Somebody of their own, since wrong passwords lock an account for a while. */
const newOwner = async () => {
  const as = await newMember()
  return { as, body: { password: as.password } }
}
const newLeaver = async () => {
  const { as, body } = await newOwner()
  return { as, body: { ...body, preview: true } }
}

/** A call that succeeds, for each operation; nobody leaves by it who is needed later. */
export const arrangements: Arrangements = {
  deleteAccount: newLeaver,
  exportPersonalData: newOwner,
  getPersonalDataExport: async () => {
    const { as, body } = await newOwner()
    await granted(call('POST', '/api/v1/usr-mgt/export', { as, body }))
    return { as }
  },
  getReceiptKey: () => ({}),
  removeToolAccount: newLeaver,
}
