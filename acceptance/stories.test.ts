import { afterAll, beforeAll, expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { streamEvents } from '../client/stream.ts'
import * as wellness from '../client/wellness.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { projectWithClient } from './other-project.ts'
import { freePort, type Program, startProgram } from './program.ts'
import {
  addExercise,
  createAdministrators,
  dataOf,
  joinMarket,
  joinWellness,
  marketAt,
  staff,
  until,
  uploadPicture,
  wellAt,
} from './steps.ts'

/** The program as its users have it: started by its real command, spoken to by the generated client alone. */

let program: Program

beforeAll(async () => {
  const dataDir = newDataDir()
  await createAdministrators(dataDir)
  program = await startProgram(dataDir)
})

afterAll(async () => {
  expect(await program.stop()).toBe(0)
})

const market = (token?: string) => marketAt(program, token)
const well = (token?: string) => wellAt(program, token)
const join = (name: string) => joinMarket(program, { name, email: `${name.toLowerCase()}@example.org` })

test('a listing with a photo is found by a neighbour, talked about, noticed, and kept on a purchase list', async () => {
  const seller = await join('Sella')
  const neighbour = await join('Nabor')
  const chief = await dataOf(marketplace.login({ client: market(), body: staff }))
  const asChief = market(chief.data.access_token)
  const { data: category } = await dataOf(
    marketplace.adminAddCategory({ client: asChief, body: { name: 'Lamps' } }),
  )

  const photo = await uploadPicture(program, seller.client)
  const { data: post } = await dataOf(
    marketplace.addPost({
      client: seller.client,
      body: {
        title: 'Green reading lamp',
        price: 12.5,
        category_id: category._id,
        description: 'Works well.',
        media: { photoUrl: [photo] },
      },
    }),
  )
  const { data: found } = await dataOf(
    marketplace.searchPosts({ client: neighbour.client, query: { q: 'reading lamp' } }),
  )
  expect(found.map((card) => card._id)).toContain(post._id)
  const { data: feed } = await dataOf(marketplace.getPosts({ client: neighbour.client }))
  expect(feed[0]).toMatchObject({ _id: post._id, price: 12.5 })
  const picture = await fetch(String(feed[0]?.photoUrl).replace(/^https?:\/\/[^/]+/, program.baseUrl))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])

  const { data: room } = await dataOf(
    marketplace.createChatroom({
      client: neighbour.client,
      body: { user_id: seller.id, product_id: post._id },
    }),
  )
  const events = streamEvents({
    url: `${program.baseUrl}/api/v1/stream`,
    accessToken: seller.token,
    lastEventId: '0',
  })
  await dataOf(
    marketplace.sendMessage({
      client: neighbour.client,
      body: { chatroom_id: room._id, messageText: 'Is it still there?' },
    }),
  )
  const seen: string[] = []
  for await (const event of events) {
    seen.push(event.type)
    if (event.type === 'message.new') break
  }
  expect(seen.at(-1)).toBe('message.new')
  const { data: rooms } = await dataOf(marketplace.getChatRooms({ client: seller.client }))
  expect(rooms[0]).toMatchObject({
    _id: room._id,
    lastMessage: { messageText: 'Is it still there?', userId: neighbour.id },
    productDetails: { product_id: post._id, isSold: false },
  })
  const { data: notices } = await dataOf(
    marketplace.getNotifications({ client: seller.client, query: { category: 'message' } }),
  )
  expect(notices[0]).toMatchObject({ actor: neighbour.id, isRead: false })

  const content = {
    title: 'Market day',
    message: 'Saturday on the square.',
    iconUrl: '',
    imageUrl: '',
    action: { label: 'Open', actionType: 'navigate', payload: { screen: 'Home' } },
  }
  await dataOf(
    marketplace.adminBroadcastNotification({
      client: asChief,
      body: { sendTutorial: false, sendBreakingNews: true, breakingNews: content },
    }),
  )
  const { data: news } = await dataOf(
    marketplace.getNotifications({ client: neighbour.client, query: { category: 'breaking_news' } }),
  )
  expect(news[0]?.title).toBe('Market day')

  const kept = await dataOf(
    marketplace.createPurchaseListing({
      client: neighbour.client,
      body: {
        user_id: neighbour.id,
        title: 'Green reading lamp',
        price: 12.5,
        product_image: ['https://example.org/lamp.jpg'],
        condition: 'good',
        search_id: 'search-1',
      },
    }),
  )
  expect(Object.keys(typeof kept === 'string' ? JSON.parse(kept) : kept).sort()).toEqual([
    'message',
    'response',
  ])
  const { data: list } = await dataOf(marketplace.getPurchaseListings({ client: neighbour.client }))
  expect(list[0]).toMatchObject({ title: 'Green reading lamp', price: 12.5 })
})

test('somebody joins the wellness app, follows the catalogue, records a session, and hears from an administrator', async () => {
  const admin = await dataOf(wellness.adminLogin({ client: well(), body: staff }))
  const asAdmin = well(admin.data.accessToken)
  const exerciseId = await addExercise(asAdmin)

  const email = 'calm@example.org'
  const client = well(await joinWellness(program, email))

  const { data: categories } = await dataOf(wellness.getCategories({ client }))
  const { data: exercises } = await dataOf(
    wellness.getCategoryExercises({ client, query: { categoryId: String(categories[0]?.id) } }),
  )
  expect(exercises[0]).toMatchObject({ id: exerciseId })
  const record = (type: string, requestid: string) =>
    wellness.recordWellnessSession({
      client,
      query: { exerciseId, type, feeling: 'GOOD' },
      headers: { requestid, timeZone: 'Europe/Berlin' },
    })
  expect((await record('START', 'start-1')).response?.status).toBe(201)
  expect((await record('COMPLETE', 'complete-1')).response?.status).toBe(200)
  expect((await record('COMPLETE', 'complete-1')).response?.status).toBe(200)
  const { data: sessions } = await dataOf(wellness.getWellnessSessions({ client }))
  expect(sessions).toHaveLength(1)

  const sent = await wellness.adminCreateNotification({
    client: asAdmin,
    body: {
      notificationType: 'IN_APP',
      subject: 'A quiet week',
      description: 'Try an exercise a day.',
      recipientType: 'CUSTOM',
      recipientEmail: [email],
    },
  })
  expect(sent.response?.status).toBe(201)
  const notice = await until(async () =>
    (await dataOf(wellness.getNotifications({ client }))).data.find((item) => item.title === 'A quiet week'),
  )
  expect(notice.isRead).toBe(false)
})

test('another project installs the packed client, and calls with it in plain JavaScript and in TypeScript', async () => {
  const project = projectWithClient()
  const nobody = `http://127.0.0.1:${await freePort()}`
  const calls = `
    import { createClient, createConfig, getProfile, isUnanswered, searchPosts } from '@plaza/client/marketplace'
    import { streamEvents } from '@plaza/client/stream'
    import { recordWellnessSession } from '@plaza/client/wellness'

    const at = (baseUrl) => createClient(createConfig({ baseUrl }))
    const client = at('${program.baseUrl}')
    const found = await searchPosts({ client, query: { q: 'lamp' } })
    const refused = await getProfile({ client })
    const lost = await getProfile({ client: at('${nobody}') })
    const unheard = await streamEvents({ url: '${program.baseUrl}/api/v1/stream', accessToken: 'none' }).next().catch(String)
    console.log(JSON.stringify([Array.isArray(found.data.data), refused.error.error.code, lost.error.error.code,
      isUnanswered(lost.error), unheard, typeof recordWellnessSession]))`
  expect(JSON.parse(project.run('calls.js', calls))).toEqual([
    true,
    'AUTH_REQUIRED',
    'NO_ANSWER',
    true,
    'Error: the stream was refused with status 401',
    'function',
  ])
  const typed = `
    import { createClient, createConfig, isUnanswered, type LiveEvent, searchPosts } from '@plaza/client/marketplace'
    import { streamEvents } from '@plaza/client/stream'
    import { recordWellnessSession } from '@plaza/client/wellness'

    const client = createClient(createConfig({ baseUrl: '${program.baseUrl}', auth: () => 'token' }))
    const { data, error } = await searchPosts({ client, query: { q: 'lamp' } })
    if (error) console.log(isUnanswered(error), error.error.code satisfies string)
    else console.log(data.data[0]?.title satisfies string | undefined)
    for await (const event of streamEvents<LiveEvent>({ url: '', accessToken: '' }))
      if (event.type === 'message.new') console.log(event.data.messageText satisfies string | undefined)
    const { data: recorded } = await recordWellnessSession({ client, query: {} })
    console.log(recorded?.data?.id satisfies string | undefined)
    // @ts-expect-error a number is no words
    await searchPosts({ client, query: { q: 7 } })`
  expect(project.check('typed.ts', typed)).toBe('')
})
