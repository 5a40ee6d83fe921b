import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import {
  call,
  eventually,
  expectProblem,
  later,
  newMember,
  newStaff,
  signedIn,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { load, makePicture, reserve, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import {
  addPost,
  detail,
  favourite,
  favourites,
  feed,
  ids,
  newPost,
  noticesOf,
  searchFor,
  sell,
  type TestPost,
  update,
  word,
} from '../../testing/posts.ts'
import { tellSavers } from '../collections/jobs.ts'

const database = async () => (await world()).host.services.db
type As = { token: string } | undefined

const block = async (blocker: TestPerson, blocked: TestPerson) =>
  sql`insert into marketplace.block (blocker_id, blocked_id, created_at) values (${blocker.id}, ${blocked.id}, now())`.execute(
    await database(),
  )

describe('adding', () => {
  test('publishes with every field, and everybody reads it', async () => {
    const author = await newMember()
    const category = await newCategory({ expiration_days: 10 })
    const sub = await newCategory({ parent_id: category._id })
    const { publicUrl } = await uploadPicture(author)
    const { status, body } = await addPost(author, {
      title: '  Oak table ',
      price: 12.34,
      category_id: category._id,
      sub_category_id: sub._id,
      description: 'Solid.',
      condition: 'good',
      quantity: 2,
      media: { photoUrl: [publicUrl] },
      address: { place: 'Mitte', zip_code: '10115' },
      allow_offers: true,
      delivery: 'pickup',
    })
    expect({ status, fields: body.error }).toEqual({ status: 200, fields: undefined })
    expect(body.data).toMatchObject({
      title: 'Oak table',
      price: 12.34,
      price_minor: 1234,
      currency: 'EUR',
      condition: 'good',
      photoUrl: publicUrl,
      media: { photoUrl: [publicUrl], videoUrl: '', videoThumbnail: '' },
      address: { place: 'Mitte', zip_code: '10115' },
      category: { _id: category._id, name: category.name },
      sub_category: { _id: sub._id, name: sub.name },
      status: 'active',
      isSold: false,
      own: true,
      favourited: false,
      seller: { _id: author.id },
      __v: 0,
    })
    const read = await detail(body.data._id)
    expect(read.body.data).toMatchObject({ title: 'Oak table', own: false, photoUrl: publicUrl })
  })

  test('moves the public place by at most 300 m, and for all that somebody offers there to the same spot', async () => {
    const author = await newMember()
    const at = (longitude: number, latitude: number) => ({
      location: { type: 'Point', coordinates: [longitude, latitude] },
    })
    const seen = async ({ _id }: { _id: string }) => (await detail(_id)).body.data.location.coordinates
    const post = await newPost(author, at(13.4, 52.5))
    const shown = await seen(post)
    for (const place of [at(13.4, 52.5), at(13.4001, 52.5003)])
      expect(await seen(await newPost(author, place))).toEqual(shown)
    expect(await seen(await newPost(await newMember(), at(13.4, 52.5)))).not.toEqual(shown)
    await update(author, post._id, { title: 'Another title', ...at(13.4, 52.5) })
    expect(await seen(post)).toEqual(shown)
    expect((await detail(post._id, author)).body.data.location.coordinates).toEqual([13.4, 52.5])
    const metres = Math.hypot(
      (shown[1] - 52.5) * 111_195,
      (shown[0] - 13.4) * 111_195 * Math.cos((52.5 * Math.PI) / 180),
    )
    expect(metres).toBeGreaterThan(50)
    expect(metres).toBeLessThanOrEqual(300)
    await update(author, post._id, at(14, 52.5))
    expect((await seen(post))[0]).toBeGreaterThan(13.9)
  })

  test('asks for a place when its author has told none', async () => {
    const author = await newMember({ longitude: 0, latitude: 0 })
    expectProblem(await addPost(author), 400, 'VALIDATION_FAILED', 'body.location')
    const location = { type: 'Point', coordinates: [2, 41] }
    expect((await addPost(author, { location })).body.data.location.coordinates).toEqual([2, 41])
  })

  test('is answered with what reading it back gives', async () => {
    const author = await newMember()
    await call('PUT', '/api/v1/usr-mgt/update-profile', { as: author, body: { name: 'Ada Other' } })
    const attribute = (key: string) => ({ key, label: 'Label', type: 'text', required: true })
    const keys = ['width', 'oil', 'ink', 'a_b', 'a1', 'material']
    const top = await newCategory({ attribute_schema: keys.map(attribute) })
    const leaf = await newCategory({ parent_id: top._id })
    const { publicUrl } = await uploadPicture(author)
    const attributes = Object.fromEntries(keys.map((key) => [key, key.toUpperCase()]))
    for (const more of [{}, { sub_category_id: leaf._id, price: 0.1, media: { photoUrl: [publicUrl] } }]) {
      const post = await newPost(author, { category_id: top._id, attributes, ...more })
      const {
        similar_ids: _similar,
        price_badge: _badge,
        ...read
      } = (await detail(post._id, author)).body.data
      // As text, since the order of the fields is compared as well. A detail tells how far away its reader lives.
      expect(JSON.stringify(post)).toBe(JSON.stringify({ ...read, distance_km: null }))
    }
  })

  test('takes attributes of every category above, trimmed, in one spelling', async () => {
    const author = await newMember()
    const rare = word()
    const attribute = (key: string) => ({ key, label: 'Label', type: 'text', required: true })
    const [top, middle] = [await newCategory({ attribute_schema: [attribute('brand')] }), await newCategory()]
    const as = await categoryKeeper()
    await call('PUT', `/api/v1/category-mgt/update/${middle._id}`, { as, body: { parent_id: top._id } })
    const leaf = await newCategory({ parent_id: middle._id, attribute_schema: [attribute('colour')] })
    const filed = { category_id: middle._id, sub_category_id: leaf._id }
    for (const key of ['brand', 'colour'])
      expectProblem(await addPost(author, filed), 400, 'ATTRIBUTE_INVALID', `body.attributes.${key}`)
    const attributes = { brand: ' Cafe\u0301 ', colour: 'red' }
    const post = await newPost(author, { ...filed, title: rare, attributes })
    expect((await detail(post._id)).body.data.attributes).toEqual({ brand: 'Café', colour: 'red' })
    const query = { category_id: leaf._id, 'attributes[brand]': ' Cafe\u0301' }
    expect(ids(await searchFor(query))).toEqual([post._id])
    const blank = { ...attributes, colour: ' ' }
    expectProblem(await update(author, post._id, { attributes: blank }), 400, 'ATTRIBUTE_INVALID')
  })

  test('takes prices exactly, by the decimals of the currency', async () => {
    const author = await newMember()
    for (const [price, currency, minor] of [
      [0.29, 'EUR', 29],
      [99_999_999.99, 'EUR', 9_999_999_999],
      [1500, 'JPY', 1500],
      [1.005, 'KWD', 1005],
      [0, 'EUR', 0],
    ] as const)
      expect(await newPost(author, { price, currency })).toMatchObject({
        price,
        price_minor: minor,
        currency,
      })
    for (const [price, currency] of [
      [1.005, 'EUR'],
      [1.5, 'JPY'],
      [1e-7, 'EUR'],
    ] as const)
      expectProblem(await addPost(author, { price, currency }), 400, 'PRICE_PRECISION', 'body.price')
    expectProblem(await addPost(author, { currency: 'ZZZ' }), 400, 'VALIDATION_FAILED', 'body.currency')
    expectProblem(await addPost(author, { price: -1 }), 400, 'VALIDATION_FAILED', 'body.price')
  })

  test('refuses what does not exist or fit', async () => {
    const author = await newMember()
    const category = await newCategory({
      attribute_schema: [
        { key: 'brand', label: 'Brand', type: 'text', required: true, options: [], unit: '' },
      ],
    })
    const other = await newCategory()
    expectProblem(
      await addPost(author, { category_id: newId() }),
      404,
      'NO_SUCH_CATEGORY',
      'body.category_id',
    )
    expectProblem(
      await addPost(author, { category_id: other._id, sub_category_id: category._id }),
      404,
      'NO_SUCH_CATEGORY',
      'body.sub_category_id',
    )
    expectProblem(
      await addPost(author, { category_id: category._id }),
      400,
      'ATTRIBUTE_INVALID',
      'body.attributes.brand',
    )
    expectProblem(
      await addPost(author, { location: { type: 'Point', coordinates: [52, 100] } }),
      400,
      'COORDINATES_INVALID',
    )
    const post = await newPost(author, { category_id: category._id, attributes: { brand: 'Acme' } })
    expect((await detail(post._id)).body.data.attributes).toEqual({ brand: 'Acme' })
  })

  test('takes only one’s own finished pictures', async () => {
    const author = await newMember()
    const stranger = await newMember()
    const theirs = await uploadPicture(stranger)
    const unfinished = await reserve(author, { size: 100 })
    for (const url of [theirs.publicUrl, unfinished.public_url, 'https://elsewhere.example/cat.png'])
      expectProblem(
        await addPost(author, { media: { photoUrl: [url] } }),
        400,
        'MEDIA_NOT_READY',
        'body.media.photoUrl.0',
      )
  })

  test('lets go of a picture that is replaced, but not of one that something else uses', async () => {
    const author = await newMember()
    const [kept, dropped, shared] = await Promise.all([1, 2, 3].map(() => uploadPicture(author)))
    const photoUrl = [kept, dropped, shared].map((picture) => picture?.publicUrl)
    const post = await newPost(author, { media: { photoUrl } })
    await newPost(author, { media: { photoUrl: [shared?.publicUrl] } })
    const { body } = await update(author, post._id, { media: { photoUrl: [kept?.publicUrl] } })
    expect(body.data.media.photoUrl).toEqual([kept?.publicUrl])
    await sweepIn(23)
    expect((await load(dropped?.publicUrl ?? '')).statusCode).toBe(200)
    await sweepIn(25)
    const loaded = await Promise.all([kept, dropped, shared].map((one) => load(one?.publicUrl ?? '')))
    expect(loaded.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200])
  })

  test('asks before publishing the same thing twice', async () => {
    const author = await newMember()
    const title = `Twin ${newId()}`
    await newPost(author, { title })
    expectProblem(await addPost(author, { title: title.toUpperCase() }), 409, 'DUPLICATE_POST')
    expectProblem(await addPost(author, { title: `${title} !` }), 409, 'DUPLICATE_POST')
    expect((await addPost(author, { title, price: 21 })).status).toBe(200)
    const second = await addPost(author, { title }, { 'x-allow-duplicate': 'true' })
    expect(second.status).toBe(200)
    const { body } = await addPost(author, { title })
    expect(body.error).toMatchObject({ details: { post_id: second.body.data._id } })
    for (const volume of [1, 2]) await newPost(author, { title: `Collected works, volume ${volume}` })
    await newPost(author, { title: 'Collected poems' })
    const other = await newMember()
    const answers = await Promise.all(Array.from({ length: 8 }, () => addPost(other, { title })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  test('knows the same thing by its picture, whatever it costs now', async () => {
    const author = await newMember()
    const picture = await makePicture(320, 200)
    const photo = async () => ({ photoUrl: [(await uploadPicture(author, picture)).publicUrl] })
    const first = await newPost(author, { title: 'Brass ship’s lantern', media: await photo() })
    const again = { title: 'Brass ships lantern', price: 35 }
    const answer = await addPost(author, { ...again, media: await photo() })
    expectProblem(answer, 409, 'DUPLICATE_POST')
    expect(answer.body.error).toMatchObject({ details: { post_id: first._id } })
    expect((await addPost(author, again)).status).toBe(200)
  })

  test('stops a newcomer’s flood', async () => {
    const author = await newMember()
    const { _id } = await newPost(author)
    const db = await database()
    await sql`update marketplace.users set trust_level = 0 where id = ${author.id}`.execute(db)
    await sql`
      insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, status, longitude, latitude, public_longitude, public_latitude, published_at, created_at, updated_at)
      select gen_random_uuid(), author_id, title, price_minor, currency, category_id, 'closed', 0, 0, 0, 0, published_at, created_at, updated_at
      from marketplace.post, generate_series(1, 199) where id = ${_id}`.execute(db)
    expectProblem(await addPost(author), 403, 'POSTING_LIMIT')
    const draft = await newPost(author, { draft: true })
    expectProblem(await update(author, draft._id, { draft: false }), 403, 'POSTING_LIMIT')
  })

  test('keeps a draft to its author until it is published', async () => {
    const author = await newMember()
    const draft = await newPost(author, { draft: true })
    expect(draft).toMatchObject({ status: 'draft', published_at: null, expires_at: null })
    expectProblem(await detail(draft._id), 404, 'NO_SUCH_POST')
    expect((await update(author, draft._id, { draft: false })).body.data.status).toBe('active')
    expect((await detail(draft._id)).status).toBe(200)
    expectProblem(await update(author, draft._id, { draft: true }), 409, 'INVALID_TRANSITION')
  })

  test('holds a draft to the rules of the moment it is published', async () => {
    const author = await newMember()
    const category = await newCategory()
    const title = `Late ${newId()}`
    const draft = await newPost(author, { title, category_id: category._id, draft: true })
    const publish = (headers = {}) => update(author, draft._id, { draft: false }, headers)
    const as = await categoryKeeper()
    const change = (body: object) => call('PUT', `/api/v1/category-mgt/update/${category._id}`, { as, body })
    await change({ enabled: false })
    expect((await update(author, draft._id, { price: 19 })).status).toBe(200)
    expectProblem(await publish(), 404, 'NO_SUCH_CATEGORY', 'body.category_id')
    await change({
      enabled: true,
      attribute_schema: [{ key: 'size', label: 'Size', type: 'text', required: true }],
    })
    expectProblem(await publish(), 400, 'ATTRIBUTE_INVALID', 'body.attributes.size')
    await update(author, draft._id, { attributes: { size: 'M' } })
    await newPost(author, { title, price: 19 })
    expectProblem(await publish(), 409, 'DUPLICATE_POST')
    expect((await publish({ 'x-allow-duplicate': 'true' })).body.data.status).toBe('active')
    const profile = await call('GET', `/api/v1/usr-mgt/get-profile-web/${author.id}`)
    expect(profile.body.data.posts[0]._id).toBe(draft._id)
  })
})

describe('changing', () => {
  test('changes only what was sent, and only for its owner or a moderator', async () => {
    const author = await newMember()
    const post = await newPost(author, { description: 'First.' })
    expectProblem(await update(await newMember(), post._id, { title: 'Stolen' }), 404, 'NO_SUCH_POST')
    expectProblem(await update(author, newId(), { title: 'Nothing' }), 404, 'NO_SUCH_POST')
    const { body } = await update(author, post._id, { description: 'Second.' })
    expect(body.data).toMatchObject({ title: post.title, price: 20, description: 'Second.', __v: 1 })
    const moderator = await newStaff('moderator')
    const moderated = await update(moderator, post._id, { title: 'Cleaned up' })
    expect(moderated.body.data).toMatchObject({ title: 'Cleaned up', own: false })
    const { rows: kept } = await sql`
      select action, subject, details from platform.audit where actor_id = ${moderator.id}`.execute(
      await database(),
    )
    expect(kept).toEqual([
      { action: 'update-post', subject: `post/${post._id}`, details: { fields: ['title'] } },
    ])
    const draft = await newPost(author, { draft: true })
    expectProblem(await update(moderator, draft._id, { title: 'Not yours' }), 404, 'NO_SUCH_POST')
    expectProblem(await update(author, post._id, { category_id: newId() }), 404, 'NO_SUCH_CATEGORY')
    expectProblem(await update(author, post._id, { attributes: { colour: 'red' } }), 400, 'ATTRIBUTE_INVALID')
    expectProblem(await update(author, post._id, { price: 1.001 }), 400, 'PRICE_PRECISION')
    const beyond = { type: 'Point', coordinates: [0, 91] }
    expectProblem(await update(author, post._id, { location: beyond }), 400, 'COORDINATES_INVALID')
    const media = { photoUrl: [`https://x.example/media/${newId()}/1280.webp`] }
    expectProblem(await update(author, post._id, { media }), 400, 'MEDIA_NOT_READY')
  })

  test('refuses a stale version, and of two that read the same one lets one win', async () => {
    const author = await newMember()
    const post = await newPost(author)
    expect((await update(author, post._id, { price: 19 }, { 'if-match': '"0"' })).status).toBe(200)
    expectProblem(await update(author, post._id, { price: 18 }, { 'if-match': '0' }), 412, 'VERSION_CONFLICT')
    const race = await Promise.all(
      [1, 2, 3, 4].map((price) => update(author, post._id, { price }, { 'if-match': 'W/"1"' })),
    )
    expect(race.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412])
  })

  test('waits for another change instead of losing sight of the listing', async () => {
    const author = await newMember()
    const post = await newPost(author)
    const other = await newCategory()
    const db = await database()
    const { answer } = await db.transaction().execute(async (transaction) => {
      await sql`update marketplace.post set category_id = ${other._id} where id = ${post._id}`.execute(
        transaction,
      )
      const waiting = update(author, post._id, { title: 'Patience' })
      await eventually(async () => {
        const { rows } = await sql`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length > 0
      })
      return { answer: waiting }
    })
    expect((await answer).body.data).toMatchObject({ title: 'Patience', category: { _id: other._id } })
  })

  test('ends with a soft deletion', async () => {
    const author = await newMember()
    const post = await newPost(author)
    await sql`update marketplace.post set status = 'soft_deleted' where id = ${post._id}`.execute(
      await database(),
    )
    expectProblem(await update(author, post._id, { description: 'Back?' }), 409, 'POST_NOT_EDITABLE')
  })

  test('of a sold listing leaves only the description and the pictures', async () => {
    const author = await newMember()
    const post = await newPost(author)
    await sell(author, post._id, 'sold_elsewhere')
    expectProblem(await update(author, post._id, { price: 1 }), 409, 'POST_NOT_EDITABLE')
    expect((await update(author, post._id, { description: 'Gone.' })).status).toBe(200)
  })

  test('tells those who saved it of a real price drop, once a day', async () => {
    const author = await newMember()
    const fan = await newMember()
    const stranger = await newMember()
    const post = await newPost(author, { price: 100 })
    await favourite(fan, post._id, { favourite: true })
    await update(author, post._id, { price: 96 })
    expect(await noticesOf(fan, 'price_drop')).toHaveLength(0)
    await update(author, post._id, { price: 90 })
    await update(author, post._id, { price: 80 })
    expect(await noticesOf(fan, 'price_drop')).toMatchObject([
      { reference: { model: 'post', id: post._id }, message: `${post.title}: 96 EUR → 90 EUR` },
    ])
    expect(await noticesOf(stranger, 'price_drop')).toHaveLength(0)
    const [saved] = (await favourites(fan)).body.data
    expect(saved).toMatchObject({ price: 80, price_at_save: 100, price_delta: -20, is_available: true })
    await later(hours(24), async () => {
      await update(await signedIn(author), post._id, { price: 70 })
      expect(await noticesOf(await signedIn(fan), 'price_drop')).toHaveLength(2)
    })
  })

  test('takes back what it told of a drop once the price is above it, or in another currency', async () => {
    const [author, fan] = [await newMember(), await newMember()]
    const told = async () => (await noticesOf(fan, 'price_drop')).length
    for (const undoing of [{ price: 91 }, { price: 90, currency: 'USD' }]) {
      const post = await newPost(author, { price: 100 })
      await favourite(fan, post._id, { favourite: true })
      for (const price of [90, 70, 90]) await update(author, post._id, { price })
      expect(await told()).toBe(1)
      await update(author, post._id, undoing)
      expect(await told()).toBe(0)
      await update(author, post._id, { price: 60 })
      expect(await told()).toBe(0)
    }
  })

  test('tells nobody of pennies, of another currency, or of what has ended', async () => {
    const author = await newMember()
    const fan = await newMember()
    const category = await newCategory({ expiration_days: 1 })
    const [penny, foreign, ended] = [
      await newPost(author, { price: 10 }),
      await newPost(author, { price: 100 }),
      await newPost(author, { price: 100, category_id: category._id }),
    ]
    for (const { _id } of [penny, foreign, ended]) await favourite(fan, _id, { favourite: true })
    await update(author, penny._id, { price: 9.01 })
    await update(author, foreign._id, { price: 50, currency: 'USD' })
    await later(days(1), async () => {
      await update(await signedIn(author), ended._id, { price: 50 })
      expect(await noticesOf(await signedIn(fan), 'price_drop')).toHaveLength(0)
    })
    const saved = (await favourites(fan)).body.data
    const inDollars = saved.find((card: { _id: string }) => card._id === foreign._id)
    expect(inDollars).toMatchObject({ price: 50, price_at_save: 50, price_delta: 0, currency: 'USD' })
    await update(author, penny._id, { price: 8 })
    expect(await noticesOf(fan, 'price_drop')).toHaveLength(1)
  })

  test('tells nobody of a price that is gone before they could hear of it', async () => {
    const author = await newMember()
    const fan = await newMember()
    const post = await newPost(author, { price: 100 })
    await favourite(fan, post._id, { favourite: true })
    const { jobs, db } = (await world()).host.services
    for (const price_minor of [5000, 10_000])
      await jobs.enqueue(db, tellSavers, {
        postId: post._id,
        category: 'price_drop',
        at: new Date(price_minor).toISOString(),
        message: `now ${price_minor}`,
        price: { price_minor, currency: 'EUR' },
      })
    expect(await noticesOf(fan, 'price_drop')).toMatchObject([{ message: 'now 10000' }])
  })
})

describe('moderation', () => {
  const act = async (author: TestPerson, id: string, action: string, as: As) =>
    call('POST', '/api/v1/notification-mgt/content-violation/manual', {
      as,
      body: {
        recipient: author.id,
        reference: { model: 'post', id },
        rule: 'no-spam',
        message: 'No.',
        action,
      },
    })

  test('hides a listing from all but its author and staff, and keeps what it was', async () => {
    const [author, moderator] = [await newMember(), await newStaff('moderator')]
    const post = await newPost(author)
    await sell(author, post._id, 'reserved')
    await act(author, post._id, 'hide', moderator)
    expectProblem(await detail(post._id, await newMember()), 404, 'NO_SUCH_POST')
    for (const as of [author, moderator])
      expect((await detail(post._id, as)).body.data).toMatchObject({ status: 'hidden' })
    await act(author, post._id, 'remove', moderator)
    expectProblem(await detail(post._id, moderator), 404, 'NO_SUCH_POST')
    const { rows } =
      await sql`select status, status_before from marketplace.post where id = ${post._id}`.execute(
        await database(),
      )
    expect(rows).toEqual([{ status: 'deleted', status_before: 'reserved' }])
    const draft = await newPost(author, { draft: true })
    expectProblem(await detail(draft._id, moderator), 404, 'NO_SUCH_POST')
  })
})

describe('a block', () => {
  test('hides the listings of both from each other, everywhere', async () => {
    const one = await newMember()
    const other = await newMember()
    const rare = word()
    const posts: [TestPerson, TestPost, TestPerson][] = [
      [one, await newPost(one, { title: `Bell ${rare}` }), other],
      [other, await newPost(other, { title: `Bell ${rare}` }), one],
    ]
    for (const [, post, reader] of posts) await favourite(reader, post._id)
    const seenBy = async (reader: TestPerson, id: string) => [
      ids(await searchFor({ q: rare }, reader)).includes(id),
      ids(await searchFor({ q: `${rare.slice(0, -1)}` }, reader)).includes(id),
      ids(await feed({ limit: 100 }, reader)).includes(id),
      ids(await favourites(reader)).includes(id),
      (await detail(id, reader)).status === 200,
    ]
    for (const [, post, reader] of posts)
      expect(await seenBy(reader, post._id)).toEqual([true, true, true, true, true])
    await block(one, other)
    for (const [, post, reader] of posts) {
      expect(await seenBy(reader, post._id)).toEqual([false, false, false, false, false])
      expectProblem(await detail(post._id, reader), 404, 'NO_SUCH_POST')
      expectProblem(await favourite(reader, post._id, { favourite: true }), 404, 'NO_SUCH_POST')
    }
    const { facets } = (await searchFor({ q: rare }, one)).body.meta as {
      facets: { category: { count: number }[] }
    }
    expect(facets.category.map(({ count }) => count)).toEqual([1])
    expect(ids(await searchFor({ q: rare })).sort()).toEqual(posts.map(([, post]) => post._id).sort())
  })
})
