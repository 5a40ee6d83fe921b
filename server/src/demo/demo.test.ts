import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type Host, modules, openHost } from '../host.ts'
import { newId } from '../platform/ids.ts'
import { storePicture } from '../platform/media/uploads.ts'
import { rebuildAll } from '../platform/operation/rebuild-cards.ts'
import { administer, inDatabase } from '../testing/global-setup.ts'
import { readContent } from './content.ts'
import { ContentError } from './files.ts'
import { demoAccounts, fillDemo, isEmpty } from './fill.ts'
import { recolour, render, viewOf } from './pictures.ts'
import { views } from './schemas.ts'

const content = readContent()
const listings = content.listingFiles.flatMap((file) => file.listings)
const accounts = demoAccounts()
let host: Host
let app: FastifyInstance
let tookCpuMs: number
let leftover: string
const directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-test-demo-'))

beforeAll(async () => {
  const server = inject('server')
  const template = inject('template')
  const name = `${template}_demo_${process.pid}`
  await administer(server, `create database ${name} template ${template}`)
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    ROLE: 'web',
  })
  host = await openHost({ config, connectionString: inDatabase(server, name), checksReplies: true })
  app = await host.makeApp()
  // As left by a fill that was killed while it drew.
  leftover = newId()
  await storePicture(host.services.db, host.services.providers.files, leftover, {
    realm: 'marketplace',
    ownerId: newId(),
    purpose: 'post',
    bytes: await render(content.pictures.get('cup') ?? ''),
    at: new Date(),
  })
  const start = process.cpuUsage()
  expect(await isEmpty(host.services.db)).toBe(true)
  await fillDemo(host.services, host.pool)
  const { user, system } = process.cpuUsage(start)
  tookCpuMs = (user + system) / 1000
})

afterAll(async () => {
  await app.close()
  await host.close()
  rmSync(directory, { recursive: true, force: true })
})

const get = (url: string, token?: string) =>
  app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} })

/** @returns the access token of somebody of the town. */
async function signIn(email: string): Promise<string> {
  const payload = { email, password: accounts[0]?.password }
  const reply = await app.inject({ method: 'POST', url: '/api/v1/usr-mgt/login', payload })
  return reply.json<{ data: { access_token: string } }>().data.access_token
}

async function count(table: string, where = sql`true`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where ${where}`.execute(host.services.db)
  return rows[0]?.count ?? 0
}

describe('the demonstration town', () => {
  test('has the people, things, talks and exercises it promises, for as much work as a first start can bear', async () => {
    expect(await count('marketplace.users')).toBeGreaterThanOrEqual(27)
    expect(await count('marketplace.category', sql`parent_id is null`)).toBeGreaterThanOrEqual(15)
    expect(await count('marketplace.post')).toBe(listings.length)
    expect(listings.length).toBeGreaterThanOrEqual(120)
    const more = listings.reduce((sum, { views: own = [] }) => sum + own.length, 0)
    expect(await count('platform.upload', sql`status = 'ready' and uses >= 1 and purpose = 'post'`)).toBe(
      listings.length + more,
    )
    expect(await count('platform.upload', sql`uses = 1 and purpose = 'profile'`)).toBe(content.faces.size)
    expect(await count('marketplace.users', sql`profile_photo_url is not null`)).toBe(content.faces.size)
    expect(await count('marketplace.post_view')).toBeGreaterThan(listings.length * 5)
    expect(await count('marketplace.chat_room')).toBe(content.conversations.length)
    const completed = content.money.orders.filter(({ sent }) => sent?.received).length
    expect(await count('marketplace.deal')).toBe(content.deals.length + completed)
    expect(await count('marketplace.orders', sql`status = 'completed'`)).toBe(completed)
    expect(await count('marketplace.payout', sql`status = 'paid'`)).toBe(content.money.payouts.length)
    expect(await count('marketplace.review', sql`standing = 'counted'`)).toBeGreaterThan(3)
    expect(await count('marketplace.review', sql`visible_at > now()`)).toBe(1)
    expect(await count('marketplace.broadcast')).toBe(1)
    for (const [table, rows] of [
      ['package', content.money.packages],
      ['boost', content.money.boosts],
      ['orders', content.money.orders],
      ['offer', content.money.offers],
      ['payment', content.money.funds],
    ] as const)
      expect([table, await count(`marketplace.${table}`)]).toEqual([table, rows.length])
    expect(await count('marketplace.payment', sql`status = 'succeeded'`)).toBe(content.money.funds.length)
    expect(await count('marketplace.subscription', sql`state = 'trialing'`)).toBe(content.money.trials.length)
    for (const [table, rows] of [
      ['app_alert', content.desk.alerts],
      ['feedback', content.desk.feedback],
      ['contact_message', content.desk.messages],
      ['error_group', content.desk.errors],
    ] as const)
      expect([table, await count(`marketplace.${table}`)]).toEqual([table, rows.length])
    expect(await count('marketplace.users', sql`kind = 'guest'`)).toBe(content.guests.length)
    expect(await count('marketplace.follow')).toBe(content.follows.length)
    expect(await count('marketplace.comment')).toBeGreaterThan(content.comments.length)
    expect(await count('marketplace.saved_search_find')).toBeGreaterThan(3)
    expect(await count('marketplace.moderation_decision')).toBe(4)
    expect(
      await count(
        'marketplace.moderation_decision',
        sql`appealed_at is not null and appeal_settled_at is null`,
      ),
    ).toBe(1)
    for (const state of ['active', 'pending', 'suppressed'])
      expect([state, await count('marketplace.mailing_subscription', sql`state = ${state}`)]).toEqual([
        state,
        content.newsletter
          .filter((one) => one.state === state)
          .reduce((sum, { lists }) => sum + lists.length, 0),
      ])
    expect(await count('marketplace.post', sql`is_away`)).toBeGreaterThan(0)
    expect(await count('marketplace.follower_news', sql`birthday_year is not null`)).toBe(1)
    expect(await count('platform.system_config_revision')).toBe(content.desk.settings.length)
    expect(await count('wellness.category', sql`parent_id is null`)).toBe(6)
    expect(await count('wellness.category', sql`parent_id is not null`)).toBe(20)
    expect(await count('wellness.exercise')).toBe(60)
    expect(await count('wellness.session')).toBeGreaterThanOrEqual(11)
    expect(await count('wellness.goal', sql`strength > 0`)).toBe(5)
    // Of the processor's time, not of the clock's: tests run beside others, and on processors half as fast.
    expect(tookCpuMs).toBeLessThan(60_000)
  })

  test('is looked at: something trends, and its sellers see it', async () => {
    const list = async (path: string, token?: string) =>
      (await get(`/api/v1/post-mgt/${path}`, token)).json<{
        data: { views_7d?: number }[] & { total: number }
      }>().data
    expect((await list('trending')).length).toBeGreaterThan(5)
    expect((await list('most-viewed')).length).toBeGreaterThan(5)
    expect((await list('popular-categories'))[0]?.views_7d).toBeGreaterThan(0)
    expect((await list('all-views', await signIn(accounts[0]?.email ?? ''))).total).toBeGreaterThan(0)
  })

  test('is shown by cards that are what making them anew would give', async () => {
    const kinds = modules.flatMap(({ cards }) => cards)
    for (const kind of kinds) expect(await kind.findDifferent(host.services.db)).toEqual([])
    const made = new Map<string, number>()
    for (const kind of kinds) made.set(kind.name, await rebuildAll(host.services, kind))
    expect(made.get('listings')).toBe(listings.length)
    for (const kind of kinds) expect(await kind.findDifferent(host.services.db)).toEqual([])
  })

  test('has listings in every part of their life', async () => {
    const isOpen = sql`status = 'active' and expires_at > now()`
    expect(
      await count('marketplace.post', sql`${isOpen} and repost_count > 0 and renews_since is not null`),
    ).toBe(1)
    expect(await count('marketplace.post', sql`status = 'active' and expires_at < now()`)).toBe(1)
    expect(await count('marketplace.post', sql`status = 'closed' and closed_reason is not null`)).toBe(1)
    for (const status of ['reserved', 'sold'])
      expect(await count('marketplace.post', sql`status = ${status}`)).toBeGreaterThan(0)
  })

  test('asks newcomers a questionnaire whose parts refer to each other', async () => {
    const { rows } = await sql<{
      id: string
      type: string
      option_ids: string[] | null
      enable_when: { questionId: string; operator: string; value: string[] }[]
      safety_rule: { optionIds: string[] } | null
      translations: { de?: { question?: string } }
    }>`
      select q.id, r.type, r.enable_when, r.safety_rule, r.translations,
        (select array_agg(o.option_id order by o.position) from wellness.question_option o where o.revision_id = r.id) as option_ids
      from wellness.instrument_version_question v join wellness.question_revision r on r.id = v.revision_id
        join wellness.question q on q.id = r.question_id
      where v.instrument = 'onboarding' and v.number = (select max(number) from wellness.instrument_version where instrument = v.instrument)
      order by v.position`.execute(host.services.db)
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const [position, row] of rows.entries()) {
      const isChoice = row.type.endsWith('CHOICE')
      expect((row.option_ids ?? []).length > 1).toBe(isChoice)
      for (const { questionId, value } of row.enable_when) {
        const asked = rows.slice(0, position).find(({ id }) => id === questionId)
        expect(asked?.option_ids).toEqual(expect.arrayContaining(value))
      }
      expect(row.option_ids ?? []).toEqual(expect.arrayContaining(row.safety_rule?.optionIds ?? []))
    }
    expect(rows.every((row) => row.translations.de?.question)).toBe(true)
    expect(rows.some((row) => row.enable_when.length > 0)).toBe(true)
    expect(rows.some((row) => row.safety_rule !== null)).toBe(true)
  })

  test('is spread over six kilometres and twenty-five days', async () => {
    const { rows } = await sql<{ far: number; oldest: number; newest: number }>`
      select max(sqrt(((longitude - 13.06) * 67.9) ^ 2 + ((latitude - 52.4) * 111.2) ^ 2)) as far,
        extract(epoch from now() - min(published_at))::float8 / 86400 as oldest,
        extract(epoch from now() - max(published_at))::float8 / 86400 as newest
      from marketplace.post where expires_at > now()`.execute(host.services.db)
    expect(rows[0]?.far).toBeLessThan(6)
    expect(rows[0]?.far).toBeGreaterThan(3)
    expect(rows[0]?.oldest).toBeLessThan(25.1)
    expect(rows[0]?.oldest).toBeGreaterThan(20)
    expect(rows[0]?.newest).toBeLessThan(2)
  })

  test('is there once, however often it is asked for', async () => {
    expect(await isEmpty(host.services.db)).toBe(false)
    expect(await fillDemo(host.services, host.pool)).toEqual(accounts)
    expect(await count('marketplace.post')).toBe(listings.length)
  })

  test('leaves pictures of an interrupted fill to the sweeper', async () => {
    expect(await count('platform.upload', sql`id = ${leftover} and uses = 0`)).toBe(1)
  })

  test('shows a feed with pictures that load', async () => {
    const reply = await get('/api/v1/post-mgt/get?lat=52.4&lng=13.06&limit=20')
    expect(reply.statusCode).toBe(200)
    const { data } = reply.json<{ data: { photoUrl: string; title: string; distance_km: number }[] }>()
    expect(data).toHaveLength(20)
    for (const { photoUrl, distance_km } of data) {
      expect(distance_km).toBeLessThan(6.5)
      const picture = await get(new URL(photoUrl).pathname)
      expect(picture.statusCode).toBe(200)
      expect(picture.headers['content-type']).toBe('image/webp')
      const { width, height } = await sharp(picture.rawPayload).metadata()
      expect([width, height]).toEqual([800, 600])
    }
  })

  test('lets its accounts sign in with the documented password, as what they are', async () => {
    const wellness = '/wellness-app/api/v1'
    const paths = [
      '/api/v1/usr-mgt/login',
      '/api/v1/usr-mgt/login',
      '/api/v1/usr-mgt/login',
      `${wellness}/user/login`,
      `${wellness}/admin/login`,
    ]
    expect(accounts).toHaveLength(paths.length)
    for (const [index, { email, password }] of accounts.entries()) {
      const reply = await app.inject({
        method: 'POST',
        url: paths[index] ?? '',
        payload: { email, password },
      })
      expect(reply.statusCode, reply.body).toBe(200)
    }
    const { rows } = await sql<{ role: string }>`
      select role from marketplace.users where role <> 'user' order by role`.execute(host.services.db)
    expect(rows.map(({ role }) => role)).toEqual(['administrator', 'moderator'])
  })

  test('gives its first member an inbox with the broadcast and with what waits to be read', async () => {
    const token = await signIn(accounts[0]?.email ?? '')
    const reply = await get('/api/v1/notification-mgt/get-notifications?limit=50', token)
    expect(reply.statusCode, reply.body).toBe(200)
    const inbox = reply.json<{ data: { category: string; title: string; isRead: boolean }[] }>().data
    expect(inbox.map(({ title }) => title)).toContain('Flea market on the lake meadow')
    expect(inbox.filter(({ category, isRead }) => category === 'message' && !isRead).length).toBeGreaterThan(
      1,
    )
  })

  test('has a change wait for its moderator, for the reasons that the server sees', async () => {
    const queue = await get('/api/v1/post-mgt/reviews', await signIn('moderator@lindenau.example'))
    const [review] = queue.json().data
    const held = await app.inject({
      method: 'PUT',
      url: `/api/v1/post-mgt/update/${review.post._id}`,
      headers: { authorization: `Bearer ${await signIn('jonas@lindenau.example')}` },
      payload: review.change,
    })
    expect(held.json().data.review).toMatchObject({ reasons: review.reasons, change: review.change })
  })

  test('has reports that are decided, what waits for its moderators, and somebody whom they limited', async () => {
    const token = await signIn('moderator@lindenau.example')
    const { data } = (await get('/api/v1/moderation/queue', token)).json()
    const kinds = data.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['appeal', 'report', 'listing', 'resubmission']))
    const appeal = data.find(({ kind }: { kind: string }) => kind === 'appeal')
    expect(appeal.decision.appeal).toMatchObject({ outcome: null })
    expect(appeal.case.reports[0].frozen.pictures[0].url).toContain('http')
    const resubmission = data.find(({ kind }: { kind: string }) => kind === 'resubmission')
    expect(resubmission.now.text).not.toBe(resubmission.case.reports[0].frozen.text)
    const log = (await get('/api/v1/moderation/log', token)).json().data
    expect(log.map(({ action }: { action: string }) => action).sort()).toEqual([
      'dismiss',
      'hide',
      'limit',
      'warn',
    ])
    const found = async (token?: string) =>
      (await get('/api/v1/usr-mgt/search-post?q=write%20to%20me%20first&lat=52.4&lng=13.06', token)).json()
        .data
    expect(await found()).toEqual([])
    const limited = await signIn('marvin@lindenau.example')
    const own = (await get('/api/v1/post-mgt/get-mine', limited)).json().data
    expect(own.map(({ status }: { status: string }) => status)).toEqual(['active', 'active'])
    const [notice] = (
      await get('/api/v1/notification-mgt/get-notifications?category=content_violation', limited)
    ).json().data
    expect(notice.title).toBe('Nobody else sees your listings and comments for a time')
    expect((await get('/api/v1/moderation/transparency')).json().data.length).toBeGreaterThan(0)
  })

  test('keeps its counts true: favourites, followers, unread messages, last messages', async () => {
    const saved = content.favourites.length + content.guests.reduce((sum, { saves }) => sum + saves.length, 0)
    expect(await count('marketplace.favourite')).toBe(saved)
    expect(
      await count(
        'marketplace.post',
        sql`favourite_count <> (select count(*) from marketplace.favourite f where f.post_id = post.id)`,
      ),
    ).toBe(0)
    expect(
      await count(
        'marketplace.favourite',
        sql`exists (select from marketplace.post p where p.id = post_id and p.author_id = user_id)`,
      ),
    ).toBe(0)
    expect(await count('marketplace.follow')).toBe(content.follows.length)
    const looking = content.guests.filter(({ looksFor }) => looksFor !== undefined).length
    expect(await count('marketplace.saved_search')).toBe(content.savedSearches.length + looking)
    // All but one of those who live here have found something, and what is to be told in the morning waits.
    expect(
      await count(
        'marketplace.saved_search',
        sql`exists (select from marketplace.saved_search_find f where f.saved_search_id = saved_search.id)
          and (digest_due_at is not null) = (cadence <> 'none')`,
      ),
    ).toBe(content.savedSearches.length - 1)
    expect(
      await count(
        'marketplace.follow_count',
        sql`followers <> (select count(*) from marketplace.follow f where f.followee_id = user_id)
          or following <> (select count(*) from marketplace.follow f where f.follower_id = user_id)`,
      ),
    ).toBe(0)
    expect(
      await count(
        'marketplace.chat_room',
        sql`last_seq <> (select max(m.seq) from marketplace.message m where m.room_id = chat_room.id)
          or updated_at <> (select max(m.created_at) from marketplace.message m where m.room_id = chat_room.id)
          or updated_at > now() or created_at < (select p.published_at from marketplace.post p where p.id = post_id)`,
      ),
    ).toBe(0)
    const answers = content.comments.reduce((sum, { replies }) => sum + replies.length, 0)
    expect(await count('marketplace.comment', sql`parent_id is not null`)).toBe(answers)
    expect(
      await count(
        'marketplace.comment_total',
        sql`count <> (select count(*) from marketplace.comment c join marketplace.users u on u.id = c.author_id
          where c.post_id = comment_total.post_id and u.limited_until is null)`,
      ),
    ).toBe(0)
    expect(await count('marketplace.collection', sql`not is_default and post_count = 3`)).toBe(1)
    const unread = content.conversations.filter(
      ({ unread = 0, isRequest }) => unread > 0 && !isRequest,
    ).length
    expect(await count('marketplace.room_member', sql`request = 'filtered' and unread_count > 0`)).toBe(1)
    expect(await count('marketplace.notification_preference', sql`has_quiet_hours`)).toBe(1)
    expect(await count('marketplace.notification', sql`category = 'message' and not is_read`)).toBe(unread)
  })
})

describe('the files of the town', () => {
  /** A copy of them with one text replaced by another. @returns what reading it says. */
  function readWith(file: string, text: string, other: string): string {
    const folder = mkdtempSync(path.join(directory, 'files-'))
    cpSync(path.join(import.meta.dirname, '../../demo'), folder, { recursive: true })
    const before = readFileSync(path.join(folder, file), 'utf8')
    expect(before).toContain(text)
    writeFileSync(path.join(folder, file), before.replace(text, other))
    try {
      readContent(folder)
    } catch (error) {
      if (error instanceof ContentError) return error.message
      throw error
    }
    return ''
  }

  test.each([
    ['people.json', '"name": "Jonas Beck"', '"name": 7', 'people.json /1/name: must be string'],
    ['people.json', '"bio"', '"boi"', 'people.json /0/boi: is not known here'],
    ['people.json', '[', '[,', 'people.json: Unexpected token'],
    [
      'people.json',
      '"quarter": "Altstadt"',
      '"quarter": "Nowhere"',
      'people.json /0/quarter: the town has no Nowhere',
    ],
    [
      'listings/furniture.json',
      '"good"',
      '"nice"',
      'listings/furniture.json /listings/0/condition: must be one of: new,',
    ],
    [
      'listings/furniture.json',
      '"sofa"',
      '"sofas"',
      'listings/furniture.json /listings/0/picture: the town has no sofas',
    ],
    [
      'listings/furniture.json',
      '"width": 210',
      '"width": "wide"',
      'listings/furniture.json /listings/0/attributes/width: must be a number',
    ],
    [
      'listings/furniture.json',
      'hsl(150 49% 43%)',
      'green',
      'listings/furniture.json /listings/0/colours/main: must match',
    ],
    [
      'listings/furniture.json',
      'Compact two-seater, grey-blue',
      'Sofa with bed function',
      'Sofa with bed function is there twice',
    ],
    ['favourites.json', '"person": "mira"', '"person": "samuel"', 'favourites.json /0/person: offers it'],
    ['follows.json', '"follows": "', '"follows": "no', 'follows.json /0/follows: the town has no no'],
    ['conversations.json', '"buyer": "mira"', '"buyer": "samuel"', 'conversations.json /0/buyer: offers it'],
    [
      'conversations.json',
      '"unread": 1',
      '"unread": 3',
      'conversations.json /0/unread: has lines that their reader answered',
    ],
    ['conversations.json', '"hoursAgo": 30', '"hoursAgo": 1', 'conversations.json /0/lines: end after now'],
    [
      'wellness-catalogue.json',
      '"Öffne dich für alle zugleich."',
      '"Öffne dich.", "Für alle zugleich."',
      'Sounds near and far has other steps in German',
    ],
    [
      'wellness-questionnaires.json',
      '"key": "sleep", "labels": ["So-so"',
      '"key": "sleep", "labels": ["Fine"',
      '/questions/3/onlyAfter/labels: the town has no Fine',
    ],
  ])('name the mistake when %s has %s changed to %s', (file, text, other, mistake) => {
    expect(readWith(file, text, other)).toContain(mistake)
  })

  test('name every mistake between files at once', () => {
    const told = readWith('listings/furniture.json', 'Oak dining table, made by me', 'Oak table').split('\n')
    expect(told.map((line) => line.split(' ')[0])).toEqual([
      'favourites.json',
      'favourites.json',
      'conversations.json',
    ])
  })
})

describe('the pictures', () => {
  test('are drawn in the colours of a style that a listing may replace', async () => {
    for (const [name, svg] of content.pictures) {
      const [, rules = ''] = svg.match(/<style>([^<]*)<\/style>/) ?? []
      const names = [...rules.matchAll(/\.([a-z-]+) {/g)].map(([, rule]) => rule)
      expect(names, name).toEqual(['main', 'dark', 'light', 'accent', 'wall', 'wall-foot', 'floor'])
    }
    const sofa = content.pictures.get('sofa') ?? ''
    const red = recolour(sofa, {
      main: 'hsl(0 60% 50%)',
      accent: 'hsl(60 60% 50%)',
      wall: 'hsl(200 26% 88%)',
    })
    expect(red).not.toBe(sofa)
    const { width, height, format } = await sharp(await render(red)).metadata()
    expect({ width, height, format }).toEqual({ width: 800, height: 600, format: 'png' })
  })

  test('of a listing are the whole thing and other views of it', async () => {
    const cup = content.pictures.get('cup') ?? ''
    const [whole, ...shown] = await Promise.all(
      [cup, ...views.map((view) => viewOf(cup, view))].map(async (svg) => sharp(await render(svg)).stats()),
    )
    const seen = [whole, ...shown].map((stats) => JSON.stringify(stats?.channels))
    expect(new Set(seen).size).toBe(views.length + 1)
  })

  test('all stand in some listing', () => {
    expect(new Set(listings.map(({ picture }) => picture))).toEqual(new Set(content.pictures.keys()))
  })
})
