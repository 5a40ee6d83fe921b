import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { block, newListing, newRoom, send } from './chat.ts'
import { newCategory, newExercise } from './exercises.ts'
import {
  type Answer,
  call,
  eventually,
  lastCode,
  newEmail,
  newMember,
  type TestPerson,
  world,
} from './kit.ts'
import { addPost, newPost } from './posts.ts'
import { countMails } from './users.ts'
import { newUser, newWellnessAdmin, wellnessBase } from './wellness.ts'

/** Thirty requests at once, again and again: one wins, and what is read later says so too. */

const rounds = 50
const racers = 30
const market = '/api/v1'
const well = `${wellnessBase}/user`
const password = 'correct horse battery'

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the data
type Told = Answer<any>

const thirty = (ask: (racer: number) => Promise<Told>) =>
  Promise.all(Array.from({ length: racers }, (_, racer) => ask(racer)))

async function eachRound(play: (round: number) => Promise<void>, times = rounds): Promise<void> {
  for (let round = 0; round < times; round += 1) await play(round)
}

/** How many answers had each status. */
function tally(answers: Told[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const winnersOf = (answers: Told[]) => answers.filter(({ status }) => status < 300)

/** The only value among several, so that a second one fails the test. */
function only<T>(values: T[]): T {
  const [value, ...others] = new Set(values)
  expect(others).toEqual([])
  return value as T
}

describe('one address', () => {
  test('opens one marketplace account', () =>
    eachRound(async () => {
      const email = newEmail()
      const answers = await thirty((racer) =>
        call('POST', `${market}/usr-mgt/create`, {
          body: {
            name: `Racer ${racer}`,
            email: racer % 2 ? email : email.toUpperCase(),
            password,
            agree: 'true',
            fcm_token: null,
            location: { type: 'Point', coordinates: [13.4, 52.5] },
          },
        }),
      )
      expect(tally(answers)).toEqual({ 200: 1, 409: racers - 1 })
      const [won] = winnersOf(answers)
      const as = { token: won?.body.data.access_token }
      const { body } = await call('GET', `${market}/usr-mgt/get-profile`, { as })
      expect(body.data).toMatchObject({ _id: won?.body.data.user._id, name: won?.body.data.user.name })
      expect((await countMails(email)) + (await countMails(email.toUpperCase()))).toBe(1)
    }))

  // Fewer rounds, since each of the racers writes, and waits for those before.
  test('opens one wellness account, however many codes were asked for', () =>
    eachRound(async () => {
      const email = newEmail()
      const answers = await thirty(() =>
        call('POST', `${well}/signup`, { body: { name: 'Racer', email, password } }),
      )
      expect(tally(answers)).toEqual({ 201: racers })
      expect(await countMails(email)).toBe(1)
      const userId = only(winnersOf(answers).map(({ body }) => body.data.userId))
      const verified = await call('POST', `${well}/verify`, { body: { email, otp: await lastCode(email) } })
      expect(verified.body.data.user).toMatchObject({ id: userId, email })
    }, rounds / 5))
})

describe('one key', () => {
  test('publishes one listing, and twenty-nine get the same answer again', async () => {
    const author = await newMember()
    await eachRound(async () => {
      const [title, key] = [`Race ${newId()}`, newId()]
      const answers = await thirty(() => addPost(author, { title }, { 'idempotency-key': key }))
      expect(tally(answers)).toEqual({ 200: racers })
      only(answers.map(({ text }) => text))
      expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(
        racers - 1,
      )
      const { body } = await call('GET', `${market}/post-mgt/get-mine`, {
        as: author,
        query: { limit: 2 },
      })
      const listed = body.data.filter((post: { title: string }) => post.title === title)
      expect(listed.map((post: { _id: string }) => post._id)).toEqual([answers[0]?.body.data._id])
    })
  })

  test('records one session: one 201 with it, the others 200 and empty', async () => {
    const admin = await newWellnessAdmin()
    const exerciseId = await newExercise(admin, await newCategory(admin))
    const user = await newUser()
    await eachRound(async (round) => {
      const requestid = newId()
      const answers = await thirty(() =>
        call('POST', `${well}/wellness`, { as: user, query: { exerciseId }, headers: { requestid } }),
      )
      expect(tally(answers)).toEqual({ 200: racers - 1, 201: 1 })
      only(answers.filter(({ status }) => status === 200).map(({ text }) => text || 'empty'))
      const address = only(answers.map(({ headers }) => headers.location))
      const { body } = await call('GET', `${well}/wellness`, { as: user, query: { limit: 1 } })
      expect(body.meta).toMatchObject({ totals: { count: round + 1 } })
      expect(`${well}/wellness/${body.data[0].id}`).toBe(address)
    })
  })
})

describe('one pair of people', () => {
  test('has one chat about a listing, whoever of them began it', async () => {
    const [seller, buyer] = [await newMember(), await newMember()]
    await eachRound(async (round) => {
      const product_id = await newListing(seller.id)
      const answers = await thirty((racer) => {
        const [as, other] = racer % 2 ? [seller, buyer] : [buyer, seller]
        return call('POST', `${market}/chat-mgt/create-chatroom`, {
          as,
          body: { user_id: other.id, product_id },
        })
      })
      expect(tally(answers)).toEqual({ 200: racers })
      expect(answers.filter(({ body }) => body.meta.created)).toHaveLength(1)
      const id = only(answers.map(({ body }) => body.data._id))
      for (const as of [seller, buyer]) {
        const { body } = await call('GET', `${market}/chat-mgt/get-chat-rooms`, { as })
        expect(body.data).toHaveLength(round + 1)
        expect(body.data.map((room: { _id: string }) => room._id)).toContain(id)
      }
    })
  })

  test('exchanges not one message after a block was answered', async () => {
    const { a, b, id } = await newRoom()
    const newest = async () => {
      const { body } = await call('POST', `${market}/chat-mgt/get-messages`, {
        as: a,
        body: { chatroom_id: id, mark_seen: false },
        query: { limit: 1 },
      })
      return body.data[0]?.seq ?? 0
    }
    let arrived = 0
    await eachRound(async (round) => {
      const sendSome = () =>
        Array.from({ length: racers / 2 }, (_, racer) => send(racer % 2 ? a : b, id, `${round}/${racer}`))
      const before = sendSome()
      const blocking = block(b, id, true)
      const after = sendSome()
      expect((await blocking).status).toBe(200)
      const atBlock = await newest()
      const answers = await Promise.all([...before, ...after])
      arrived += winnersOf(answers).length
      const { 200: sent = 0, 403: refused = 0 } = tally(answers)
      expect(sent + refused).toBe(racers)
      expect([atBlock, await newest()]).toEqual([arrived, arrived])
      await block(b, id, false)
    })
  })
})

describe('one token or code', () => {
  test.each([
    {
      product: 'marketplace',
      newPerson: () => newMember(),
      refresh: (refresh_token: string) =>
        call('POST', `${market}/usr-mgt/refresh-token`, { body: { refresh_token } }),
      pairIn: ({ access_token, refresh_token }: Record<string, string>) => [access_token, refresh_token],
      sessions: `${market}/usr-mgt/sessions`,
    },
    {
      product: 'wellness',
      newPerson: () => newUser(),
      refresh: (refreshToken: string) => call('POST', `${well}/refresh-token`, { body: { refreshToken } }),
      pairIn: ({ accessToken, refreshToken }: Record<string, string>) => [accessToken, refreshToken],
      sessions: `${well}/session`,
    },
  ])(
    'a refresh token of the $product has one successor',
    async ({ newPerson, refresh, pairIn, sessions }) => {
      let { refreshToken } = await newPerson()
      await eachRound(async () => {
        const answers = await thirty(() => refresh(refreshToken))
        expect(tally(answers)).toEqual({ 200: racers })
        const pairs = answers.map(({ body }) => pairIn(body.data))
        refreshToken = only(pairs.map(([, successor]) => successor)) ?? ''
        const { body } = await call('GET', sessions, { as: { token: pairs[0]?.[0] ?? '' } })
        expect(body.data).toHaveLength(1)
      })
    },
  )

  test.each([
    {
      product: 'marketplace',
      newPerson: () => newMember(),
      signIn: ({ email, password }: TestPerson, fcm_token: string) =>
        call('POST', `${market}/usr-mgt/login`, { body: { email, password, fcm_token } }),
      table: 'marketplace.device_token',
      tokens: sql`select user_id from marketplace.device_token where token = `,
    },
    {
      product: 'wellness',
      newPerson: () => newUser(),
      signIn: ({ email, password }: TestPerson, deviceToken: string) =>
        call('POST', `${well}/login`, { body: { email, password, deviceToken } }),
      table: 'wellness.device',
      tokens: sql`select user_id from wellness.device where push_token = `,
    },
  ])('a push token of the $product has one holder, and nobody is refused', async (way) => {
    const people = [await way.newPerson(), await way.newPerson(), await way.newPerson()]
    const token = newId()
    const { db } = (await world()).host.services
    const answers = await db.transaction().execute(async (held) => {
      await sql`lock table ${sql.table(way.table)} in share mode`.execute(held)
      const asked = people.map((person) => way.signIn(person, token))
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and not l.granted`.execute(db)
        return rows.length >= people.length
      })
      return asked
    })
    expect(tally(await Promise.all(answers))).toEqual({ 200: people.length })
    expect((await sql`${way.tokens} ${token}`.execute(db)).rows).toHaveLength(1)
  })

  test('a code gives one reset token', () =>
    eachRound(async () => {
      const { email } = await newMember()
      await call('POST', `${market}/usr-mgt/forgot-password`, { body: { email } })
      const otp = await lastCode(email)
      const answers = await thirty(() =>
        call('POST', `${market}/usr-mgt/validate-otp`, { body: { email, otp } }),
      )
      const [won, ...others] = winnersOf(answers)
      expect(others).toEqual([])
      expect(won?.body.data.reset_token).toEqual(expect.any(String))
      expect(tally(answers)).toEqual({ 200: 1, 400: racers - 1 })
    }))

  test('a code opens a wellness account for one, and the rest hurt nobody', () =>
    eachRound(async () => {
      const email = newEmail()
      await call('POST', `${well}/signup`, { body: { name: 'Racer', email, password } })
      const otp = await lastCode(email)
      const answers = await thirty(() => call('POST', `${well}/verify`, { body: { email, otp } }))
      expect(tally(answers)).toEqual({ 200: 1, 400: racers - 1 })
      const as = { token: winnersOf(answers)[0]?.body.data.accessToken }
      expect((await call('GET', `${well}/session`, { as })).body.data).toHaveLength(1)
      // The code and one welcome.
      expect(await countMails(email)).toBe(2)
    }))
})

const toldOfSales = async (as: TestPerson): Promise<number> => {
  const query = { category: 'sale', limit: 100 }
  return (await call('GET', `${market}/notification-mgt/get-notifications`, { as, query })).body.data.length
}

describe('one sale', () => {
  const detailOf = async (as: TestPerson, id: string) =>
    (await call('GET', `${market}/post-mgt/detail/${id}`, { as })).body.data

  test('stands when a listing is sold to several people', async () => {
    const seller = await newMember()
    const buyers = [await newMember(), await newMember()]
    const watcher = await newMember()
    await eachRound(async (round) => {
      const { _id: post_id } = await newPost(seller)
      await call('POST', `${market}/post-mgt/favourite`, { as: watcher, body: { post_id } })
      for (const as of buyers)
        await call('POST', `${market}/chat-mgt/create-chatroom`, {
          as,
          body: { user_id: seller.id, product_id: post_id },
        })
      const answers = await thirty((racer) => {
        const buyer = buyers[racer % 3]
        const sale = buyer ? { sold_type: 'sold_here', buyer_id: buyer.id } : { sold_type: 'sold_elsewhere' }
        return call('PUT', `${market}/post-mgt/update-sold-type`, { as: seller, body: { post_id, ...sale } })
      })
      // The ten who meant the same sale are told of it; the twenty others come too late.
      expect(tally(answers)).toEqual({ 200: racers / 3, 409: (racers / 3) * 2 })
      const won = JSON.parse(only(winnersOf(answers).map(({ body }) => JSON.stringify(body.data))))
      const { status, sold_type, buyer_id } = await detailOf(seller, post_id)
      expect({ status, sold_type, buyer_id }).toEqual({
        status: 'sold',
        sold_type: won.sold_type,
        buyer_id: won.buyer_id,
      })
      await eventually(async () => (await toldOfSales(watcher)) > round)
      expect(await toldOfSales(watcher)).toBe(round + 1)
    })
  })

  test('of a purchase is recorded once', async () => {
    const person = await newMember()
    await eachRound(async () => {
      const made = await call('POST', `${market}/purchase-tool/creation`, {
        as: person,
        body: {
          user_id: person.id,
          title: 'Oak chair',
          price: 12.5,
          product_image: ['https://pictures.example/1.jpg'],
          condition: 'good',
          search_id: newId(),
        },
      })
      const listing_id = String(made.headers['x-listing-id'])
      const answers = await thirty((racer) =>
        call('POST', `${market}/purchase-tool/mark-as-sold`, {
          as: person,
          body: { listing_id, sold_price: 20 + racer },
        }),
      )
      expect(tally(answers)).toEqual({ 200: 1, 409: racers - 1 })
      const { body } = await call('GET', `${market}/purchase-tool/detail/${listing_id}`, { as: person })
      expect(body.data).toEqual(winnersOf(answers)[0]?.body.data)
    })
  })
})
