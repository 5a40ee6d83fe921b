import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConfigKeys, allOperations } from '../host.ts'
import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { ownLimitsOf } from '../platform/operation/operation.ts'
import { anonymousPerMinute, readsPerMinute, writesPerMinute } from '../platform/system-config/keys.ts'
import { keyOfLimit } from '../platform/system-config/operation-limits.ts'
import { addDays } from '../wellness/days/public.ts'
import { nothingFor } from './arrangements.ts'
import { type Cast, callerFor, newCast } from './cast.ts'
import { newGoal } from './goals.ts'
import {
  type Answer,
  call,
  eventually,
  expectProblem,
  granted,
  newAddress,
  newEmail,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from './kit.ts'
import { nextDigits } from './payouts.ts'
import { newPost } from './posts.ts'
import { countMails, hashOf, newMemberWithCode, wrongCode } from './users.ts'
import { newUser, newWellnessAdmin, wellnessBase } from './wellness.ts'
import { closeWorld, openApp, type World, worldWith } from './world.ts'

/** Each limit that there is, exceeded, and set anew while the server runs, in two processes. */

/** Nothing ends by itself while it is looked at. */
function standingClock(): World['clock'] {
  const start = Date.now()
  let at = start
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms
    },
    offsetMs: () => at - start,
  }
}

let admin: TestPerson
let cast: Cast
/** Another process, with what it keeps of its own. */
let elsewhere: FastifyInstance
beforeAll(async () => {
  // Of its own, since what is set holds for everybody.
  const { connectionString } = await worldWith({ clock: standingClock() })
  cast = await newCast()
  admin = await newStaff('administrator')
  elsewhere = await openApp({ connectionString })
}, minutes(5))
afterAll(async () => {
  await elsewhere?.close()
  await closeWorld()
})

const path = '/api/v1/system-config'

/** Sets keys, and waits until both processes know. */
async function set(config: Record<string, unknown>): Promise<void> {
  const { body } = await granted(call('PUT', path, { as: admin, body: { config } }))
  for (const app of [undefined, elsewhere])
    await eventually(async () => (await call('GET', path, { app })).body.data.version >= body.data.__v)
}

async function withLimit(key: string, value: unknown, check: () => Promise<void>): Promise<void> {
  await set({ [key]: value })
  try {
    await check()
  } finally {
    await set({ [key]: null })
  }
}

const told = ({ status, headers }: Answer) => [status === 429, headers['ratelimit-policy']]

/** Asks until the third time is refused, and twice more once five are allowed. */
async function exceed(
  key: string,
  windowSeconds: number,
  ask: (app: FastifyInstance | undefined) => Promise<Answer>,
): Promise<void> {
  await withLimit(key, 2, async () => {
    for (const app of [undefined, elsewhere]) {
      for (const isRefused of [false, false, true])
        expect([key, ...told(await ask(app))]).toEqual([key, isRefused, `2;w=${windowSeconds}`])
      const refused = await ask(app)
      expectProblem(refused, 429, 'RATE_LIMITED')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
    await set({ [key]: 6 })
    for (const app of [undefined, elsewhere])
      for (const isRefused of [false, false, true])
        expect([key, ...told(await ask(app))]).toEqual([key, isRefused, `6;w=${windowSeconds}`])
  })
}

const limited = allOperations().flatMap((registered) =>
  ownLimitsOf(registered.operation).map((limit) => ({
    registered,
    limit,
    key: keyOfLimit(registered, limit).name,
  })),
)

/** What others read, or staff has to. */
const writtenByStrangers = [
  ...['addComment', 'updateUser', 'contactUs', 'createFeedback', 'sendError', 'subscribeToMailingList'],
  ...[
    'reportPost',
    'reportChat',
    'reportUser',
    'reportComment',
    'reportReview',
    'appealDecision',
    'resubmitPost',
  ],
  ...['sendMessage', 'addReview', 'replyToReview', 'makeOffer', 'counterOffer', 'addSavedSearch'],
]

test.each(writtenByStrangers)('%s has a budget of its own', (id) => {
  expect(limited.map(({ registered }) => `${registered.module.product} ${registered.id}`)).toContain(
    `marketplace ${id}`,
  )
})

describe('requests', () => {
  test.each(limited.map((one) => [one.key, one] as const))('%s', async (key, { registered, limit }) => {
    const as = callerFor(registered, cast)
    const from = newAddress()
    const { method } = registered.operation
    const nothing = nothingFor(registered.operation, [])
    const address = registered.path.replace(/\{\w+\}/g, () => newId())
    // Nothing that is allowed, so that only the limit lets anything through.
    await exceed(key, limit.windowSeconds, (app) =>
      call(method, address, { ...(as ? { as } : { from }), app, ...nothing }),
    )
  })

  test.each([
    [anonymousPerMinute.name, 'GET', undefined],
    [readsPerMinute.name, 'GET', 'member'],
    [writesPerMinute.name, 'POST', 'member'],
  ] as const)('%s', async (key, method, role) => {
    const who = role ? { as: cast[role] } : { from: newAddress() }
    const address = method === 'GET' ? '/api/v1/category-mgt/get' : '/api/v1/usr-mgt/follow'
    await exceed(key, 60, (app) => call(method, address, { ...who, app, ...(role ? { body: {} } : {}) }))
  })
})

type Ask = (app?: FastifyInstance) => Promise<Answer | 'mailed' | 'not mailed'>

interface Counted {
  refusal: readonly [status: number, code: string] | 'not mailed'
  /** The least that lets one through, where that is more than one. */
  least?: number
  /** Makes whoever is limited. @returns what is one more, each time that it is called. */
  arrange(): Promise<Ask>
}

const tooManyTries = [429, 'TOO_MANY_ATTEMPTS'] as const
const rateLimited = [429, 'RATE_LIMITED'] as const

/** Tries a wrong password for an address, each time from elsewhere. */
const signIn =
  (address: string, { email }: TestPerson): Ask =>
  (app) =>
    call('POST', address, { app, body: { email, password: 'not this one' } })

async function sendings(): Promise<Ask> {
  const { email } = await newMember()
  return async (app) => {
    const before = await countMails(email)
    const { clock } = await world()
    // The next mail is due a minute after the last one.
    clock.advance(minutes(1.1))
    await granted(call('POST', '/api/v1/usr-mgt/forgot-password', { app, body: { email } }))
    return (await countMails(email)) > before ? 'mailed' : 'not mailed'
  }
}

async function publications(): Promise<Ask> {
  const as = await newMember()
  const { category } = await newPost(await newMember())
  return (app) => {
    const body = { title: `Lamp ${newId()}`, price: 20, category_id: category._id }
    return call('POST', '/api/v1/post-mgt/add', { as, app, body })
  }
}

async function uploads(as: TestPerson): Promise<Ask> {
  const file = { name: 'lamp.jpg', content_type: 'image/jpeg', size: 1_000_000, purpose: 'post' }
  return (app) =>
    call('POST', '/api/v1/application-alert/pre-assigned-urls', { as, app, body: { files: [file] } })
}

async function newGuest(): Promise<TestPerson> {
  return (await newCast()).guest
}

/** Refusals for more than somebody may have, or for what ends in another way, say no time to come back. */
const endless = [
  'POSTING_LIMIT',
  'ACTIVE_POST_LIMIT',
  'FAVOURITE_LIMIT',
  'COLLECTION_LIMIT',
  'FOLLOW_LIMIT',
  'GOAL_LIMIT',
  'TIME_OFF_LIMIT',
  'FILE_TOO_LARGE',
  'TOO_MANY_REMINDERS',
  'VALIDATION_FAILED',
  'LIMIT_REACHED',
  'UPLOAD_QUOTA',
  'OTP_LOCKED',
]

/** What is counted in the database, by the name of its key. */
const counted: Record<string, Counted> = {
  'limits.accounts.per_network_per_5_minutes': {
    refusal: rateLimited,
    async arrange() {
      const from = newAddress()
      return (app) =>
        call('POST', '/api/v1/usr-mgt/forgot-password', { app, from, body: { email: newEmail() } })
    },
  },
  'limits.codes.per_hour': { refusal: 'not mailed', arrange: sendings },
  'limits.codes.per_day': { refusal: 'not mailed', arrange: sendings },
  'limits.codes.tries_of_strangers_per_day': {
    refusal: [429, 'OTP_LOCKED'],
    async arrange() {
      const { email, code } = await newMemberWithCode()
      return (app) => call('POST', '/api/v1/usr-mgt/verify', { app, body: { email, otp: wrongCode(code) } })
    },
  },
  'limits.sign_in.marketplace_per_15_minutes': {
    refusal: tooManyTries,
    arrange: async () => signIn('/api/v1/usr-mgt/login', await newMember()),
  },
  'limits.sign_in.wellness_per_15_minutes': {
    refusal: [429, 'LOGIN_THROTTLED'],
    arrange: async () => signIn(`${wellnessBase}/user/login`, await newUser()),
  },
  'limits.sign_in.wellness_administrators_per_15_minutes': {
    refusal: [429, 'LOGIN_THROTTLED'],
    arrange: async () => signIn(`${wellnessBase}/admin/login`, await newWellnessAdmin()),
  },
  'limits.email_changes.per_hour': {
    refusal: tooManyTries,
    async arrange() {
      const as = await newMember()
      return (app) =>
        call('PUT', '/api/v1/usr-mgt/update', {
          as,
          app,
          body: { email: newEmail(), current_password: as.password },
        })
    },
  },
  'limits.guests.per_hour': {
    refusal: tooManyTries,
    async arrange() {
      const from = newAddress()
      return (app) =>
        call('POST', '/api/v1/user-tools/guest-signup', {
          from,
          app,
          body: { device_id: `device-${newId()}` },
        })
    },
  },
  'limits.find_friends.per_day': {
    refusal: rateLimited,
    async arrange() {
      const as = await newMember()
      return (app) =>
        call('POST', '/api/v1/usr-mgt/find-friends', { as, app, body: { hashes: [hashOf(as)] } })
    },
  },
  'limits.listings.per_day': { refusal: [403, 'POSTING_LIMIT'], arrange: publications },
  'limits.listings.on_offer': { refusal: [403, 'ACTIVE_POST_LIMIT'], arrange: publications },
  'limits.chats.per_day': {
    refusal: rateLimited,
    async arrange() {
      const as = await newMember()
      return async (app) => {
        const { id: user_id } = await newMember()
        return call('POST', '/api/v1/chat-mgt/create-chatroom', { as, app, body: { user_id } })
      }
    },
  },
  'limits.favourites': {
    refusal: [409, 'FAVOURITE_LIMIT'],
    async arrange() {
      const [as, seller] = [await newMember(), await newMember()]
      return async (app) => {
        const { _id: post_id } = await newPost(seller)
        return call('POST', '/api/v1/post-mgt/favourite', { as, app, body: { post_id } })
      }
    },
  },
  'limits.collections': {
    refusal: [409, 'COLLECTION_LIMIT'],
    // There is always the one of everything.
    least: 2,
    async arrange() {
      const as = await newMember()
      const { _id: post_id } = await newPost(await newMember())
      return (app) => {
        const collection_name = `Collection ${newId()}`
        return call('POST', '/api/v1/post-mgt/favourite', { as, app, body: { post_id, collection_name } })
      }
    },
  },
  'limits.follows': {
    refusal: [409, 'FOLLOW_LIMIT'],
    async arrange() {
      const as = await newMember()
      return async (app) => {
        const { id: user_id } = await newMember()
        return call('POST', '/api/v1/usr-mgt/follow', { as, app, body: { user_id, follow: true } })
      }
    },
  },
  'limits.goals': {
    refusal: [409, 'GOAL_LIMIT'],
    async arrange() {
      const as = await newUser()
      return (app) => call('POST', `${wellnessBase}/goals`, { as, app, body: { title: 'Sit still' } })
    },
  },
  'limits.times_off': {
    refusal: [409, 'TIME_OFF_LIMIT'],
    async arrange() {
      const as = await newUser()
      await newGoal(as)
      let from = new Date().toISOString().slice(0, 10)
      return (app) => {
        from = addDays(from, 2)
        return call('POST', `${wellnessBase}/goals/pause`, { as, app, body: { from, to: from } })
      }
    },
  },
  'limits.reminders': {
    refusal: [409, 'TOO_MANY_REMINDERS'],
    async arrange() {
      const as = await newUser()
      const body = { title: 'Sit still', reminders: [{ time: '07:30' }] }
      return (app) => call('POST', `${wellnessBase}/goals`, { as, app, body })
    },
  },
  'limits.reminders_of_goal': {
    refusal: [400, 'VALIDATION_FAILED'],
    async arrange() {
      const as = await newUser()
      let reminders: object[] = []
      return (app) => {
        reminders = [...reminders, { time: `07:${String(10 + reminders.length)}` }]
        return call('POST', `${wellnessBase}/goals`, { as, app, body: { title: 'Sit still', reminders } })
      }
    },
  },
  'limits.sub_goals_of_goal': {
    refusal: [400, 'VALIDATION_FAILED'],
    async arrange() {
      const as = await newUser()
      let subGoals: object[] = []
      return (app) => {
        subGoals = [...subGoals, { title: 'Roll out the mat' }]
        return call('POST', `${wellnessBase}/goals`, { as, app, body: { title: 'Sit still', subGoals } })
      }
    },
  },
  'limits.bank_accounts': {
    refusal: [409, 'LIMIT_REACHED'],
    async arrange() {
      const as = await newMember()
      return (app) => {
        const body = {
          ...{ bank_token: `btok_sandbox_verified_${nextDigits()}`, holder_name: 'Ada' },
          ...{ country: 'DE', currency: 'EUR' },
        }
        const headers = { 'idempotency-key': newId() }
        return call('POST', '/api/v1/payment-mgt/add-bank-account', { as, app, body, headers })
      }
    },
  },
  'limits.uploads.member_megabytes': {
    refusal: [429, 'UPLOAD_QUOTA'],
    arrange: async () => uploads(await newMember()),
  },
  'limits.uploads.guest_megabytes': {
    refusal: [429, 'UPLOAD_QUOTA'],
    arrange: async () => uploads(await newGuest()),
  },
  'limits.uploads.wellness_megabytes': {
    refusal: [429, 'UPLOAD_QUOTA'],
    async arrange() {
      const as = await newUser()
      const body = { fileName: 'me.jpg', contentType: 'image/jpeg', size: 1024 * 1024 }
      return (app) => call('POST', `${wellnessBase}/common/pre-signed-url`, { as, app, body })
    },
  },
  'limits.uploads.wellness_picture_megabytes': largerAndLarger(newUser, 'profile', 'image/jpeg'),
  'limits.uploads.wellness_support_megabytes': largerAndLarger(newUser, 'support', 'image/jpeg'),
  'limits.uploads.wellness_audio_megabytes': largerAndLarger(newWellnessAdmin, 'exercise', 'audio/mpeg'),
  'limits.uploads.wellness_video_megabytes': largerAndLarger(newWellnessAdmin, 'exercise', 'video/mp4'),
}

/** Files of one megabyte, two, and so on. */
function largerAndLarger(newOwner: () => Promise<TestPerson>, folder: string, contentType: string): Counted {
  return {
    refusal: [413, 'FILE_TOO_LARGE'],
    async arrange() {
      const as = await newOwner()
      let size = 0
      return (app) => {
        size += 1024 * 1024
        const body = { fileName: 'one', contentType, size, folder }
        return call('POST', `${wellnessBase}/common/pre-signed-url`, { as, app, body })
      }
    },
  }
}

describe('what is counted in the database', () => {
  const keys = allConfigKeys().filter(
    ({ name, presets }) => name.startsWith('limits.') && presets.off !== null,
  )
  const rest = keys.map(({ name }) => name)

  test('is all exceeded below', () => {
    expect(rest.filter((name) => !counted[name])).toEqual([])
    expect(Object.keys(counted).filter((name) => !rest.includes(name))).toEqual([])
  })

  test.each(keys.map((key) => [key.name, key] as const))('%s', async (name, { presets }) => {
    const { refusal, arrange, least = 1 } = counted[name] ?? {}
    if (!refusal || !arrange) throw new Error(`${name} has no call that exceeds it`)
    const ask = await arrange()
    const fits = (most: number) => (Array.isArray(presets.default) ? [most, most, most, most] : most)
    /** @returns whether it was refused as it should be; anything else is for the operation's own tests. */
    const isRefused = async (app?: FastifyInstance): Promise<boolean> => {
      const answer = await ask(app)
      if (typeof answer === 'string' || refusal === 'not mailed') return answer === refusal
      const [status, code] = refusal
      if (answer.body?.error?.code !== code) return false
      expectProblem(answer, status, code)
      if (!endless.includes(code)) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      return true
    }
    await withLimit(name, fits(least), async () => {
      expect(await isRefused()).toBe(false)
      expect(await isRefused()).toBe(true)
      expect(await isRefused(elsewhere)).toBe(true)
      await set({ [name]: fits(20) })
      expect(await isRefused(elsewhere)).toBe(false)
      expect(await isRefused()).toBe(false)
    })
  })
})
