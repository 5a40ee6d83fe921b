import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newSession, signInAgain } from '../../testing/cast.ts'
import { call, granted, lastCode, newEmail, newMember } from '../../testing/kit.ts'
import { location, password } from '../../testing/marketplace-rows.ts'
import { newMemberWithCode, newPicture, newResetToken } from '../../testing/users.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  createUser: () => ({
    body: { name: 'Ada', email: newEmail(), password, agree: 'true', fcm_token: null, location },
  }),
  deleteSession: async (cast) => ({
    as: cast.member,
    params: { id: await newSession(cast, 'member', '/api/v1/usr-mgt/sessions') },
  }),
  forgotPassword: () => ({ body: { email: newEmail() } }),
  getSessions: ({ member }) => ({ as: member }),
  login: ({ member }) => ({ body: { email: member.email, password: member.password } }),
  logout: async (cast) => ({ as: await signInAgain(cast, 'member'), body: {} }),
  refreshToken: async (cast) => ({
    body: { refresh_token: (await signInAgain(cast, 'member')).refreshToken },
  }),
  resetPassword: async () => ({
    body: { reset_token: await newResetToken((await newMember()).email), password },
  }),
  updateUser: async ({ member }) => ({
    as: member,
    body: { bio: `About me ${newId()}`, profile_photo_url: await newPicture(member.id) },
  }),
  validateOtp: async () => {
    const { email } = await newMember()
    await granted(call('POST', '/api/v1/usr-mgt/forgot-password', { body: { email } }))
    return { body: { email, otp: await lastCode(email) } }
  },
  verifyUser: async () => {
    const { email, code } = await newMemberWithCode()
    return { body: { email, otp: code } }
  },
}
