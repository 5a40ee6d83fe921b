import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { categoryKeeper, newCategory } from '../../testing/categories.ts'
import { newDataDir } from '../../testing/data-dir.ts'
import { call, granted, later, newMember, type TestPerson, world } from '../../testing/kit.ts'
import { close, newPost, removePost, word } from '../../testing/posts.ts'
import { newPicture } from '../../testing/users.ts'
import { openApp } from '../../testing/world.ts'
import { site } from './site.ts'

/** The document that the pages are built from stands for the built one: what is written into both is the same. */
const source = path.join(import.meta.dirname, '../../../../web/storefront/index.html')
let app: FastifyInstance
let publicUrl: string

beforeAll(async () => {
  const { host } = await world()
  const directory = newDataDir()
  for (const language of ['en', 'de'])
    for (const each of ['storefront', 'admin'])
      cpSync(source, path.join(directory, language, each, 'index.html'))
  mkdirSync(path.join(directory, 'assets'))
  publicUrl = host.services.settings.publicUrl
  app = await openApp({
    pages: {
      directory,
      publicUrl,
      fileOrigins: [],
      factsOf: (address, language) =>
        site.factsOf({ db: host.services.reads, clock: host.services.clock, publicUrl, language }, address),
    },
  })
})
afterAll(() => app?.close())

const load = async (url: string, language = 'en') => {
  const { host } = new URL(publicUrl)
  const answer = await app.inject({
    url,
    headers: { accept: 'text/html', 'accept-language': language, host },
  })
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(answer.body)?.[1]
  return {
    status: answer.statusCode,
    page: answer.body,
    data: data && JSON.parse(data),
    headers: answer.headers,
  }
}

const metaOf = (page: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(page)?.[1]

const hide = (as: TestPerson) =>
  granted(call('PUT', '/api/v1/usr-mgt/update', { as, body: { privacy: { discoverable: false } } }))

const suspend = async (person: TestPerson) =>
  sql`update marketplace.users set status = 'suspended' where id = ${person.id}`.execute(
    (await world()).host.services.db,
  )

describe('a listing', () => {
  test('that is given away is free, and none of 0 euros', async () => {
    const { _id, title } = await newPost(await newMember(), { price: 0 })
    const { page } = await load(`/listing/${_id}`)
    expect(page).toContain(`<title>${title} · Free</title>`)
    expect(page).toContain('<strong>Free</strong>')
  })

  test('is offered for its price to the last decimal, also where a language would leave some out', async () => {
    const { _id } = await newPost(await newMember(), { price: 12.5, currency: 'HUF' })
    for (const [language, price] of [
      ['en', 'HUF 12.50'],
      ['de', '12,50 HUF'],
    ] as const)
      expect((await load(`/listing/${_id}`, language)).page.replace(/\u00a0/g, ' ')).toContain(
        `<strong>${price}</strong>`,
      )
  })

  test('says what it is, in the page and for programs', async () => {
    const name = `Ada ${word()}`
    const seller = await newMember({ name })
    const photo = await newPicture(seller.id)
    const title = `Oak chair ${word()}`
    const { _id } = await newPost(seller, {
      title,
      price: 12.5,
      description: 'Sat on by three generations.\nStill stands.',
      media: { photoUrl: [photo] },
    })
    const { status, page, data, headers } = await load(`/listing/${_id}`)
    expect(status).toBe(200)
    expect(page).toContain(`<title>${title} · €12.50</title>`)
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}/listing/${_id}" />`)
    expect(metaOf(page, 'og:image')).toBe(photo)
    expect(metaOf(page, 'og:type')).toBe('product')
    expect(metaOf(page, 'description')).toContain('Sat on by three generations. Still stands.')
    expect(data).toMatchObject({
      '@type': 'Product',
      name: title,
      image: [photo],
      offers: {
        price: 12.5,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        seller: { name },
      },
    })
    for (const part of [
      `<h1>${title}</h1>`,
      '€12.50',
      `<img src="${photo}"`,
      `href="/sellers/${seller.id}">${name}<`,
    ])
      expect(page).toContain(part)
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    const german = await load(`/listing/${_id}`, 'de')
    expect(german.page).toContain('12,50')
    expect(german.page).toContain('Angeboten von')
  })

  test('cannot say anything that becomes part of the page', async () => {
    const seller = await newMember({ name: `"><script>alert(2)</script>` })
    const title = `</script><script>alert(1)</script> "quoted' $& ${word()}`
    const { _id } = await newPost(seller, {
      title,
      description: '<!-- </main></title>\u2028<img src=x onerror=alert(3)>',
    })
    const { page, data } = await load(`/listing/${_id}`)
    expect(page).not.toMatch(/<script>|<img src=x|alert\(1\)<|<!-- <\/main>/)
    expect(page.match(/<script\b/g)).toHaveLength(2)
    expect(page.match(/<title>/g)).toHaveLength(1)
    expect(data.name).toBe(title)
    expect(data.offers.seller.name).toBe('"><script>alert(2)</script>')
  })

  test('of somebody who does not want to be found is there without their name', async () => {
    const name = `Shy ${word()}`
    const seller = await newMember({ name })
    const { _id, title } = await newPost(seller)
    await hide(seller)
    const { status, page, data } = await load(`/listing/${_id}`)
    expect([status, data.name]).toEqual([200, title])
    for (const part of [name, seller.id]) expect(page).not.toContain(part)
    expect(data.offers).not.toHaveProperty('seller')
  })

  test('that is gone says so, with the status of what is gone; one that is over is kept by nobody', async () => {
    const [seller, hidden] = [await newMember(), await newMember()]
    const [deleted, closed, ofHidden] = [await newPost(seller), await newPost(seller), await newPost(hidden)]
    await granted(removePost(seller, deleted._id))
    await granted(close(seller, closed._id))
    await suspend(hidden)
    for (const [id, wanted, title] of [
      [deleted._id, 410, deleted.title],
      [ofHidden._id, 404, ofHidden.title],
      [newId(), 404, 'no title'],
      ['not-an-id', 404, 'no title'],
    ] as const) {
      const { status, page } = await load(`/listing/${id}`)
      expect([id, status]).toEqual([id, wanted])
      expect(page).toContain('This listing is not here any more')
      expect(page).toContain('<div id="root">')
      expect(metaOf(page, 'robots')).toBe('noindex')
      expect(page).not.toContain(title)
    }
    const over = await load(`/listing/${closed._id}`)
    expect([over.status, metaOf(over.page, 'robots')]).toEqual([200, 'noindex'])
    expect(over.data.offers.availability).toBe('https://schema.org/Discontinued')
  })
})

describe('a person', () => {
  test('is introduced with what they offer', async () => {
    const name = `Ben ${word()}`
    const person = await newMember({ name })
    const { _id, title } = await newPost(person)
    const { status, page, data } = await load(`/sellers/${person.id}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name } })
    expect(page).toContain(`href="/listing/${_id}">${title}</a>`)
    expect(metaOf(page, 'og:type')).toBe('profile')
  })

  test('who is hidden, or does not want to be found, is not told from nobody', async () => {
    const people = [await newMember({ name: `Shy ${word()}` }), await newMember({ name: `Gone ${word()}` })]
    const [shy, gone] = people as [TestPerson, TestPerson]
    await hide(shy)
    await suspend(gone)
    const nobody = newId()
    const shown = await load(`/sellers/${nobody}`)
    expect(shown.status).toBe(404)
    for (const { id } of people) {
      const { status, page } = await load(`/sellers/${id}`)
      expect([status, page.replaceAll(id, nobody)]).toEqual([404, shown.page])
    }
  })
})

test('a category lists its parts and what is new in it, in the reader’s language', async () => {
  const top = await newCategory({ names: { de: `Möbel ${word()}` } })
  const part = await newCategory({ parent_id: top._id })
  const { _id, title } = await newPost(await newMember(), { category_id: top._id, sub_category_id: part._id })
  const english = await load(`/search?category=${top._id}`)
  expect(english.page).toContain(`<h1>${top.name}</h1>`)
  for (const link of [`/search?category=${part._id}`, `/listing/${_id}`])
    expect(english.page).toContain(`href="${link}"`)
  expect(english.data.mainEntity.itemListElement).toMatchObject([{ position: 1, name: title }])
  expect((await load(`/search?category=${top._id}`, 'de')).page).toContain('<h1>Möbel')
  expect((await load(`/search?category=${newId()}`)).status).toBe(404)
  const merged = await newCategory()
  const gone = { as: await categoryKeeper(), query: { move_to: top._id } }
  await granted(call('DELETE', `/api/v1/category-mgt/delete/${merged._id}`, gone))
  expect((await load(`/search?category=${merged._id}`)).page).toContain(`<h1>${top.name}</h1>`)
  expect((await load('/')).page).toContain(`/search?category=${top._id}`)
  // Whatever else people search for is theirs.
  const search = await load('/search?q=chair')
  expect([search.status, search.data]).toEqual([200, undefined])
})

test('the sitemap lists what is there for all, part by part, and robots are told of it', async () => {
  const [seller, shy, gone] = [await newMember(), await newMember(), await newMember()]
  const posts = [await newPost(seller), await newPost(shy), await newPost(gone)]
  await hide(shy)
  await suspend(gone)
  const main = (await world()).app
  const get = async (url: string) => {
    const { statusCode, body } = await main.inject({ url: new URL(url, publicUrl).pathname })
    expect(statusCode).toBe(200)
    return [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found = '']) => found)
  }
  expect((await main.inject({ url: '/robots.txt' })).body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  // What was made a moment ago is shown to all who ask within some minutes.
  await later(hours(1), async () => {
    const index = await get('/sitemap.xml')
    const listed = new Set((await Promise.all(index.map(get))).flat())
    const pagesOf = (part: string, ids: string[]) => ids.map((id) => listed.has(`${publicUrl}/${part}/${id}`))
    expect(
      pagesOf(
        'listing',
        posts.map(({ _id }) => _id),
      ),
    ).toEqual([true, true, false])
    expect(
      pagesOf(
        'sellers',
        [seller, shy, gone].map(({ id }) => id),
      ),
    ).toEqual([true, false, false])
    expect(listed.has(`${publicUrl}/`)).toBe(true)
  })
  expect((await main.inject({ url: '/sitemap/listings-99999.xml' })).statusCode).toBe(404)
  expect((await main.inject({ url: '/sitemap/secrets-0.xml' })).statusCode).toBe(404)
})
