import { newId } from '../platform/ids.ts'
import { type Arrangements, newestOf } from './arranged.ts'
import { type Cast, newSession, signInAgain } from './cast.ts'
import { newCategory } from './categories.ts'
import { send } from './chat.ts'
import { call, granted, lastCode, newEmail, newMember, type TestPerson } from './kit.ts'
import { newHeldPost, newPost, update } from './posts.ts'
import { newMemberWithCode, newPicture, newResetToken } from './users.ts'

const password = 'a quiet harbour at dusk'
const location = { type: 'Point', coordinates: [13.4, 52.5] }
const news = { title: 'Town news', message: 'The market opens early.' }

const uploadIn = (url: string) => url.split('/media/')[1]?.split('/')[0] ?? ''
const pictureOf = async (person: TestPerson) => uploadIn(await newPicture(person.id))

async function newTree(): Promise<{ category_id: string; sub_category_id: string }> {
  const parent = await newCategory()
  const child = await newCategory({ parent_id: parent._id })
  return { category_id: parent._id, sub_category_id: child._id }
}

async function newRoom({ member, partner }: Cast): Promise<string> {
  const { _id } = await newPost(partner)
  const { body } = await granted(
    call('POST', '/api/v1/chat-mgt/create-chatroom', {
      as: member,
      body: { user_id: partner.id, product_id: _id },
    }),
  )
  return body.data._id
}

const newMessage = async (as: TestPerson, roomId: string): Promise<string> =>
  (await granted(send(as, roomId, 'Is it still there?'))).body.data._id

async function newPurchase({ member }: Cast): Promise<string> {
  const { headers } = await granted(
    call('POST', '/api/v1/purchase-tool/creation', {
      as: member,
      body: {
        user_id: member.id,
        title: 'Lamp',
        price: 4,
        product_image: [],
        condition: 'good',
        search_id: `search ${newId()}`,
      },
    }),
  )
  return String(headers['x-listing-id'])
}

export const marketplaceArrangements: Arrangements = {
  adminAddCategory: async ({ administrator }) => ({
    as: administrator,
    body: { name: `Category ${newId()}`, parent_id: (await newCategory())._id },
  }),
  adminAddSubCategory: async ({ administrator }) => ({
    as: administrator,
    body: { name: `Category ${newId()}`, category_id: (await newCategory())._id },
  }),
  adminDeleteCategory: async ({ administrator }) => ({
    as: administrator,
    params: { category_id: (await newCategory())._id },
    query: { move_to: (await newCategory())._id },
  }),
  adminUpdateCategory: [
    async ({ administrator }) => ({
      as: administrator,
      params: { category_id: (await newCategory())._id },
      body: { name: `Category ${newId()}`, parent_id: (await newCategory())._id },
    }),
    async ({ administrator }) => ({
      as: administrator,
      params: { category_id: (await newCategory())._id },
      body: { merge_into: (await newCategory())._id },
    }),
  ],
  createSetupIntent: ({ member }) => ({ as: member, body: { usage: 'on_session' } }),
  getCategories: ({ member }) => ({ as: member, query: { q: 'chair' } }),
  getCategoryTree: async ({ member }) => ({
    as: member,
    query: { parent_id: (await newTree()).category_id },
  }),
  createChatroom: async ({ member, partner }) => ({
    as: member,
    body: { user_id: partner.id, product_id: (await newPost(partner))._id },
  }),
  deleteMessage: async (cast) => ({
    as: cast.member,
    params: { message_id: await newMessage(cast.member, await newRoom(cast)) },
  }),
  getChatRooms: ({ member }) => ({ as: member }),
  getChatroomBlockStatus: async (cast) => ({ as: cast.member, params: { chatroom_id: await newRoom(cast) } }),
  getMessages: async (cast) => {
    const room = await newRoom(cast)
    for (const as of [cast.partner, cast.member]) await newMessage(as, room)
    return { as: cast.member, body: { chatroom_id: room } }
  },
  sendMessage: async (cast) => {
    const room = await newRoom(cast)
    const media = [await pictureOf(cast.member)]
    return {
      as: cast.member,
      body: { chatroom_id: room, messageText: 'Yes', media, reply_to: await newMessage(cast.partner, room) },
    }
  },
  updateBlockStatus: async (cast) => ({
    as: cast.member,
    body: { chatroom_id: await newRoom(cast), is_blocked: false },
  }),
  confirmMedia: async ({ member }) => ({ as: member, body: { upload_id: await pictureOf(member) } }),
  createPreAssignedUrls: ({ member }) => ({
    as: member,
    body: { files: [{ name: 'chair.jpg', content_type: 'image/jpeg', size: 4000, purpose: 'post' }] },
  }),
  getMedia: async ({ member }) => ({ as: member, params: { upload_id: await pictureOf(member) } }),
  createUser: () => ({
    body: { name: 'Ada', email: newEmail(), password, agree: 'true', fcm_token: null, location },
  }),
  deleteSession: async (cast) => ({
    as: cast.member,
    params: { id: await newSession(cast, 'member', '/api/v1/usr-mgt/sessions') },
  }),
  forgotPassword: () => ({ body: { email: newEmail() } }),
  getAllUsers: ({ member, partner }) => ({ as: member, query: { search: partner.email } }),
  getProfile: ({ member }) => ({ as: member }),
  getProfileForWeb: ({ member, partner }) => ({ as: member, params: { user_id: partner.id } }),
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
  adminBroadcastNotification: ({ administrator }) => ({
    as: administrator,
    body: { sendTutorial: false, sendBreakingNews: true, breakingNews: news },
  }),
  dismissNotification: async ({ member }) => ({
    as: member,
    params: {
      id: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
    query: { undo: true },
  }),
  getNotifications: ({ member }) => ({ as: member, query: { include_dismissed: true } }),
  getUnreadCount: ({ member }) => ({ as: member }),
  readAllNotifications: async ({ member }) => ({
    as: member,
    body: {
      before: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
  }),
  readNotification: async ({ member }) => ({
    as: member,
    params: {
      id: await newestOf(
        member,
        '/api/v1/notification-mgt/get-notifications?category=system&include_dismissed=true',
      ),
    },
    body: { read: true },
  }),
  sendContentViolation: async ({ moderator, member }) => ({
    as: moderator,
    body: {
      recipient: member.id,
      reference: { model: 'post', id: (await newPost(member))._id },
      rule: 'no-spam',
      message: 'Please do not repeat it.',
      action: 'warn',
    },
  }),
  addPost: async ({ member }) => ({
    as: member,
    body: {
      ...(await newTree()),
      title: `Oak chair ${newId()}`,
      price: 20,
      media: { photoUrl: [await newPicture(member.id)] },
    },
  }),
  favouritePost: async ({ member, partner }) => ({
    as: member,
    body: { post_id: (await newPost(partner))._id },
  }),
  getFavourites: ({ member }) => ({ as: member }),
  getMyPosts: ({ member }) => ({ as: member }),
  getPostDetail: async ({ member, partner }) => ({
    as: member,
    params: { post_id: (await newPost(partner))._id },
  }),
  getPostHistory: async ({ member }) => {
    const { _id } = await newPost(member)
    for (const price of [19, 18]) await granted(update(member, _id, { price }))
    return { as: member, params: { post_id: _id } }
  },
  getPostReviews: async ({ moderator, member }) => {
    for (const _ of [1, 2]) await newHeldPost(member)
    return { as: moderator }
  },
  getPosts: async ({ member }) => ({ as: member, query: await newTree() }),
  reviewPost: async ({ moderator, member }) => ({
    as: moderator,
    params: { post_id: (await newHeldPost(member))._id },
    body: { decision: 'decline', message: 'This is another thing: make a new listing of it.' },
  }),
  searchPosts: async ({ member }) => ({ as: member, query: { ...(await newTree()), q: 'chair' } }),
  updatePost: async ({ member }) => ({
    as: member,
    params: { post_id: (await newPost(member))._id },
    body: {
      ...(await newTree()),
      title: `Oak table ${newId()}`,
      media: { photoUrl: [await newPicture(member.id)] },
    },
  }),
  updateSoldType: async ({ member, partner }) => {
    const { _id } = await newPost(member)
    const about = { user_id: member.id, product_id: _id }
    await granted(call('POST', '/api/v1/chat-mgt/create-chatroom', { as: partner, body: about }))
    return { as: member, body: { post_id: _id, sold_type: 'sold_here', buyer_id: partner.id } }
  },
  createPurchaseListing: ({ member }) => ({
    as: member,
    body: {
      user_id: member.id,
      title: 'Lamp',
      price: 4,
      product_image: [],
      condition: 'good',
      search_id: `search ${newId()}`,
    },
  }),
  editPurchaseListing: async (cast) => ({
    as: cast.member,
    params: { id: await newPurchase(cast) },
    body: { notes: 'bought at the harbour' },
  }),
  getPurchaseListing: async (cast) => ({ as: cast.member, params: { id: await newPurchase(cast) } }),
  getPurchaseListings: ({ member }) => ({ as: member }),
  markPurchaseListingSold: async (cast) => ({
    as: cast.member,
    body: { listing_id: await newPurchase(cast), sold_price: 9 },
  }),
  removePurchaseListing: async (cast) => ({ as: cast.member, params: { id: await newPurchase(cast) } }),
}
