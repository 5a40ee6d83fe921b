import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nouns } from '../../../tools/nouns.ts'
import { allJobs, allOperations } from '../host.ts'
import { roomCards } from '../marketplace/chat/public.ts'
import { holdings } from '../marketplace/personal-data/holdings.ts'
import { listingCards } from '../marketplace/posts/kept-cards.ts'
import { days, hours } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { isHeld, writtenIn } from '../platform/personal-data/personal-data.ts'
import { applyFor, newPackage } from './boosts.ts'
import { newCategory } from './categories.ts'
import { send } from './chat.ts'
import { receivedInstantNotice } from './hosted-payments.ts'
import { runNow } from './jobs.ts'
import {
  call,
  granted,
  lastCode,
  newAddress,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from './kit.ts'
import { news } from './marketplace-rows.ts'
import { emptyWallet, fillWallet, fund } from './money.ts'
import { pay, purchase } from './orders.ts'
import { addTestFunds, newRefund } from './payments.ts'
import { confirm, load, put, reserve } from './pictures.ts'
import { anotherThing, newHeldPost } from './posts.ts'
import { appeal, decide, openCaseOf } from './reports.ts'
import { addReview, dealsOf, replyTo, reviewsOf } from './reviews.ts'
import { jobsDone } from './rows.ts'
import { subscribed } from './subscriptions.ts'
import { closeWorld, worldWith } from './world.ts'

const schemas = ['platform', 'marketplace']

/** Columns that name the owner of a row, or somebody who dealt with them and is known to them. */
const parties = [
  ...['user_id', 'user_lo', 'user_hi', 'person_id', 'author_id', 'subject_id', 'recipient_id', 'actor_id'],
  ...['buyer_id', 'seller_id', 'counterpart_id', 'reporter_id', 'follower_id', 'followee_id'],
  ...['blocker_id', 'blocked_id', 'muter_id', 'muted_id'],
]

describe('the declarations of what is kept of people', () => {
  test('name every table, each by the noun that owns it', async () => {
    const { host } = await world()
    const { rows } = await sql<{ name: string }>`
      select schemaname || '.' || tablename as name from pg_tables where schemaname = any(${schemas}) order by 1`.execute(
      host.services.db,
    )
    expect(holdings.flatMap((tables) => Object.keys(tables)).toSorted()).toEqual(rows.map(({ name }) => name))

    const owned = Object.values(nouns.marketplace).map((tables) =>
      tables.map((name) => `marketplace.${name}`),
    )
    const [, ...ofNouns] = holdings
    for (const tables of ofNouns)
      expect(owned.filter((own) => Object.keys(tables).some((table) => own.includes(table)))).toHaveLength(1)
  })

  test('find people in every table that refers to them', async () => {
    const { host } = await world()
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'marketplace.users'::regclass order by 1`.execute(host.services.db)
    const held = Object.fromEntries(holdings.flatMap((tables) => Object.entries(tables)))
    const forgotten = rows.filter(({ name }) => {
      const kept = held[name]
      return !kept || !isHeld(kept)
    })
    expect(forgotten).toEqual([])
  })

  test('say of every row that is given when it came about', async () => {
    const { host } = await world()
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select table_schema || '.' || table_name as name, array_agg(column_name::text) as columns
      from information_schema.columns where table_schema = any(${schemas}) group by 1`.execute(
      host.services.db,
    )
    const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]))
    const timeless = holdings
      .flatMap((tables) => Object.entries(tables))
      .filter(([table, held]) => {
        if (!isHeld(held) || held.given === 'none') return false
        const { written } = held
        if (typeof written === 'object') return false
        const named = written === undefined ? writtenIn : [written]
        return !named.some((column) => columnsOf.get(table)?.includes(column))
      })
    expect(timeless.map(([table]) => table)).toEqual([])
  })

  test('give nobody away but whom their owner has to do with: not who of the staff did something', async () => {
    const { host } = await world()
    const { rows } = await sql<{ table: string; column: string }>`
      select conrelid::regclass::text as table, attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = any(conkey)
      where contype = 'f' and confrelid = 'marketplace.users'::regclass order by 1, 2`.execute(
      host.services.db,
    )
    const held = Object.fromEntries(holdings.flatMap((tables) => Object.entries(tables)))
    const given = rows.filter(({ table, column }) => {
      const kept = held[table]
      if (!kept || !isHeld(kept) || kept.given === 'none') return false
      return typeof kept.withheld === 'function' || !kept.withheld?.includes(column)
    })
    expect(given.filter(({ column }) => !parties.includes(column))).toEqual([])
  })
})

/** Words that stand nowhere else, by the field that they are written into. */
class Canaries {
  readonly #tag = newId().slice(-8)
  readonly byField = new Map<string, string>()
  of(field: string): string {
    const canary = `kanari${this.byField.size + 10}x${this.#tag}`
    this.byField.set(field, canary)
    return canary
  }

  /** Which fields a text tells of, whatever its case, or the bytes in hexadecimal. */
  in(text: string): string[] {
    const lower = text.toLowerCase()
    return [...this.byField].flatMap(([field, canary]) =>
      lower.includes(canary) || lower.includes(Buffer.from(canary).toString('hex')) ? [field] : [],
    )
  }
}

const ask = (as: TestPerson, method: string, at: string, body: object, headers = {}) =>
  granted(call(method, `/api/v1/${at}`, { as, body, headers }))

/** What is no business of the person, or not yet. */
const streetOfNeighbour = 'Lane of the Neighbour 9'
const unseenReview = 'Not for them to read yet.'
const unconfirmedBan = 'Nobody has confirmed this.'
const notForThem = [streetOfNeighbour, unseenReview, unconfirmedBan]

interface Deal {
  person: TestPerson
  neighbour: TestPerson
  administrator: TestPerson
  post: (as: TestPerson, title: string, more?: object) => Promise<string>
  c: (field: string) => string
}

/** Buys something, which is disputed and decided; and sells something, of which the money goes back. */
async function dealWith({ person, neighbour, administrator, post, c }: Deal): Promise<void> {
  const rug = await post(neighbour, 'A rug', { allow_offers: true })
  await ask(person, 'POST', 'offer-mgt/make', { post_id: rug, price: 15, note: c('note') })
  const floor = { post_id: await post(person, 'A shelf'), price: 12 }
  await ask(person, 'PUT', 'offer-mgt/floor', floor)
  await Promise.all([fund(person, 2000), fund(neighbour, 2000)])
  const address = {
    name: c('name on the parcel'),
    street: c('street'),
    zip_code: '10115',
    city: c('city'),
    country: 'DE',
  }
  const { body: bought } = await granted(purchase(person, await post(neighbour, 'A stool'), { address }))
  const order_id = bought.data._id
  await ask(neighbour, 'POST', 'order-mgt/ship', { order_id })
  const said = { order_id, reason: 'damaged', text: c('statement') }
  await granted(pay(person, 'order-mgt/dispute', said))
  const decision = { order_id, refund: 5, message: 'The pictures show it.' }
  await granted(pay(administrator, 'order-mgt/decide-dispute', decision))

  const clock = await post(person, `Clock ${c('sold title')}`)
  const home = { ...address, name: 'Max Muster', street: streetOfNeighbour, city: 'Berlin' }
  const { body: sold } = await granted(purchase(neighbour, clock, { address: home }))
  const parcel = { order_id: sold.data._id, carrier: c('carrier'), tracking_code: c('tracking code') }
  await ask(person, 'POST', 'order-mgt/ship', parcel)
  await granted(pay(person, 'order-mgt/refund', { order_id: sold.data._id }))

  // Both came to their end: of the one both write, of the other the neighbour alone.
  await reviewEach({ person, neighbour, c }, order_id)
  const [unseen] = await dealsOf(neighbour, { order_id: sold.data._id })
  await granted(addReview(neighbour, unseen._id, { text: unseenReview }))
}

async function reviewEach({ person, neighbour, c }: Omit<Deal, 'administrator' | 'post'>, order_id: string) {
  const [deal] = await dealsOf(person, { order_id })
  await granted(addReview(person, deal._id, { rating: 4, text: c('review') }))
  const { body } = await granted(addReview(neighbour, deal._id, { rating: 5, text: c('review of them') }))
  await granted(replyTo(person, body.data._id, c('reply to a review')))
}

/** Somebody whose every field holds a word of its own, with everybody who has to do with them. */
async function newFilledPerson() {
  const { clock, identities } = await world()
  const inviter = await newMember()
  const { body: invited } = await ask(inviter, 'POST', 'user-tools/generate-invite-link', {})
  const canaries = new Canaries()
  const c = (field: string) => canaries.of(field)
  const email = `${c('email')}@example.org`
  const password = `${c('password')} at dusk`
  const address = newAddress()
  const { body: opened } = await granted(
    call('POST', '/api/v1/usr-mgt/create', {
      from: address,
      headers: { 'user-agent': c('user agent') },
      body: {
        name: c('name'),
        email,
        password,
        agree: 'true',
        fcm_token: c('push token'),
        device_id: c('device'),
        invite_code: invited.data.code,
        location: { type: 'Point', coordinates: [13.4, 52.5] },
        address: { place: c('place'), zip_code: `z${canaries.of('zip').slice(-12)}` },
      },
    }),
  )
  canaries.byField.set('zip', opened.data.user.address.zip_code)
  const { _id: id } = opened.data.user
  const person = { id, address, email, password, token: opened.data.access_token, refreshToken: '' }
  await ask(person, 'POST', 'usr-mgt/verify', { email, otp: await lastCode(email) })

  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
    .withExif({ IFD0: { ImageDescription: c('within the picture') } })
    .jpeg()
    .toBuffer()
  const upload = async (name: string) => {
    const reserved = await reserve(person, { size: picture.length, name: `${c(name)}.jpg` })
    await put(reserved.url, picture, 'image/jpeg')
    await confirm(person, reserved.upload_id)
    return reserved
  }
  const photo = await upload('name of the photo')
  await ask(person, 'PUT', 'usr-mgt/update', {
    bio: c('bio'),
    birthday: `1992-${clock.now().toISOString().slice(5, 10)}`,
    timezone: 'UTC',
    email: `${c('pending email')}@example.net`,
    profile_photo_url: photo.public_url,
  })

  const neighbour = await newMember()
  const category_id = (await newCategory())._id
  const post = async (as: TestPerson, title: string, more: object = {}) =>
    (await ask(as, 'POST', 'post-mgt/add', { title, price: 20, category_id, ...more })).body.data._id
  const listing = await post(person, `Lamp ${c('title')}`, {
    description: c('description'),
    media: { photoUrl: [(await upload('picture of the listing')).public_url] },
    address: { place: c('place of the listing') },
  })
  await ask(person, 'PUT', `post-mgt/update/${listing}`, { description: `Brass ${c('new description')}` })
  const closed = await post(person, `Desk ${c('closed title')}`)
  await ask(person, 'PATCH', `post-mgt/mark-as-closed/${closed}`, { reason: c('why it closed') })
  await post(person, `Draft ${c('draft')}`, { draft: true })

  await fund(person, 700)
  await granted(applyFor(person, (await newPackage({ kind: 'featured' }))._id, listing))
  const theirs = await post(neighbour, `Chair ${newId()}`)
  const comment = async (as: TestPerson, text: string, more: object = {}) =>
    (await ask(as, 'POST', 'post-mgt/add-comment', { post_id: theirs, text, ...more })).body.data._id
  const question = await comment(person, c('comment'), { client_ref: c('client ref') })
  await comment(neighbour, 'Yes', { parent_id: question })
  await ask(person, 'POST', 'post-mgt/add-comment', { post_id: listing, text: c('own comment') })
  await granted(call('GET', '/api/v1/usr-mgt/search-post', { as: person, query: { q: c('search') } }))
  await granted(
    call('POST', '/api/v1/post-mgt/favourite', {
      as: person,
      body: { post_id: theirs },
      headers: { 'idempotency-key': c('idempotency key') },
    }),
  )
  await ask(person, 'POST', 'post-mgt/favourite', { post_id: theirs, collection_name: c('collection') })
  await ask(person, 'POST', 'usr-mgt/follow', { user_id: neighbour.id, follow: true })
  await ask(neighbour, 'POST', 'usr-mgt/follow', { user_id: id, follow: true })
  const [other, third] = [await newMember(), await newMember()]
  await ask(person, 'POST', 'usr-mgt/block', { user_id: other.id, is_blocked: true })
  await ask(person, 'POST', 'usr-mgt/mute', { user_id: third.id, is_muted: true })

  const room = (
    await ask(neighbour, 'POST', 'chat-mgt/create-chatroom', { user_id: id, product_id: listing })
  ).body.data._id
  await granted(send(neighbour, room, 'Is it still there?'))
  await granted(
    send(person, room, c('message'), {
      client_message_id: c('client message id'),
      meetup: { place: c('meeting place'), at: '2100-01-01T00:00:00Z' },
    }),
  )
  const { body: sent } = await granted(send(person, room, c('deleted message')))
  await ask(person, 'DELETE', `chat-mgt/delete-message/${sent.data._id}`, {})

  const { body: said } = await granted(send(neighbour, room, 'Oh'))
  await granted(
    call('DELETE', `/api/v1/chat-mgt/delete-message/${said.data._id}`, {
      as: person,
      query: { scope: 'me' },
    }),
  )
  const held = await newHeldPost(person, { description: c('held') })
  await ask(
    person,
    'PUT',
    `post-mgt/update/${held._id}`,
    await anotherThing({ title: `Bargain ${c('held title')}` }),
  )

  const administrator = await newStaff('administrator')
  const alert = {
    severity: 'info',
    kind: 'info',
    platforms: ['web'],
    title: 'News',
    message: 'There is some.',
  }
  const { body: saved } = await ask(administrator, 'POST', 'application-alert/save', alert)
  await ask(person, 'POST', 'application-alert/acknowledge', { alert_id: saved.data._id })
  await ask(administrator, 'POST', 'notification-mgt/broadcast/manual', {
    sendTutorial: false,
    sendBreakingNews: true,
    breakingNews: news,
  })
  await granted(call('PATCH', '/api/v1/notification-mgt/read-all', { as: person, body: {} }))
  await ask(
    person,
    'POST',
    'payment-mgt/create-setup-intent',
    { usage: 'on_session' },
    {
      'idempotency-key': c('key of money'),
    },
  )
  const { body: disputed } = await granted(addTestFunds(person, 'dispute'))
  const dispute = { payment_id: disputed.data._id, command: 'dispute' }
  await ask(person, 'POST', 'payment-mgt/simulate-payment', dispute)
  await newRefund(person)
  await receivedInstantNotice(person)

  await ask(
    person,
    'POST',
    'payment-mgt/add-bank-account',
    {
      bank_token: 'btok_sandbox_verified',
      holder_name: c('holder of a bank account'),
      country: 'DE',
      currency: 'EUR',
    },
    { 'idempotency-key': newId() },
  )
  await ask(
    person,
    'POST',
    'payment-mgt/transfer-to-connected-account',
    { amount: 5, currency: 'EUR' },
    { 'idempotency-key': newId() },
  )
  await ask(person, 'POST', 'payment-mgt/export-transactions', {})
  await subscribed(person)
  const onReceipt = c('title on a receipt')
  await fillWallet(person, 700, { counterpartId: neighbour.id, subject: onReceipt })
  await fillWallet(neighbour, 700, { counterpartId: person.id, subject: onReceipt })

  const bought = await granted(
    call('POST', '/api/v1/purchase-tool/creation', {
      as: person,
      body: {
        user_id: id,
        title: c('purchase'),
        price: 4,
        product_image: [(await upload('picture of the purchase')).public_url],
        condition: 'good',
        search_id: c('search id'),
      },
    }),
  )
  const bin = String(bought.headers['x-listing-id'])
  await ask(person, 'PATCH', `purchase-tool/edit/${bin}`, {
    notes: c('notes'),
    location_bin: c('bin'),
    costs: [{ kind: 'repair', amount: 1, note: c('cost') }],
  })
  await ask(person, 'POST', 'purchase-tool/mark-as-sold', {
    listing_id: bin,
    sold_price: 9,
    channel: c('channel'),
    buyer: c('buyer'),
  })
  await ask(person, 'POST', 'usr-mgt/contact-us', {
    name: c('contact name'),
    email,
    subject: c('contact subject'),
    message: `Hello, ${c('contact message')}`,
  })
  await ask(person, 'POST', 'usr-mgt/claim-birthday-hat', {})
  await ask(person, 'POST', 'user-tools/generate-invite-link', { email: `${c('invited')}@example.org` })
  await ask(person, 'PUT', 'notification-mgt/preferences', { strangers: 'filter' })
  const identity = await identities.idToken('google', { sub: c('identity') })
  await ask(person, 'POST', 'usr-mgt/social-login', { provider: 'google', id_token: identity })
  const [search, stool] = [c('sought'), `stool${newId().slice(-8)}`]
  await ask(person, 'POST', 'search-mgt/saved-searches', { name: c('saved search'), query: { q: search } })
  await ask(person, 'POST', 'search-mgt/saved-searches', { name: 'Stools', query: { q: stool } })
  await post(neighbour, `A ${stool}`)
  await ask(person, 'POST', 'post-mgt/report', { post_id: theirs, reason: 'other', details: c('report') })
  await ask(neighbour, 'POST', 'post-mgt/report', { post_id: closed, reason: 'other' })
  await ask(person, 'POST', 'feedback/create', { category: 'idea', message: c('feedback') })
  await ask(person, 'POST', 'user-tools/mailing-list-subscribe', { lists: ['news'] })
  await jobsDone()
  await (await world()).host.services.writeBehind.flush()
  await dealWith({ person, neighbour, administrator, post, c })
  const { body: warned } = await granted(decide(administrator, await openCaseOf(closed), 'warn'))
  await granted(appeal(person, warned.data._id, { text: c('appeal') }))
  const plain = await post(person, 'A plain shelf')
  await ask(administrator, 'PUT', `post-mgt/update/${plain}`, { description: 'Oak.' })
  await ask(neighbour, 'POST', 'post-mgt/report', { post_id: plain, reason: 'other' })
  await granted(decide(administrator, await openCaseOf(plain), 'ban', { statement: unconfirmedBan }))
  const reference = { model: 'user', id }
  const violation = { recipient: id, reference, rule: 'spam', message: 'Please stop.', action: 'warn' }
  await ask(administrator, 'POST', 'notification-mgt/content-violation/manual', violation)
  return { canaries, person, neighbour, administrator, listing, closed, theirs, question, room }
}

/** In which tables, of the queue too, and files some of the words stand. */
async function whereTheyStand(canaries: Canaries): Promise<Record<string, string[]>> {
  const { host, dataDir } = await world()
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('platform', 'marketplace', 'wellness', 'pgboss') order by 1`.execute(
    host.services.db,
  )
  const found: Record<string, string[]> = {}
  const wanted = [...canaries.byField.values()].flatMap((canary) => [
    canary,
    Buffer.from(canary).toString('hex'),
  ])
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where lower(t::text) ~ ${wanted.join('|')}`.execute(
      host.services.db,
    )
    const fields = canaries.in(rows.map(({ row }) => row).join('\n'))
    if (fields.length > 0) found[name] = fields
  }
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const fields = canaries.in(readFileSync(file).toString('latin1'))
    if (fields.length > 0) found[path.relative(dataDir, file).replace(/[0-9a-f-]{36}/, '<id>')] = fields
  }
  return found
}

/** Everything that happens by itself, as it does every hour. */
async function hourPasses(): Promise<void> {
  const { host } = await world()
  // What is to be told to cards waits for a minute of the database's own time.
  await sql`update marketplace.post_card_source set changed_at = changed_at - interval '2 minutes'`.execute(
    host.services.db,
  )
  for (const { job } of allJobs()) if (job.cron || job.due) await runNow(job, {})
  await jobsDone()
}

/** Lets somebody leave, and all the time pass until nothing of them is left. */
async function leave(person: TestPerson, content: 'delete' | 'anonymise'): Promise<void> {
  const { clock } = await world()
  await emptyWallet(person)
  await ask(person, 'DELETE', 'usr-mgt/delete-account', { password: person.password, content })
  // What was queued until now is not done a month later, beside the erasure.
  await jobsDone()
  clock.advance(days(30) + hours(1))
  await hourPasses()
  // Pictures that nothing uses any more go with the next sweep, a day later at most.
  clock.advance(hours(25))
  await hourPasses()
}

/** Declared, and not in the hands of an ordinary person. */
const ofOthers = ['marketplace.broadcast', 'marketplace.mailing_question']

/** Not kept as it was given, or only beside an answer of the last days. */
const keptNowhere = ['password', 'deleted message', 'idempotency key', 'key of money', 'within the picture']

/** What the other side of a chat keeps, under an id without a name. */
const ofTheOtherSide = {
  'marketplace.chat_room': ['title', 'place of the listing'],
  'marketplace.message': ['message', 'client message id', 'meeting place', 'note'],
  'marketplace.room_member': ['title', 'place of the listing', 'message', 'note'],
}

/** What somebody reported, as it was then, until a year after staff decided. */
const ofStaff = { 'marketplace.report': ['closed title'] }

describe('somebody with a word of their own in every field', () => {
  beforeAll(() => worldWith({}).then(() => undefined))
  afterAll(closeWorld)

  test('takes everything along, and leaves nothing', async () => {
    const { canaries, person, neighbour, administrator } = await newFilledPerson()
    await ask(person, 'POST', 'usr-mgt/export', { password: person.password })
    await jobsDone()
    const { body } = await granted(call('GET', '/api/v1/usr-mgt/export', { as: person }))
    const { text } = await call('GET', body.data.url.replace(/^https?:\/\/[^/]+/, ''))
    const copy = JSON.parse(text)
    for (const other of [administrator.id, ...notForThem]) expect(text).not.toContain(other)
    const taken = canaries.in(text)
    expect([...canaries.byField.keys()].filter((field) => !taken.includes(field)).toSorted()).toEqual(
      keptNowhere.toSorted(),
    )
    const given = holdings
      .flatMap((tables) => Object.entries(tables))
      .filter(([table, held]) => isHeld(held) && held.given !== 'none' && !ofOthers.includes(table))
    expect(Object.keys(copy.data).toSorted()).toEqual(given.map(([table]) => table).toSorted())
    const pictures = copy.pictures as { url: string }[]
    expect(pictures).toHaveLength(3)
    for (const { url } of pictures)
      expect(canaries.in((await load(url)).rawPayload.toString('latin1'))).toEqual(['within the picture'])

    await leave(person, 'delete')
    expect(await whereTheyStand(canaries)).toEqual({ ...ofTheOtherSide, ...ofStaff })
    expect((await granted(reviewsOf(neighbour))).body).toMatchObject({ data: [], meta: { count: 0 } })
    const again = await call('POST', '/api/v1/usr-mgt/login', { body: person })
    expect(again.status).toBe(401)
  })

  test('stays without a name in listings and comments, where they want that', async () => {
    const { canaries, person, neighbour, listing, closed, theirs, question } = await newFilledPerson()
    await leave(person, 'anonymise')
    const found = await whereTheyStand(canaries)
    // The rest is what the pictures and the words of listings say, which stay.
    const { 'files/originals/<id>': _pictures, ...tables } = found
    const said = ['title', 'place of the listing', 'new description', 'closed title', 'held', 'sold title']
    expect(tables).toEqual({
      ...ofTheOtherSide,
      ...ofStaff,
      'marketplace.comment': ['comment', 'own comment'],
      'marketplace.post': said,
      'marketplace.post_card': said,
      'marketplace.review': ['review'],
    })

    const as = await signedIn(neighbour)
    for (const id of [listing, closed]) {
      const { body } = await granted(call('GET', `/api/v1/post-mgt/detail/${id}`, { as }))
      expect(body.data).toMatchObject({ status: 'closed', seller: { name: '', profile_photo_url: null } })
    }
    const { body } = await granted(call('GET', `/api/v1/post-mgt/get-comments/${theirs}`, { as }))
    expect(body.data[0]).toMatchObject({ _id: question, user: { name: '' } })
    const { body: reviewed } = await granted(reviewsOf(neighbour, as))
    expect(reviewed).toMatchObject({ data: [{ author: { name: '' }, rating: 4 }], meta: { count: 1 } })
    expect((await call('GET', `/api/v1/usr-mgt/get-profile-web/${person.id}`, { as })).status).toBe(404)
    for (const { name, findDifferent } of [listingCards, roomCards])
      expect(await findDifferent((await world()).host.services.db), name).toEqual([])
  })

  test('is read by nobody who proves that the address is theirs', async () => {
    const { canaries, person } = await newFilledPerson()
    const { host, identities } = await world()
    const { db } = host.services
    // As if whoever opened the account had never proved the address.
    await sql`update marketplace.users set is_verified = false where id = ${person.id}`.execute(db)
    await sql`delete from marketplace.identity where user_id = ${person.id}`.execute(db)
    const claims = { sub: newId(), email: person.email, email_verified: true }
    const body = { provider: 'google', id_token: await identities.idToken('google', claims) }
    const { body: taken } = await granted(call('POST', '/api/v1/usr-mgt/social-login', { body }))
    expect(taken.data.user._id).toBe(person.id)
    const as = { ...person, token: taken.data.access_token }
    await jobsDone()

    const found: Record<string, string[]> = {}
    const look = (where: string, text: string) => {
      const fields = canaries.in(text).filter((field) => field !== 'email')
      if (fields.length > 0) found[where] = fields
    }
    for (const { operation, path: at, id } of allOperations())
      if (operation.method === 'GET' && at.startsWith('/api/v1/') && !at.includes('{') && id !== 'getStream')
        look(id, (await call('GET', at, { as })).text)
    await ask(as, 'POST', 'usr-mgt/export', {})
    await jobsDone()
    const { body: copied } = await granted(call('GET', '/api/v1/usr-mgt/export', { as }))
    const { text } = await call('GET', copied.data.url.replace(/^https?:\/\/[^/]+/, ''))
    const { data } = JSON.parse(text)
    for (const [table, rows] of Object.entries(data)) look(table, JSON.stringify(rows))
    expect(found).toEqual({})
    // What came about since, or belongs to whoever the account is; that they were here is noted once a minute.
    const { 'marketplace.presence': _presence, ...others } = data
    expect(Object.keys(others).toSorted()).toEqual([
      'marketplace.identity',
      'marketplace.ledger_account',
      'marketplace.ledger_line',
      'marketplace.notification',
      'marketplace.personal_export',
      'marketplace.users',
      'platform.live_event',
      'platform.mail',
      'platform.session',
    ])
    for (const at of ['usr-mgt/blocks', 'usr-mgt/mutes', 'payment-mgt/get-payment-methods'])
      expect((await granted(call('GET', `/api/v1/${at}`, { as }))).body.data).toEqual([])
  })
})
