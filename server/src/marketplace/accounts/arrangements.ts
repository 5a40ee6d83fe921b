import { newId } from '../../platform/ids.ts'
import type { Arrangements } from '../../testing/arranged.ts'
import { newSession, signInAgain } from '../../testing/cast.ts'
import { call, granted, lastCode, newEmail, newMember, signedIn, world } from '../../testing/kit.ts'
import { location, password } from '../../testing/marketplace-rows.ts'
import { comeBackFromGoogle, nonceOf } from '../../testing/social.ts'
import { newMemberWithCode, newPicture, newResetToken } from '../../testing/users.ts'

/** A call that succeeds, for each operation. */
export const arrangements: Arrangements = {
  changeToolPassword: async () => {
    const as = await newMember()
    // Nobody else's is the same, or whoever is admitted as well would have changed theirs.
    const [mailed, own] = [await newResetToken(as.email), `${password} ${newId()}`]
    await granted(
      call('POST', '/api/v1/usr-mgt/reset-password', { body: { reset_token: mailed, password: own } }),
    )
    const body = { current_password: own, new_password: `${own} of today` }
    return { as: await signedIn({ ...as, password: own }), body }
  },
  createUser: () => ({
    body: { name: 'Ada', email: newEmail(), password, agree: 'true', fcm_token: null, location },
  }),
  deleteSession: async (cast) => ({
    as: cast.member,
    params: { id: await newSession(cast, 'member', '/api/v1/usr-mgt/sessions') },
  }),
  exchangeSocialCode: async () => {
    const { state, code } = await comeBackFromGoogle()
    return { body: { state, code } }
  },
  finishAppleLogin: () => ({ body: { error: 'user_cancelled_authorize' } }),
  finishGoogleLogin: async () => ({ query: await comeBackFromGoogle() }),
  forgotPassword: () => ({ body: { email: newEmail() } }),
  getSocialProviders: () => ({}),
  guestSignup: () => ({ body: { device_id: `device-${newId()}` } }),
  forgotToolPassword: () => ({ body: { email: newEmail() } }),
  getSessions: ({ member }) => ({ as: member }),
  login: ({ member }) => ({ body: { email: member.email, password: member.password } }),
  logout: async (cast) => ({ as: await signInAgain(cast, 'member'), body: {} }),
  refreshToken: async (cast) => ({
    body: { refresh_token: (await signInAgain(cast, 'member')).refreshToken },
  }),
  resetPassword: async () => ({
    body: { reset_token: await newResetToken((await newMember()).email), password },
  }),
  resetToolPassword: async () => ({
    body: { token: await newResetToken((await newMember()).email), password: `${password} anew` },
  }),
  socialLogin: async () => {
    const { identities } = await world()
    return {
      body: { provider: 'google', id_token: await identities.idToken('google'), name: 'Ada', agree: 'true' },
    }
  },
  startSocialLogin: () => ({ params: { provider: 'google' }, query: { nonce: nonceOf('n-1') } }),
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
