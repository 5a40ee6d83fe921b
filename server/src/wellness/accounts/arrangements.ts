import type { Arrangements } from '../../testing/arranged.ts'
import { newSession, signInAgain } from '../../testing/cast.ts'
import { call, granted, lastCode, newEmail } from '../../testing/kit.ts'
import { newUser, wellnessBase } from '../../testing/wellness.ts'
import { newSignUp, password } from '../../testing/wellness-rows.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  deleteSession: async (cast) => ({
    as: cast.user,
    params: { id: await newSession(cast, 'user', `${wellnessBase}/user/session`) },
  }),
  forgotPassword: () => ({ body: { email: newEmail() } }),
  getSessions: ({ user }) => ({ as: user }),
  login: ({ user }) => ({ body: { email: user.email, password: user.password } }),
  logout: async (cast) => ({ as: await signInAgain(cast, 'user'), body: {} }),
  refreshToken: async (cast) => ({ body: { refreshToken: (await signInAgain(cast, 'user')).refreshToken } }),
  resendOtp: () => ({ body: { email: newEmail() } }),
  resetPassword: async () => {
    const { email } = await newUser()
    await granted(call('POST', `${wellnessBase}/user/forgot-password`, { body: { email } }))
    return { body: { email, otp: await lastCode(email), newPassword: password } }
  },
  signUp: () => ({ body: { name: 'Ada', email: newEmail(), password } }),
  verifyUser: async () => {
    const email = await newSignUp()
    return { body: { email, otp: await lastCode(email) } }
  },
}
