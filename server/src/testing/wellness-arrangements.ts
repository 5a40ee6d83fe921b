import { newId } from '../platform/ids.ts'
import { notify } from '../wellness/notifications/public.ts'
import { buyOnAndroid, subscriptionNotice } from './android-notices.ts'
import { type Arrangements, newestOf } from './arranged.ts'
import { type Cast, newSession, signInAgain } from './cast.ts'
import * as exercises from './exercises.ts'
import { inProduct } from './jobs.ts'
import { call, granted, lastCode, newEmail, type TestPerson } from './kit.ts'
import { newUser, wellnessBase } from './wellness.ts'

const password = 'a quiet harbour at dusk'

async function newNotice({ user }: Cast): Promise<string> {
  const notice = { userId: user.id, category: 'GOAL', title: 'Well done', message: 'Three days.' } as const
  await inProduct('wellness', (work) => notify(work, [{ ...notice, sourceEvent: newId() }]))
  return newestOf(user, `${wellnessBase}/notification`)
}

async function newCatalogue({ wellnessAdministrator: as }: Cast) {
  const categoryId = await exercises.newCategory(as)
  const subCategoryId = await exercises.newSubCategory(as, categoryId)
  const exerciseId = await exercises.newExercise(as, categoryId, { subCategoryId })
  return { categoryId, subCategoryId, exerciseId }
}

const newIllustration = (as: TestPerson) => exercises.newMedia(as, 'waves', 'image/webp')

async function newCampaign({ wellnessAdministrator: as, user }: Cast): Promise<string> {
  const { headers } = await granted(
    call('POST', `${wellnessBase}/admin/notification`, { as, body: campaign(user) }),
  )
  return String(headers.location).split('/').at(-1) ?? ''
}

const campaign = ({ email }: TestPerson) => ({
  notificationType: 'IN_APP',
  subject: `News ${newId()}`,
  description: 'The sea is calm.',
  recipientType: 'CUSTOM',
  recipientEmail: [email],
})

async function newSignUp(): Promise<string> {
  const email = newEmail()
  await granted(call('POST', `${wellnessBase}/user/signup`, { body: { name: 'Ada', email, password } }))
  return email
}

export const wellnessArrangements: Arrangements = {
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
  getProfile: ({ user }) => ({ as: user }),
  adminGetProfile: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  adminLogin: ({ wellnessAdministrator: { email, password } }) => ({ body: { email, password } }),
  adminLogout: async (cast) => ({ as: await signInAgain(cast, 'wellnessAdministrator') }),
  adminRefreshToken: async (cast) => ({
    body: { refreshToken: (await signInAgain(cast, 'wellnessAdministrator')).refreshToken },
  }),
  deleteAllNotifications: ({ user }) => ({ as: user }),
  deleteNotification: async (cast) => ({
    as: cast.user,
    params: { notificationId: await newNotice(cast) },
  }),
  getNotificationCount: ({ user }) => ({ as: user }),
  getNotifications: ({ user }) => ({ as: user }),
  readAllNotifications: ({ user }) => ({ as: user }),
  readNotification: async (cast) => ({
    as: cast.user,
    params: { notificationId: await newNotice(cast) },
  }),
  getPushKey: ({ user }) => ({ as: user }),
  refreshPushToken: ({ user }) => ({ as: user, body: { deviceToken: newId(), deviceType: 'ANDROID' } }),
  getHello: () => ({}),
  getRoot: () => ({}),
  adminCreateExercise: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    const as = cast.wellnessAdministrator
    const title = `Exercise ${newId()}`
    const mediaKey = await exercises.newMedia(as, 'waves')
    const thumbnail = await newIllustration(as)
    return { as, body: { categoryId, subCategoryId, title, mediaType: 'AUDIO', mediaKey, thumbnail } }
  },
  adminCreateExerciseCategory: async ({ wellnessAdministrator: as }) => ({
    as,
    body: { name: `Category ${newId()}`, image: await newIllustration(as), icon: await newIllustration(as) },
  }),
  adminCreateExerciseSubCategory: async (cast) => {
    const { categoryId } = await newCatalogue(cast)
    const as = cast.wellnessAdministrator
    const pictures = { image: await newIllustration(as), icon: await newIllustration(as) }
    return { as, body: { categoryId, name: `Part ${newId()}`, ...pictures } }
  },
  adminGetExerciseCategories: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  adminGetExercises: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    return { as: cast.wellnessAdministrator, query: { categoryId, subCategoryId } }
  },
  getCategories: ({ user }) => ({ as: user }),
  getCategoryExercise: async (cast) => ({
    as: cast.user,
    params: { exerciseId: (await newCatalogue(cast)).exerciseId },
  }),
  getCategoryExercises: async (cast) => {
    const { categoryId, subCategoryId } = await newCatalogue(cast)
    return { as: cast.user, query: { categoryId, subCategoryId } }
  },
  getSubCategories: async (cast) => ({
    as: cast.user,
    query: { categoryId: (await newCatalogue(cast)).categoryId },
  }),
  getCompletedWellness: ({ user }) => ({ as: user }),
  getWellnessSessions: async (cast) => {
    const { categoryId, exerciseId } = await newCatalogue(cast)
    return { as: cast.user, query: { categoryId, exerciseId } }
  },
  recordWellnessSession: async (cast) => ({
    as: cast.user,
    query: { ...(await newCatalogue(cast)), userId: cast.user.id, feeling: 'calm' },
  }),
  adminCreateNotification: ({ wellnessAdministrator, user }) => ({
    as: wellnessAdministrator,
    body: campaign(user),
  }),
  adminGetNotification: async (cast) => ({
    as: cast.wellnessAdministrator,
    params: { id: await newCampaign(cast) },
  }),
  adminGetNotifications: ({ wellnessAdministrator }) => ({ as: wellnessAdministrator }),
  receiveAndroidWebhook: async () => subscriptionNotice((await buyOnAndroid()).token, 4),
}
