import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { platformItself, transact } from '../../platform/operation/transact.ts'
import { categoryKeeper, newCategory, type TestCategory } from '../../testing/categories.ts'
import { call, eventually, expectProblem, later, newMember, world } from '../../testing/kit.ts'
import { newPost as addListing, addPost as tryListing } from '../../testing/posts.ts'
import { jobsDone } from '../../testing/rows.ts'
import { foundBy, newSavedSearch } from '../../testing/saved-searches.ts'
import { refilePostsOf } from '../filing/jobs.ts'
import { deleteCategory, findCategory, holdCategory } from './public.ts'

const base = '/api/v1/category-mgt'
const update = async (id: string, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `${base}/update/${id}`, { as: await categoryKeeper(), body, headers })
const remove = async (id: string, query: Record<string, string> = {}) =>
  call('DELETE', `${base}/delete/${id}`, { as: await categoryKeeper(), query })
const addBelow = async (parent: string, body: object = {}) =>
  call('POST', `${base}/add-sub-category`, {
    as: await categoryKeeper(),
    body: { category_id: parent, name: `Sub ${newId()}`, ...body },
  })
const addTo = async (parent: string, body: object = {}) =>
  call('POST', `${base}/add`, {
    as: await categoryKeeper(),
    body: { parent_id: parent, name: `Sub ${newId()}`, ...body },
  })
const newSub = async (parent: TestCategory, body: object = {}): Promise<TestCategory> =>
  (await addBelow(parent._id, body)).body.data
const tree = (query: Record<string, string | number | boolean> = {}, as?: { token: string }) =>
  call('GET', `${base}/v2/get`, { query, as })
const idsBelow = async (parent: TestCategory): Promise<string[]> =>
  (await tree({ parent_id: parent._id })).body.data.map((node: TestCategory) => node._id)

/** A listing written straight into its table: what listings are is not the matter here. */
async function newPost(
  category: TestCategory,
  sub?: TestCategory,
  status = 'active',
  transaction?: Db,
): Promise<string> {
  const author = await newMember()
  const { host, clock } = await world()
  const id = newId()
  await sql`
    insert into marketplace.post (id, author_id, title, price_minor, currency, category_id, sub_category_id, status,
      longitude, latitude, public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
    values (${id}, ${author.id}, 'Bicycle', 100, 'EUR', ${category._id}, ${sub?._id ?? null}, ${status}, 0, 0, 0, 0,
      ${clock.now()}, ${new Date(clock.now().getTime() + days(1))}, ${clock.now()}, ${clock.now()})`.execute(
    transaction ?? host.services.db,
  )
  return id
}
/** Where a listing is filed, once the jobs have done their work. */
async function placeOf(post: string) {
  await jobsDone()
  const { host } = await world()
  const { rows } = await sql<{ category_id: string; sub_category_id: string | null }>`
    select category_id, sub_category_id from marketplace.post where id = ${post}`.execute(host.services.db)
  return rows[0]
}

/** Polls until a statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  const { host } = await world()
  await eventually(async () => {
    const { rows } = await sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      host.services.db,
    )
    return rows.length > 0
  })
}

describe('adding', () => {
  test('keeps every field, fills in the rest, and makes a slug', async () => {
    const name = `Émile & Söhne ${newId()}`
    const answer = await call('POST', `${base}/add`, {
      as: await categoryKeeper(),
      body: {
        name: `  ${name} `,
        icon: 'car',
        position: 7,
        expiration_days: 90,
        attribute_schema: [
          { key: 'fuel', label: 'Fuel', type: 'enum', required: true, options: ['petrol', 'electric'] },
          { key: 'mileage', label: 'Mileage', type: 'number', unit: 'km' },
        ],
      },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      name,
      slug: name
        .toLowerCase()
        .replace('é', 'e')
        .replace('ö', 'o')
        .replace(/[^a-z0-9]+/g, '-'),
      parent_id: null,
      icon: 'car',
      position: 7,
      enabled: true,
      expiration_days: 90,
      __v: 0,
      attribute_schema: [
        {
          key: 'fuel',
          label: 'Fuel',
          type: 'enum',
          required: true,
          options: ['petrol', 'electric'],
          unit: '',
        },
        { key: 'mileage', label: 'Mileage', type: 'number', required: false, options: [], unit: 'km' },
      ],
    })
  })

  test('refuses a sibling of the same name in any spelling, and allows it elsewhere', async () => {
    const parent = await newCategory()
    const first = await newSub(parent, { name: 'Cars & Vans' })
    for (const add of [addBelow, addTo])
      expectProblem(await add(parent._id, { name: 'cars — vans' }), 409, 'NAME_TAKEN')
    expect((await addBelow(first._id, { name: 'Cars & Vans' })).status).toBe(200)
    await remove(first._id, { move_to: (await newCategory())._id })
    expect((await addBelow(parent._id, { name: 'Cars & Vans' })).status).toBe(200)
  })

  test('compares names without accents, but not without the vowels of other scripts', async () => {
    const parent = await newCategory()
    const names = ['Bücher', 'किताब', 'कीताब', 'Ёлки', 'Елки']
    const answers: number[] = []
    for (const name of names) answers.push((await addBelow(parent._id, { name })).status)
    expect(answers).toEqual([200, 200, 200, 200, 409])
    expectProblem(await addBelow(parent._id, { name: 'BUCHER' }), 409, 'NAME_TAKEN')
  })

  test('lets only one of two at once have a name', async () => {
    const parent = await newCategory()
    const answers = await Promise.all([1, 2, 3].map(() => addBelow(parent._id, { name: 'Boats' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('stops at the fourth level, and inherits how long listings stay', async () => {
    let below = await newCategory({ expiration_days: 12 })
    for (let level = 2; level <= 4; level += 1) below = await newSub(below)
    expect(below).toMatchObject({ expiration_days: 12 })
    for (const add of [addBelow, addTo]) {
      expectProblem(await add(below._id), 400, 'CATEGORY_TOO_DEEP')
      expectProblem(await add(newId()), 404, 'NO_SUCH_CATEGORY')
    }
  })

  test.each([
    ['two of one key', [{ key: 'a' }, { key: 'a' }], 'body.attribute_schema.1.key'],
    ['an enum without options', [{ key: 'a', type: 'enum' }], 'body.attribute_schema.0.options'],
    ['options of a text', [{ key: 'a', options: ['x'] }], 'body.attribute_schema.0.options'],
    ['an option twice', [{ key: 'a', type: 'enum', options: ['x', 'x'] }], 'body.attribute_schema.0.options'],
    ['a key that is none', [{ key: 'A b' }], 'body.attribute_schema.0.key'],
  ])('refuses an attribute schema with %s', async (_name, attributes, path) => {
    const answer = await call('POST', `${base}/add`, {
      as: await categoryKeeper(),
      body: {
        name: 'Odd',
        attribute_schema: attributes.map((one) => ({ label: 'A', type: 'text', ...one })),
      },
    })
    expectProblem(answer, 400, 'VALIDATION_FAILED', path)
  })

  test('is not for members', async () => {
    const answer = await call('POST', `${base}/add`, { as: await newMember(), body: { name: 'Mine' } })
    expectProblem(answer, 403, 'FORBIDDEN')
  })
})

test('a new one stands behind its neighbours', async () => {
  const root = await newCategory()
  const named = async (name: string, fields: object = {}) => newSub(root, { name, ...fields })
  const first = await named('Zz first')
  const behind = await named('Mm behind', { position: 7 })
  const last = await named('Aa last')
  expect([first.position, behind.position, last.position]).toEqual([0, 7, 8])
  await named('Bb at the end', { position: 10_000 })
  expect((await named('Cc at the end')).position).toBe(10_000)
  const { body } = await tree({ parent_id: root._id })
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
    ...['Zz first', 'Mm behind', 'Aa last', 'Bb at the end', 'Cc at the end'],
  ])
})

describe('reading', () => {
  test('the flat list carries two levels, in order, and finds by either name', async () => {
    const word = newId().slice(-12)
    const root = await newCategory({ name: `Räder ${word}`, icon: 'wheel' })
    const second = await newSub(root, { name: 'Zz first', position: 0 })
    const first = await newSub(root, { name: `Aa ${word} child`, position: 1 })
    await newSub(root, { name: 'Hidden', enabled: false })
    for (const q of [`rader ${word}`, `${word} CHILD`]) {
      const { body } = await call('GET', `${base}/get`, { query: { q } })
      expect(body.data).toEqual([
        {
          _id: root._id,
          name: root.name,
          icon: 'wheel',
          sub_categories: [
            { _id: second._id, name: 'Zz first' },
            { _id: first._id, name: `Aa ${word} child` },
          ],
        },
      ])
    }
    const all = await call<TestCategory[]>('GET', `${base}/get`)
    expect(all.body.data.map((one) => one._id)).toContain(root._id)
  })

  test('the tree nests, cuts at a depth, and rolls up the counts of live listings', async () => {
    const root = await newCategory()
    const sub = await newSub(root)
    const leaf = await newSub(sub)
    await newPost(root)
    await newPost(root, sub, 'reserved')
    await newPost(sub, leaf)
    await newPost(root, sub, 'draft')
    const ended = await newPost(root)
    const { host } = await world()
    await sql`update marketplace.post set expires_at = published_at where id = ${ended}`.execute(
      host.services.db,
    )
    // Counts are kept for a minute.
    const whole = await later(minutes(1), () => tree({ with_counts: true }))
    const node = whole.body.data.find((one: TestCategory) => one._id === root._id)
    expect(node).toMatchObject({
      active_count: 3,
      sub_categories: [
        { _id: sub._id, active_count: 2, sub_categories: [{ _id: leaf._id, active_count: 1 }] },
      ],
    })
    const cut = await tree({ parent_id: root._id, depth: 1 })
    expect(cut.body.data).toHaveLength(1)
    expect(cut.body.data[0]).toMatchObject({ _id: sub._id, has_children: true, sub_categories: [] })
    expect(cut.body.data[0]).not.toHaveProperty('active_count')
    expectProblem(await tree({ parent_id: newId() }), 404, 'NO_SUCH_CATEGORY')
    expectProblem(await tree({ depth: 5 }), 400, 'VALIDATION_FAILED', 'query.depth')
  })

  test('the tree speaks the language that is asked for, as far as it knows it', async () => {
    const names = { de: 'Möbel', 'de-AT': 'Einrichtung' }
    const parent = await newCategory({ names })
    const child = await newCategory({ parent_id: parent._id, names })
    const nameIn = async (locale?: string) => {
      const query = { parent_id: parent._id, ...(locale ? { locale } : {}) }
      return (await call('GET', `${base}/v2/get`, { query })).body.data[0].name
    }
    expect(await nameIn('de')).toBe('Möbel')
    expect(await nameIn('de-AT')).toBe('Einrichtung')
    expect(await nameIn('de-CH')).toBe('Möbel')
    expect([await nameIn('fr'), await nameIn()]).toEqual([child.name, child.name])
    const as = await categoryKeeper()
    const changed = await call('PUT', `${base}/update/${child._id}`, {
      as,
      body: { names: { fr: 'Meubles' } },
    })
    expect(changed.body.data.names).toEqual({ fr: 'Meubles' })
    expect(await nameIn('fr')).toBe('Meubles')
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('trees and lists of names are sent as %s to who reads it', async (encoding, read) => {
    await newCategory({ name: `Ümläute ${newId()}`.padEnd(60, '…') })
    for (let count = 0; count < 12; count += 1) await newCategory()
    const { app } = await world()
    // The second time it is the one that was kept.
    for (const address of [`${base}/v2/get`, `${base}/get`])
      for (let time = 0; time < 2; time += 1) {
        const headers = { 'accept-encoding': `zstd, ${encoding};q=0.8, identity` }
        const packed = await app.inject({ url: address, headers })
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
        const plain = await app.inject({ url: address, headers: { 'accept-encoding': `${encoding};q=0` } })
        expect(plain.headers).not.toHaveProperty('content-encoding')
        expect(read(packed.rawPayload).toString()).toBe(plain.payload)
        expect(packed.headers.etag).toBe(plain.headers.etag)
      }
  })

  test('the way to a category has what listings of it may say, the lower word last', async () => {
    const size = { key: 'size', label: 'Size', type: 'text' }
    const [car, shoe] = [
      await newCategory({ attribute_schema: [size, { key: 'brand', label: 'Brand', type: 'text' }] }),
      await newCategory(),
    ]
    const sub = await newSub(car, { attribute_schema: [{ ...size, label: 'Width', unit: 'cm' }] })
    const wayTo = async (id: string) => call('GET', `${base}/path/${id}`)
    const { data } = (await wayTo(sub._id)).body
    expect(data.path.map(({ _id }: TestCategory) => _id)).toEqual([car._id, sub._id])
    expect(data.attribute_schema).toMatchObject([
      { key: 'size', label: 'Width', unit: 'cm' },
      { key: 'brand', label: 'Brand' },
    ])
    await update(car._id, { enabled: false })
    expectProblem(await wayTo(sub._id), 404, 'NO_SUCH_CATEGORY')
    expect((await wayTo(shoe._id)).body.data.attribute_schema).toEqual([])
  })

  test('the tree says when nothing changed, until something does', async () => {
    const root = await newCategory()
    const sub = await newSub(root)
    const first = await tree({ parent_id: root._id })
    const etag = String(first.headers.etag)
    const ask = () =>
      call('GET', `${base}/v2/get`, {
        query: { parent_id: root._id },
        headers: { 'if-none-match': `"other", ${etag}` },
      })
    const same = await ask()
    expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag])
    await update(sub._id, { icon: 'new' })
    const changed = await ask()
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('a disabled category hides what is below it, except from administrators who ask', async () => {
    const root = await newCategory()
    const sub = await newSub(root)
    const leaf = await newSub(sub)
    await update(sub._id, { enabled: false })
    expect(await idsBelow(root)).toEqual([])
    expectProblem(await tree({ parent_id: sub._id }), 404, 'NO_SUCH_CATEGORY')
    const query = { parent_id: root._id, include_disabled: true }
    expect((await tree(query, await newMember())).body.data).toEqual([])
    expect((await tree(query, await categoryKeeper())).body.data).toMatchObject([
      { _id: sub._id, enabled: false, sub_categories: [{ _id: leaf._id }] },
    ])
    const { host } = await world()
    expect(await findCategory(host.services.db, leaf._id)).toMatchObject({ id: leaf._id, is_enabled: false })
    expect(await findCategory(host.services.db, root._id)).toMatchObject({ id: root._id, is_enabled: true })
  })
})

describe('updating', () => {
  test('changes what is named and keeps the rest', async () => {
    const category = await newCategory({ icon: 'old', expiration_days: 40 })
    const name = `Renamed ${newId()}`
    const { body } = await update(category._id, { name, position: 3 }, { 'if-match': '0' })
    expect(body.data).toMatchObject({ name, icon: 'old', position: 3, expiration_days: 40, __v: 1 })
    expect(body.data.slug).toBe(name.toLowerCase().replace(' ', '-'))
    expectProblem(await update(category._id, { icon: 'x' }, { 'if-match': '"0"' }), 412, 'VERSION_CONFLICT')
    expectProblem(await update(newId(), { icon: 'x' }), 404, 'NO_SUCH_CATEGORY')
    expectProblem(await update('nothing', { icon: 'x' }), 400, 'INVALID_ID')
  })

  test('refuses a name or a place that a sibling has', async () => {
    const parent = await newCategory()
    await newSub(parent, { name: 'Taken' })
    const other = await newSub(parent)
    expectProblem(await update(other._id, { name: 'TAKEN' }), 409, 'NAME_TAKEN')
    const elsewhere = await newSub(await newCategory(), { name: 'taken' })
    expectProblem(await update(elsewhere._id, { parent_id: parent._id }), 409, 'NAME_TAKEN')
  })

  test('moves a branch, but not below itself nor too deep nor nowhere', async () => {
    const root = await newCategory()
    const branch = await newSub(root)
    const leaf = await newSub(branch)
    const target = await newCategory()
    for (const parent of [branch, leaf])
      expectProblem(await update(branch._id, { parent_id: parent._id }), 400, 'CATEGORY_CYCLE')
    expectProblem(await update(branch._id, { parent_id: newId() }), 404, 'NO_SUCH_CATEGORY')
    const post = await newPost(root, branch)
    expect((await update(branch._id, { parent_id: target._id })).body.data.parent_id).toBe(target._id)
    expect(await placeOf(post)).toEqual({ category_id: target._id, sub_category_id: branch._id })
    expect(await idsBelow(root)).toEqual([])
    expect(await idsBelow(target)).toEqual([branch._id])
    const third = await newSub(await newSub(await newCategory()))
    expectProblem(await update(branch._id, { parent_id: third._id }), 400, 'CATEGORY_TOO_DEEP')
    expect((await update(branch._id, { parent_id: null })).body.data.parent_id).toBeNull()
    expect(await placeOf(post)).toEqual({ category_id: branch._id, sub_category_id: null })
  })

  test('below another one takes its listings along: they are found there', async () => {
    const [top, below, sub] = [await newCategory(), await newCategory(), await newCategory()]
    const target = await newSub(top)
    const moved = await addListing(await newMember(), { category_id: below._id })
    const merged = await addListing(await newMember(), { category_id: sub._id })
    const seeker = await newMember()
    await update(below._id, { parent_id: top._id })
    await update(sub._id, { merge_into: target._id })
    await jobsDone()
    for (const [{ _id }, place] of [
      [moved, below],
      [merged, target],
    ] as const) {
      const query = { category_id: top._id, sub_category_id: place._id }
      for (const path of ['/api/v1/usr-mgt/search-post', '/api/v1/post-mgt/get'])
        expect((await call('GET', path, { query })).body.data).toMatchObject([{ _id }])
    }
    const search = await newSavedSearch(seeker, { category_id: top._id, sub_category_id: below._id })
    const { _id } = await addListing(await newMember(), { category_id: below._id })
    await jobsDone()
    expect((await foundBy(seeker, search._id)).body.data).toMatchObject([{ _id }])
  })

  test('within its branch takes its listings along, and they can still be changed', async () => {
    const author = await newMember()
    const root = await newCategory()
    const [branch, leaf] = [await newSub(root), await newSub(root)]
    const { _id } = await addListing(author, { category_id: root._id, sub_category_id: leaf._id })
    const change = (body: object) => call('PUT', `/api/v1/post-mgt/update/${_id}`, { as: author, body })
    await update(leaf._id, { parent_id: branch._id })
    expect((await change({ title: 'While it moves' })).status).toBe(200)
    expect(await placeOf(_id)).toEqual({ category_id: branch._id, sub_category_id: leaf._id })
    await update(leaf._id, { parent_id: root._id })
    expect(await placeOf(_id)).toEqual({ category_id: root._id, sub_category_id: leaf._id })
    expect((await change({ title: 'After it moved' })).status).toBe(200)
    const stale = { category_id: branch._id, sub_category_id: leaf._id }
    expectProblem(await change(stale), 404, 'NO_SUCH_CATEGORY', 'body.sub_category_id')
  })

  test('waits for a listing that is just being filed under it', async () => {
    const [root, target] = [await newCategory(), await newCategory()]
    const branch = await newSub(root)
    const { host } = await world()
    const { post, moving } = await host.services.db.transaction().execute(async (db) => {
      expect(await holdCategory(db, branch._id)).toBe(branch._id)
      const answer = update(branch._id, { parent_id: target._id })
      await somebodyWaits()
      return { post: await newPost(root, branch, 'active', db), moving: answer }
    })
    expect((await moving).status).toBe(200)
    expect(await placeOf(post)).toEqual({ category_id: target._id, sub_category_id: branch._id })
  })

  test('two moves at once never make a ring', async () => {
    const [a, b] = [await newCategory(), await newCategory()]
    const answers = await Promise.all([
      update(a._id, { parent_id: b._id }),
      update(b._id, { parent_id: a._id }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('merging and deleting', () => {
  /** What a merge leaves behind before its job has come. */
  async function beginMerge(source: TestCategory, target: TestCategory): Promise<void> {
    const { host } = await world()
    await transact(host.services, platformItself, (work) =>
      deleteCategory(work, source._id, target._id, work.clock.now()),
    )
  }

  test('until its listings have all arrived they are found where they go, wherever that goes', async () => {
    const [source, target, next] = [await newCategory(), await newCategory(), await newCategory()]
    const { _id } = await addListing(await newMember(), { category_id: source._id })
    const found = async (category: TestCategory) => {
      const query = { category_id: category._id }
      const lists = [
        await call('GET', '/api/v1/usr-mgt/search-post', { query }),
        await call('GET', '/api/v1/post-mgt/get', { query }),
      ]
      return lists.map(({ body }) => body.data.map((card: { _id: string }) => card._id))
    }
    await beginMerge(source, target)
    for (const category of [source, target]) expect(await found(category)).toEqual([[_id], [_id]])
    expect((await remove(target._id)).body.error).toMatchObject({ details: { counts: { posts: 1 } } })
    expect((await update(target._id, { merge_into: next._id })).status).toBe(200)
    await jobsDone()
    for (const category of [source, next]) expect(await found(category)).toEqual([[_id], [_id]])
    const { host } = await world()
    await host.services.jobs.enqueue(host.services.db, refilePostsOf, { categoryId: source._id })
    expect(await placeOf(_id)).toEqual({ category_id: next._id, sub_category_id: null })
    for (const category of [source, target, next]) expect(await found(category)).toEqual([[_id], [_id]])
  })

  test('whoever asks for a merged category is led to where it went: searches, those saved of it, and its page', async () => {
    const [seeker, author] = [await newMember(), await newMember()]
    const [left, right] = [await newCategory(), await newCategory()]
    const [from, into, last] = [await newSub(left), await newSub(right), await newSub(right)]
    const queries: Record<string, string>[] = [
      { category_id: from._id },
      { category_id: left._id, sub_category_id: from._id },
    ]
    const saved = await Promise.all(queries.map((query) => newSavedSearch(seeker, query)))
    for (const [one, other] of [
      [from, into],
      [into, last],
    ] as const) {
      await update(one._id, { merge_into: other._id })
      await jobsDone()
    }
    const { _id } = await addListing(author, { category_id: right._id, sub_category_id: last._id })
    await jobsDone()
    for (const search of saved) expect((await foundBy(seeker, search._id)).body.data).toMatchObject([{ _id }])
    for (const query of queries)
      for (const path of ['/api/v1/usr-mgt/search-post', '/api/v1/post-mgt/get'])
        expect((await call('GET', path, { query })).body.data).toMatchObject([{ _id }])
    const { body } = await call('GET', `${base}/path/${from._id}`)
    expect(body.data.path).toMatchObject([{ _id: right._id }, { _id: last._id }])
    // What went into one that is removed leads nowhere any more.
    const [lost, removed] = [await newSub(left), await newSub(right)]
    await update(lost._id, { merge_into: removed._id })
    await jobsDone()
    await remove(removed._id)
    expectProblem(await call('GET', `${base}/path/${lost._id}`), 404, 'NO_SUCH_CATEGORY')
  })

  test('a change of a listing is taken while its category is being merged', async () => {
    const author = await newMember()
    const [source, target] = [await newCategory(), await newCategory()]
    const { _id } = await addListing(author, { category_id: source._id, draft: true })
    await beginMerge(source, target)
    const body = { category_id: source._id, draft: false }
    const { status } = await call('PUT', `/api/v1/post-mgt/update/${_id}`, { as: author, body })
    expect(status).toBe(200)
    expect(await placeOf(_id)).toEqual({ category_id: target._id, sub_category_id: null })
    expectProblem(await tryListing(author, { category_id: source._id }), 404, 'NO_SUCH_CATEGORY')
  })

  test('a merge takes listings and children along', async () => {
    const source = await newCategory()
    const child = await newSub(source)
    const target = await newSub(await newCategory())
    const plain = await newPost(source)
    const deep = await newPost(source, child)
    const hidden = await newPost(source, undefined, 'draft')
    const { status, body } = await update(source._id, { merge_into: target._id })
    expect(status).toBe(200)
    expect(body.data._id).toBe(target._id)
    expect(await placeOf(plain)).toEqual({ category_id: target._id, sub_category_id: null })
    expect(await placeOf(hidden)).toEqual({ category_id: target._id, sub_category_id: null })
    expect(await placeOf(deep)).toEqual({ category_id: target._id, sub_category_id: child._id })
    expect(await idsBelow(target)).toEqual([child._id])
    expectProblem(await tree({ parent_id: source._id }), 404, 'NO_SUCH_CATEGORY')
  })

  test('a merged sub-category keeps its listings below the right category', async () => {
    const [left, right] = [await newCategory(), await newCategory()]
    const [from, into] = [await newSub(left), await newSub(right)]
    const post = await newPost(left, from)
    await update(from._id, { merge_into: into._id })
    expect(await placeOf(post)).toEqual({ category_id: right._id, sub_category_id: into._id })
    const up = await update(into._id, { merge_into: right._id })
    expect(up.status).toBe(200)
    expect(await placeOf(post)).toEqual({ category_id: right._id, sub_category_id: null })
  })

  test('a merge into itself or below, with a namesake, too deep, or with other changes leaves all as it was', async () => {
    const source = await newCategory()
    const child = await newSub(source, { name: 'Same' })
    const target = await newCategory()
    await newSub(target, { name: 'same' })
    const post = await newPost(source)
    expectProblem(await update(source._id, { merge_into: source._id }), 400, 'CATEGORY_CYCLE')
    expectProblem(await update(source._id, { merge_into: child._id }), 400, 'CATEGORY_CYCLE')
    expectProblem(await update(source._id, { merge_into: newId() }), 404, 'NO_SUCH_CATEGORY')
    expectProblem(await update(source._id, { merge_into: target._id }), 409, 'NAME_TAKEN')
    expectProblem(
      await update(source._id, { merge_into: target._id, icon: 'x' }),
      400,
      'VALIDATION_FAILED',
      'body.merge_into',
    )
    const fourth = await newSub(await newSub(await newSub(await newCategory())))
    expectProblem(await remove(source._id, { move_to: fourth._id }), 400, 'CATEGORY_TOO_DEEP')
    expectProblem(await remove(source._id, { move_to: child._id }), 400, 'CATEGORY_CYCLE')
    expectProblem(await remove(source._id, { move_to: target._id }), 409, 'NAME_TAKEN')
    expect(await placeOf(post)).toEqual({ category_id: source._id, sub_category_id: null })
    expect(await idsBelow(source)).toEqual([child._id])
  })

  test('a child may bear the name of the parent that goes', async () => {
    const root = await newCategory()
    const parent = await newSub(root, { name: 'Phones' })
    const child = await newSub(parent, { name: 'Phones' })
    expect((await remove(parent._id, { move_to: root._id })).status).toBe(200)
    expect(await idsBelow(root)).toEqual([child._id])
  })

  test('deleting refuses while something is in it, counts it, and repeats in peace', async () => {
    const category = await newCategory()
    const child = await newSub(category)
    const post = await newPost(category, undefined, 'sold')
    const refused = await remove(category._id)
    expectProblem(refused, 409, 'CATEGORY_NOT_EMPTY')
    expect(refused.body.error).toMatchObject({ details: { counts: { posts: 1, sub_categories: 1 } } })
    const target = await newCategory()
    const gone = await remove(category._id, { move_to: target._id })
    expect(gone.body.data).toEqual({
      _id: category._id,
      deleted: true,
      moved: { posts: 1, sub_categories: 1 },
    })
    expect(await placeOf(post)).toEqual({ category_id: target._id, sub_category_id: null })
    const again = await remove(category._id)
    expect(again.body.data).toEqual({
      _id: category._id,
      deleted: true,
      moved: { posts: 0, sub_categories: 0 },
    })
    expect((await remove(child._id)).status).toBe(200)
    expectProblem(await remove(newId()), 404, 'NO_SUCH_CATEGORY')
    const { host } = await world()
    expect(await findCategory(host.services.db, category._id)).toBeUndefined()
    expect(await holdCategory(host.services.db, category._id)).toBeUndefined()
  })

  test('a listing that is just being written is waited for, not lost', async () => {
    const category = await newCategory()
    const { host } = await world()
    const { answer } = await host.services.db.transaction().execute(async (db) => {
      expect(await holdCategory(db, category._id)).toBe(category._id)
      const deleting = remove(category._id)
      await somebodyWaits()
      await newPost(category, undefined, 'active', db)
      return { answer: deleting }
    })
    expectProblem(await answer, 409, 'CATEGORY_NOT_EMPTY')
  })
})

describe('models', () => {
  const models = (query: Record<string, string | number>) =>
    call('GET', `${base}/get-model-by-makes`, { query })
  const names = (answer: { body: { data: { model: string }[] } }) =>
    answer.body.data.map(({ model }) => model)

  test('are those of a make by its name or by one of its models, A to Z', async () => {
    const make = `Make ${newId()}`
    const [vans, cars] = [await newCategory(), await newCategory()]
    const below = await newSub(vans)
    const { db } = (await world()).host.services
    await sql`
      insert into marketplace.make_model (id, make, model, first_year, last_year, category_id)
      select gen_random_uuid(), ${make}, model, first_year, last_year, category_id from (values
        ('zeta', 1990, null::int, null::uuid), ('Alpha', null, 1999, ${below._id}::uuid), ('beta 100%', 2000, 2010, ${cars._id}::uuid)
      ) known (model, first_year, last_year, category_id)`.execute(db)
    const all = await models({ make: make.toUpperCase() })
    expect(all.body.data).toMatchObject([
      { make, model: 'Alpha', years: { from: null, to: 1999 } },
      { make, model: 'beta 100%', years: { from: 2000, to: 2010 } },
      { make, model: 'zeta', years: { from: 1990, to: null } },
    ])
    expect((await models({ make: all.body.data[1]._id })).body.data).toEqual(all.body.data)
    expect(names(await models({ make, year: 1995 }))).toEqual(['Alpha', 'zeta'])
    expect(names(await models({ make, q: '0%' }))).toEqual(['beta 100%'])
    expect(names(await models({ make, category_id: vans._id }))).toEqual(['Alpha', 'zeta'])
    expect(names(await models({ make, category_id: newId() }))).toEqual(['zeta'])
    expectProblem(await models({ make: `None ${newId()}` }), 404, 'MAKE_UNKNOWN')
    expectProblem(await models({ make: newId() }), 404, 'MAKE_UNKNOWN')
  })

  const callAsKeeper = async (method: string, path: string, more: object = {}) =>
    call(method, base + path, { as: await categoryKeeper(), ...more })
  const take = (csv: string, how: { is_whole?: boolean; dry_run?: boolean } = {}) =>
    callAsKeeper('POST', '/models/import', { body: { csv, ...how } })

  test('come from a table, as a spreadsheet writes it, and once only', async () => {
    const make = `Make ${newId()}`
    const below = await newSub(await newCategory())
    const { rows } = await sql<{ path: string }>`
      select above.slug || '/' || c.slug as path from marketplace.category c join marketplace.category above on above.id = c.parent_id
      where c.id = ${below._id}`.execute((await world()).host.services.db)
    const path = rows[0]?.path
    const csv = `\uFEFFModel;Make;Category;Last_year\r\nÉclair;${make};${path};1999\r\n"B;1";${make};;\r\n`
    expect((await take(csv, { dry_run: true })).body.data).toEqual({
      ...{ models: 2, added: 2, changed: 0, removed: 0, written: false },
    })
    expectProblem(await models({ make }), 404, 'MAKE_UNKNOWN')
    expect((await take(csv)).body.data).toMatchObject({ added: 2, written: true })
    expect((await models({ make })).body.data).toMatchObject([
      { model: 'B;1', years: { from: null, to: null } },
      { model: 'Éclair', years: { from: null, to: 1999 } },
    ])
    const known = (await models({ make })).body.data
    const again = await take(`make,model,first_year\n${make.toUpperCase()},b;1,1980\n`)
    expect(again.body.data).toMatchObject({ models: 1, added: 0, changed: 1, removed: 0 })
    expect((await models({ make, year: 1985 })).body.data[0]).toMatchObject({
      ...{ _id: known[0]._id, make: make.toUpperCase(), model: 'b;1' },
    })
  })

  test('are refused with their lines, and none of them is written', async () => {
    const make = `Make ${newId()}`
    const answer = await take(
      `make,model,first_year,last_year,category\n${make},One,2001,2000,\n,Two,,,\n${make},Three,19,,\n${make},Four,,,nowhere\n${make},FOUR,,,`,
    )
    expectProblem(answer, 400, 'VALIDATION_FAILED')
    expect(answer.body.error.fields).toMatchObject([
      { message: 'line 2: last_year lies before first_year' },
      { message: 'line 3: make is missing' },
      { message: expect.stringContaining('line 4: first_year is no year') },
      { message: 'line 5: there is no category nowhere' },
      { message: 'line 6: is the same model as line 5' },
    ])
    expectProblem(await models({ make }), 404, 'MAKE_UNKNOWN')
    for (const broken of ['make,model', 'make,model\n"open', 'just words\nmore words'])
      expectProblem(await take(broken), 400, 'VALIDATION_FAILED')
  })

  test('are taken along as a table that changes nothing when it comes back', async () => {
    const make = `=Make ${newId()}`
    await take(`make,model\n${make},"Say ""hi"", you"`)
    const table = await callAsKeeper('GET', '/models/export')
    expect(table.text).toContain(`'${make},"Say ""hi"", you",,,`)
    const { data } = (await take(table.text, { is_whole: true, dry_run: true })).body
    expect(data).toMatchObject({ added: 0, changed: 0, removed: 0 })
    const listed = await callAsKeeper('GET', '/models', { query: { from: make } })
    expect(listed.body.data[0]).toMatchObject({ make, model: 'Say "hi", you', category_id: null })
  })
})
