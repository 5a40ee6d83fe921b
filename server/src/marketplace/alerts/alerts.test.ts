import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hours, minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { word } from '../../testing/posts.ts'
import { openApp } from '../../testing/world.ts'
import { standingAlerts } from './queries.ts'
import { compareVersions } from './version.ts'

const base = '/api/v1/application-alert'
let admin: TestPerson

beforeAll(async () => {
  admin = await newStaff('administrator')
  // Others have left theirs, which hold for everybody.
  const { db, cache } = (await world()).host.services
  await sql`update marketplace.app_alert set ended_at = now() where ended_at is null`.execute(db)
  cache.invalidate(standingAlerts)
})

const save = (body: object) =>
  call('POST', `${base}/save`, {
    as: admin,
    body: { title: `News ${word()}`, message: 'Something is new.', severity: 'info', kind: 'info', ...body },
  })
const end = (id: string) => call('POST', `${base}/end/${id}`, { as: admin })

/** An alert that ends with its test. */
async function newAlert(body: object = {}): Promise<string> {
  const { _id } = (await granted(save(body))).body.data
  onTestFinished(async () => void (await end(_id)))
  return _id
}

const status = (query: object = {}, as?: TestPerson, headers: Record<string, string> = {}) =>
  call('GET', `${base}/status`, {
    ...(as ? { as } : {}),
    headers,
    query: { platform: 'ios', app_version: '2.4.1', ...query },
  })
const told = async (query: object = {}, as?: TestPerson) => (await granted(status(query, as))).body.data
const idsOf = ({ active }: { active: { _id: string }[] }) => active.map(({ _id }) => _id)
const inFuture = async (ms: number) => new Date((await world()).clock.now().getTime() + ms).toISOString()

test('an app is told at its start what concerns its platform and its version, critical things first', async () => {
  const [everybody, critical, older, elsewhere] = [
    await newAlert(),
    await newAlert({ severity: 'critical' }),
    await newAlert({ max_version: '2.4.0', severity: 'warn' }),
    await newAlert({ platforms: ['web'] }),
  ]
  expect(idsOf(await told())).toEqual([critical, everybody])
  expect(idsOf(await told({ app_version: '2.4.0' }))).toEqual([critical, older, everybody])
  expect(idsOf(await told({ platform: 'web' }))).toEqual([critical, elsewhere, everybody])
  await granted(end(critical))
  expect(idsOf(await told())).toEqual([everybody])
})

test('a version that is too old is told to be updated, and which one is needed', async () => {
  await newAlert({ kind: 'force_update', severity: 'critical', platforms: ['android'], min_version: '3.0.0' })
  const id = await newAlert({
    kind: 'force_update',
    severity: 'critical',
    platforms: ['android'],
    min_version: '3.10.0',
  })
  const platform = 'android'
  expect(await told({ platform, app_version: '3.9.9' })).toMatchObject({
    force_update: true,
    min_version: '3.10.0',
    active: [{ _id: id, dismissible: false }],
  })
  expect(await told({ platform, app_version: '3.10.0-rc.1' })).toMatchObject({ force_update: true })
  expect(await told({ platform, app_version: '3.10.0' })).toMatchObject({
    force_update: false,
    min_version: '3.10.0',
    active: [],
  })
  expect(await told()).toMatchObject({ force_update: false, min_version: null })
})

test('maintenance holds from its start to its end, by the clock', async () => {
  const id = await newAlert({
    kind: 'maintenance',
    severity: 'warn',
    starts_at: await inFuture(hours(1)),
    ends_at: await inFuture(hours(2)),
  })
  expect(await told()).toMatchObject({ maintenance: false, active: [] })
  await later(hours(1), async () =>
    expect(await told()).toMatchObject({ maintenance: true, active: [{ _id: id, dismissible: false }] }),
  )
  await later(hours(2), async () => expect(await told()).toMatchObject({ maintenance: false, active: [] }))
})

test('is kept by every process, and written anew it is told anew', async () => {
  const other = await openApp({})
  onTestFinished(() => other.close())
  const query = { platform: 'ios', app_version: '2.4.1' }
  const elsewhere = async () =>
    (await granted(call('GET', `${base}/status`, { query, app: other }))).body.data
  expect(idsOf(await elsewhere())).toEqual([])
  const _id = await newAlert({ _id: newId() })
  expect(idsOf(await told())).toEqual([_id])
  const { headers } = await status()
  expect((await status({}, undefined, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  const { body } = await granted(save({ _id, title: 'Written anew' }))
  expect(body.data).toMatchObject({ _id, __v: 1 })
  expect(await told()).toMatchObject({ active: [{ _id, title: 'Written anew' }] })
  expect((await status({}, undefined, { 'if-none-match': String(headers.etag) })).status).toBe(200)
  await eventually(async () => (await elsewhere()).active[0]?.title === 'Written anew')
})

test('what may be put away is put away on every device; the rest stays', async () => {
  const as = await newMember()
  const [news, warning] = [await newAlert(), await newAlert({ kind: 'maintenance' })]
  const putAway = (alert_id: string) => call('POST', `${base}/acknowledge`, { as, body: { alert_id } })
  for (const _ of [1, 2]) await granted(putAway(news))
  expect((await told({}, as)).acknowledged).toEqual([news])
  expect((await told()).acknowledged).toEqual([])
  expect((await told({}, await newMember())).acknowledged).toEqual([])
  expectProblem(await putAway(warning), 409, 'NOT_DISMISSIBLE')
  expectProblem(await putAway(newId()), 404, 'NO_SUCH_ALERT')
  const soon = await newAlert({ starts_at: await inFuture(minutes(1)) })
  expectProblem(await putAway(soon), 404, 'NO_SUCH_ALERT')
  await granted(end(news))
  expectProblem(await putAway(news), 409, 'ALERT_ENDED')
})

test('one that was ended stays ended, and is listed with when', async () => {
  const _id = await newAlert()
  const { ended_at } = (await granted(end(_id))).body.data
  expect((await later(minutes(1), () => granted(end(_id)))).body.data).toMatchObject({ ended_at, __v: 1 })
  expectProblem(await save({ _id }), 409, 'ALERT_ENDED')
  expectProblem(await end(newId()), 404, 'NO_SUCH_ALERT')
  const { body } = await granted(call('GET', `${base}/get`, { as: admin, query: { limit: 100 } }))
  expect(body.data).toContainEqual(expect.objectContaining({ _id, ended_at }))
})

test('an alert is not written over by who read it before it was changed', async () => {
  const _id = await newAlert()
  const body = { _id, title: 'As I read it', message: 'Something is new.', severity: 'info', kind: 'info' }
  const write = (version: number) =>
    call('POST', `${base}/save`, { as: admin, body, headers: { 'if-match': `"${version}"` } })
  await granted(save({ _id, title: 'Changed meanwhile' }))
  expectProblem(await write(0), 412, 'VERSION_CONFLICT')
  expect((await granted(write(1))).body.data).toMatchObject({ title: 'As I read it', __v: 2 })
})

test('an alert that could never be right is refused', async () => {
  const [soon, later] = [await inFuture(hours(1)), await inFuture(hours(2))]
  for (const [body, path] of [
    [{ starts_at: later, ends_at: soon }, 'body.ends_at'],
    [{ starts_at: soon, ends_at: soon }, 'body.ends_at'],
    [{ starts_at: await inFuture(-hours(2)), ends_at: await inFuture(-hours(1)) }, 'body.ends_at'],
    [{ starts_at: '2026-13-01T00:00:00Z' }, 'body.starts_at'],
    [{ min_version: '2.0.0', max_version: '1.9.9' }, 'body.max_version'],
    [{ kind: 'force_update' }, 'body.min_version'],
    [{ kind: 'force_update', min_version: '1.0.0', max_version: '2.0.0' }, 'body.max_version'],
    [{ kind: 'force_update', min_version: '1.0.0', dismissible: true }, 'body.dismissible'],
    [{ min_version: '2.4' }, 'body.min_version'],
  ] as const)
    expectProblem(await save(body), 400, 'VALIDATION_FAILED', path)
})

describe('versions', () => {
  test('are ordered as semver.org orders them', () => {
    const ordered =
      '0.9.0 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.2.0 1.10.0 2.0.0 99999999999999999999.0.0'.split(
        ' ',
      )
    for (const [index, one] of ordered.entries())
      for (const [place, other] of ordered.entries())
        expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
          one,
          other,
          Math.sign(index - place),
        ])
    expect(compareVersions('1.0.0+build.7', '1.0.0')).toBe(0)
  })

  test.each(['1', '1.2', '01.2.3', '1.2.3-', '1.2.3-01', 'v1.2.3', '1.2.3 ', '', '1.2.3+', '1.2.x'])(
    '%j is none',
    async (app_version) => {
      expectProblem(await status({ app_version }), 400, 'VALIDATION_FAILED', 'query.app_version')
    },
  )
})
