import type { Arrangements } from '../../testing/arranged.ts'
import { signInAgain } from '../../testing/cast.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  adminGetProfile: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  adminLogin: ({ wellnessAdministrator: { email, password } }) => ({ body: { email, password } }),
  adminLogout: async (cast) => ({ as: await signInAgain(cast, 'wellnessAdministrator') }),
  adminRefreshToken: async (cast) => ({
    body: { refreshToken: (await signInAgain(cast, 'wellnessAdministrator')).refreshToken },
  }),
}
