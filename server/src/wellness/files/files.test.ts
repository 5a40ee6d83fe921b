import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../../platform/clock.ts'
import { sweepUploads } from '../../platform/media/jobs.ts'
import { m4aOf, mp3Of, mp4Of, sendFile, upload } from '../../testing/exercises.ts'
import { sweepNow } from '../../testing/jobs.ts'
import { call, expectProblem, later, type TestPerson, world } from '../../testing/kit.ts'
import { makePicture } from '../../testing/pictures.ts'
import { newUser, newWellnessAdmin, wellnessBase } from '../../testing/wellness.ts'

const path = `${wellnessBase}/common/pre-signed-url`
let grace: TestPerson
let ada: TestPerson

beforeAll(async () => {
  grace = await newWellnessAdmin()
  ada = await newUser()
})

const sign = (as: TestPerson, body: object) => call('POST', path, { as, body })
const announced = (contentType: string, size = 40) => ({ fileName: 'a', contentType, size })

describe('an upload', () => {
  test('of a picture is made anew and shown to everybody', async () => {
    const bytes = await makePicture()
    const { state, reserved } = await upload(ada, { bytes, contentType: 'image/jpeg', folder: 'profile' })
    expect(state).toMatchObject({ status: 'ready', reason: null, publicUrl: reserved.publicUrl })
    const { app } = await world()
    const shown = await app.inject({ method: 'GET', url: new URL(reserved.publicUrl).pathname })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  test.each([
    ['audio/mpeg', mp3Of],
    ['audio/mp4', m4aOf],
    ['video/mp4', mp4Of],
  ])('of %s is served as it came, with its type, in any part of it', async (contentType, make) => {
    const bytes = make('the sea, and then some more of it')
    const { reserved, state } = await upload(grace, { bytes, contentType, folder: 'exercise' })
    expect(reserved).toMatchObject({ publicUrl: null, headers: { 'content-type': contentType } })
    expect(state).toMatchObject({ status: 'ready', publicUrl: null, size: bytes.length })
    const { body } = await sign(grace, { operation: 'GET', key: reserved.key })
    const { pathname, search } = new URL(body.data.uploadUrl)
    const { app } = await world()
    const get = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: pathname + search, headers })
    const whole = await get({})
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
      200,
      contentType,
      'bytes',
    ])
    expect(whole.rawPayload).toEqual(bytes)
    const part = await get({ range: 'bytes=4-9' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 4-9/${bytes.length}`])
    expect(part.rawPayload).toEqual(bytes.subarray(4, 10))
    expect((await get({ range: `bytes=${bytes.length}-` })).statusCode).toBe(416)
  })

  test('is refused when its bytes are not what it said, whatever it is called', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html> and so on')
    const avif = Buffer.from(mp4Of('x').toString('latin1').replace('isom', 'avif'), 'latin1')
    for (const [contentType, bytes] of [
      ['audio/mpeg', page],
      ['video/mp4', page],
      ['audio/mpeg', mp4Of('film')],
      ['video/mp4', m4aOf('sound')],
      ['audio/mp4', avif],
      ['image/jpeg', mp3Of('sound')],
    ] as const) {
      const { reserved, state } = await upload(grace, { bytes, contentType, folder: 'exercise' })
      expect([contentType, state.status, typeof state.reason]).toEqual([contentType, 'failed', 'string'])
      expectProblem(await sign(grace, { operation: 'GET', key: reserved.key }), 404, 'NO_SUCH_UPLOAD')
    }
  })

  test('takes only what was signed: type, size and place', async () => {
    const bytes = mp3Of('rain')
    const { body } = await sign(grace, { ...announced('audio/mpeg', bytes.length), folder: 'exercise' })
    const put = (changes: object) => sendFile({ ...body.data, ...changes }, bytes)
    expect(await put({ headers: { 'content-type': 'text/html' } })).toBe(403)
    expect(await put({ uploadUrl: body.data.uploadUrl.replace(body.data.key, grace.id) })).toBe(403)
    expect(await sendFile(body.data, Buffer.concat([bytes, bytes]))).toBe(403)
    expect(await put({})).toBe(200)
    const seconds = Date.parse(body.data.expiresAt) - (await world()).clock.now().getTime()
    expect(seconds).toBeLessThanOrEqual(600_000)
  })

  test('has an address of the server’s making, whatever its sender calls it', async () => {
    for (const fileName of ['../../etc/passwd', '..\\..\\boot.ini', '<img src=x>.png']) {
      const { status, body } = await sign(ada, { ...announced('image/png'), fileName })
      expect([fileName, status]).toEqual([fileName, 200])
      expect(body.data.key).toMatch(/^[0-9a-f-]{36}$/)
      for (const part of ['passwd', 'boot', 'img'])
        expect(decodeURIComponent(JSON.stringify(body.data))).not.toContain(part)
    }
    for (const fileName of ['a\u0000.png', '\u202egnp.exe'])
      expectProblem(
        await sign(ada, { ...announced('image/png'), fileName }),
        400,
        'VALIDATION_FAILED',
        'body.fileName',
      )
  })

  test('that nothing uses is gone a day later', async () => {
    const { reserved } = await upload(grace, {
      bytes: mp3Of('wind'),
      contentType: 'audio/mpeg',
      folder: 'exercise',
    })
    const { host } = await world()
    const left = async () => {
      const { rows } = await sql`select 1 from platform.upload where id = ${reserved.key}`.execute(
        host.services.db,
      )
      return rows.length
    }
    await later(hours(23), () => sweepNow(sweepUploads))
    expect(await left()).toBe(1)
    await later(hours(25), () => sweepNow(sweepUploads))
    expect(await left()).toBe(0)
  })
})

describe('who may upload what', () => {
  test.each([
    [400, 'TYPE_NOT_ALLOWED', 'contentType', { ...announced('audio/mpeg'), folder: 'profile' }],
    [400, 'TYPE_NOT_ALLOWED', 'contentType', announced('image/svg+xml')],
    [400, 'VALIDATION_FAILED', 'folder', { ...announced('image/png'), folder: 'exercise' }],
    [400, 'VALIDATION_FAILED', 'size', { fileName: 'a', contentType: 'image/png' }],
    [400, 'VALIDATION_FAILED', 'fileName', { contentType: 'image/png', size: 4 }],
    [400, 'VALIDATION_FAILED', 'key', { operation: 'GET' }],
    [413, 'FILE_TOO_LARGE', 'size', announced('image/png', 10 * 1024 * 1024 + 1)],
  ])('people: %i %s at %s', async (status, code, field, body) => {
    expectProblem(await sign(ada, body), status, code, `body.${field}`)
  })

  test.each([
    [413, 'FILE_TOO_LARGE', 'size', { ...announced('audio/mp4', 200 * 1024 * 1024 + 1), folder: 'exercise' }],
    [
      413,
      'FILE_TOO_LARGE',
      'size',
      { ...announced('video/mp4', 2048 * 1024 * 1024 + 1), folder: 'exercise' },
    ],
    [400, 'TYPE_NOT_ALLOWED', 'contentType', { ...announced('video/quicktime'), folder: 'exercise' }],
    [400, 'TYPE_NOT_ALLOWED', 'contentType', { ...announced('video/mp4'), folder: 'category' }],
  ])('administrators: %i %s at %s', async (status, code, field, body) => {
    expectProblem(await sign(grace, body), status, code, `body.${field}`)
  })

  test('administrators send films of two gigabytes, people send a picture to support that nobody else sees', async () => {
    expect((await sign(grace, { ...announced('video/mp4', 2 ** 31), folder: 'exercise' })).status).toBe(200)
    const { body } = await sign(ada, { ...announced('image/png'), folder: 'support' })
    expect(body.data).toMatchObject({ method: 'PUT', publicUrl: null })
    expectProblem(await sign(grace, { operation: 'GET', key: body.data.key }), 404, 'NO_SUCH_UPLOAD')
  })
})
