import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { days, minutes } from '../../platform/clock.ts'
import type { Files } from '../../platform/files/port.ts'
import { s3Files } from '../../platform/files/s3.ts'
import { newId } from '../../platform/ids.ts'
import { processUpload, sweepUploads } from '../../platform/media/jobs.ts'
import { originalKey } from '../../platform/media/uploads.ts'
import { runNow } from '../../testing/jobs.ts'
import { call, expectProblem, newMember, world } from '../../testing/kit.ts'
import { confirm, load, makePicture, put, reserve, sweepIn, uploadPicture } from '../../testing/pictures.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { jobsDone } from '../../testing/rows.ts'

afterAll(closeProviders)

const path = '/api/v1/application-alert/pre-assigned-urls'
const file = { name: 'a.jpg', content_type: 'image/jpeg', size: 10, purpose: 'post' }
const ask = (as: { token: string }, files: object[]) => call('POST', path, { as, body: { files } })

/** An upload in some state, without any bytes. @returns its id. */
async function newUpload(ownerId: string, status: string, size: number): Promise<string> {
  const { host, clock } = await world()
  const [id, now] = [newId(), clock.now()]
  await sql`
    insert into platform.upload (id, realm, owner_id, purpose, file_name, content_type, declared_size, status, created_at, updated_at)
    values (${id}, 'marketplace', ${ownerId}, 'post', 'a', 'image/jpeg', ${size}, ${status}, ${now}, ${now})`.execute(
    host.services.db,
  )
  return id
}

describe('reserving', () => {
  test('answers each file with an address of its own that holds a quarter of an hour', async () => {
    const person = await newMember()
    const { clock } = await world()
    const { status, body } = await ask(person, [
      file,
      { ...file, name: 'b.png', content_type: 'image/png', purpose: 'chat' },
    ])
    expect(status).toBe(200)
    expect(body.data).toHaveLength(2)
    expect(new Set(body.data.map((one: { url: string }) => one.url)).size).toBe(2)
    expect(body.data[1]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/png' } })
    const left = Date.parse(body.data[0].expires_at) - clock.now().getTime()
    expect(left).toBeGreaterThan(minutes(14))
    expect(left).toBeLessThanOrEqual(minutes(15))
    const state = await call('GET', `/api/v1/media/${body.data[0].upload_id}`, { as: person })
    expect(state.body.data).toEqual({
      upload_id: body.data[0].upload_id,
      status: 'reserved',
      reason: null,
      width: null,
      height: null,
      public_url: body.data[0].public_url,
      variants: [],
    })
  })

  test('ends at a share of the storage, what failed included, also for many at once', async () => {
    const person = await newMember()
    for (const status of ['ready', 'failed']) await newUpload(person.id, status, 1024 * 1024 * 1024 - 12)
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(person, [file])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429])
    expectProblem(await ask(person, [file]), 429, 'UPLOAD_QUOTA')
    const query = { file_name: 'receipt.jpg', content_type: 'image/jpeg', size: 12 }
    const single = call('GET', '/api/v1/user-tools/get-presigned-url', { as: person, query })
    expectProblem(await single, 429, 'UPLOAD_QUOTA')
  })

  test.each(['image/svg+xml', 'image/gif', 'text/html', 'video/mp4', 'IMAGE/JPEG'])(
    'does not take %s',
    async (type) => {
      const answer = await ask(await newMember(), [file, { ...file, content_type: type }])
      expectProblem(answer, 400, 'TYPE_NOT_ALLOWED', 'body.files.1.content_type')
    },
  )

  test('takes 15 MB and not a byte more, at least one file and at most twenty', async () => {
    const person = await newMember()
    const most = 15 * 1024 * 1024
    expect((await ask(person, [{ ...file, size: most }])).status).toBe(200)
    expectProblem(
      await ask(person, [{ ...file, size: most + 1 }]),
      413,
      'FILE_TOO_LARGE',
      'body.files.0.size',
    )
    const one = { file_name: 'receipt.jpg', content_type: 'image/jpeg', size: most }
    const single = (query: object) =>
      call('GET', '/api/v1/user-tools/get-presigned-url', { as: person, query: { ...one, ...query } })
    expectProblem(await single({ size: most + 1 }), 413, 'FILE_TOO_LARGE', 'query.size')
    expectProblem(await single({ content_type: 'image/gif' }), 400, 'TYPE_NOT_ALLOWED', 'query.content_type')
    expect((await ask(person, Array(20).fill(file))).status).toBe(200)
    for (const files of [[], Array(21).fill(file)])
      expectProblem(await ask(person, files), 400, 'VALIDATION_FAILED', 'body.files')
    expectProblem(await ask(person, [{ ...file, size: 0 }]), 400, 'VALIDATION_FAILED', 'body.files.0.size')
  })
})

describe('sending', () => {
  test('needs the signature, the type, the size, and the time', async () => {
    const person = await newMember()
    const bytes = await makePicture()
    const { url } = await reserve(person, { size: bytes.length })
    const other = await reserve(person, { size: bytes.length })
    const forged = url.replace(
      /X-Amz-Signature=(.)/,
      (_all, first) => `X-Amz-Signature=${first === '0' ? '1' : '0'}`,
    )
    const swapped = `${new URL(other.url).origin}${new URL(other.url).pathname}${new URL(url).search}`
    for (const wrong of [forged, swapped, url.split('?')[0] ?? ''])
      expect((await put(wrong, bytes, 'image/jpeg')).statusCode).toBe(403)
    expect((await put(url, bytes, 'text/html')).statusCode).toBe(403)
    for (const other of [bytes.subarray(1), Buffer.concat([bytes, bytes])]) {
      const refused = await put(url, other, 'image/jpeg')
      expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'SIGNATURE_INVALID'])
      expect(refused.json().message).toContain(`the ${bytes.length} bytes`)
      expect(refused.json().message).toContain(`not ${other.length}`)
      expect((await put(forged, other, 'image/jpeg')).json().message).not.toContain('bytes')
    }
    expect((await load(url)).statusCode).toBe(403)
    const { clock } = await world()
    clock.advance(minutes(16))
    const late = await put(url, bytes, 'image/jpeg')
    clock.advance(-minutes(16))
    expect(late.statusCode).toBe(403)
    expect(late.json()).toMatchObject({ data: null, error: { code: 'SIGNATURE_INVALID' } })
    expect((await put(url, bytes, 'image/jpeg')).statusCode).toBe(200)
  })
})

describe('a picture that arrived', () => {
  test('becomes public in its widths, without any sign-in', async () => {
    const person = await newMember()
    const bytes = await makePicture(400, 200)
    const upload = await reserve(person, { size: bytes.length })
    expect((await load(upload.public_url)).statusCode).toBe(404)
    await put(upload.url, bytes, 'image/jpeg')
    const state = await confirm(person, upload.upload_id)
    expect(state).toMatchObject({ status: 'ready', reason: null, width: 400, height: 200 })
    expect(state.variants.map((variant) => variant.width)).toEqual([160, 320, 400])
    for (const { width, url } of state.variants) {
      const loaded = await load(url)
      expect(loaded.statusCode).toBe(200)
      expect(loaded.headers['content-type']).toBe('image/webp')
      expect(await sharp(loaded.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
    }
    const largest = await load(upload.public_url)
    expect(largest.rawPayload.equals((await load(state.variants.at(-1)?.url ?? '')).rawPayload)).toBe(true)
  })

  test.each([
    ['between two widths', 800, 400, [160, 320, 640, 800]],
    ['larger than all', 1500, 1000, [160, 320, 640, 1280]],
    ['smaller than all', 90, 60, [90]],
    ['taller than the format allows', 20, 20_000, [16]],
  ])('%s keeps as much of itself as it can', async (_name, width, height, widths) => {
    const person = await newMember()
    const upload = await uploadPicture(person, await makePicture(width, height))
    const { body } = await call('GET', `/api/v1/media/${upload.id}`, { as: person })
    expect(body.data.variants.map((variant: { width: number }) => variant.width)).toEqual(widths)
    const largest = await sharp((await load(upload.publicUrl)).rawPayload).metadata()
    expect(largest.width).toBe(widths.at(-1))
  })

  test('loses its position and stands upright', async () => {
    const person = await newMember()
    const plain = await makePicture(400, 200)
    // Orientation 6: turned a quarter clockwise for viewing, so the red left half comes out on top.
    const bytes = await sharp(plain)
      .withExif({
        IFD0: { Copyright: 'Secret Person' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 30/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const sent = await sharp(bytes).metadata()
    expect(sent.orientation).toBe(6)
    expect(sent.exif?.toString('latin1')).toContain('Secret Person')
    // Tag 0x8825 of the main directory points to the position.
    expect(
      sent.exif?.includes(Buffer.from([0x88, 0x25])) || sent.exif?.includes(Buffer.from([0x25, 0x88])),
    ).toBe(true)
    const upload = await reserve(person, { size: bytes.length })
    await put(upload.url, bytes, 'image/jpeg')
    const state = await confirm(person, upload.upload_id)
    expect(state).toMatchObject({ status: 'ready', width: 200, height: 400 })
    for (const { url, width } of state.variants) {
      const { rawPayload } = await load(url)
      expect(rawPayload.toString('latin1')).not.toMatch(/Exif|Secret Person|GPS/)
      const kept = await sharp(rawPayload).metadata()
      expect([kept.exif, kept.orientation, kept.xmp]).toEqual([undefined, undefined, undefined])
      expect([kept.width, kept.height]).toEqual([width, width * 2])
      const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
      const [top, bottom] = [0.2, 0.8].map((share) => {
        const at = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)) * info.channels
        return { red: data[at] ?? 0, blue: data[at + 2] ?? 0 }
      })
      expect(top?.red).toBeGreaterThan(200)
      expect(top?.blue).toBeLessThan(60)
      expect(bottom?.red).toBeLessThan(60)
      expect(bottom?.blue).toBeGreaterThan(200)
    }
  })

  test('is confirmed once, however often one says so', async () => {
    const person = await newMember()
    const { id } = await uploadPicture(person)
    const before = (await call('GET', `/api/v1/media/${id}`, { as: person })).body.data
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/api/v1/media/confirm', { as: person, body: { upload_id: id } })),
    )
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, before])
  })

  test('is nobody else’s to see or confirm', async () => {
    const owner = await newMember()
    const stranger = await newMember()
    const { upload_id } = await reserve(owner, { size: 10 })
    for (const id of [upload_id, newId()]) {
      expectProblem(await call('GET', `/api/v1/media/${id}`, { as: stranger }), 404, 'NO_SUCH_UPLOAD')
      expectProblem(
        await call('POST', '/api/v1/media/confirm', { as: stranger, body: { upload_id: id } }),
        404,
        'NO_SUCH_UPLOAD',
      )
    }
    const { body } = await call('GET', `/api/v1/media/${upload_id}`, { as: owner })
    expect(body.data.status).toBe('reserved')
  })
})

describe('bytes that are not what was announced', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  test.each([
    ['an SVG', async () => svg, /not a JPEG, PNG or WebP/],
    ['garbage', async () => Buffer.from('not a picture at all'), /not a JPEG, PNG or WebP/],
    ['half a picture', async () => (await makePicture()).subarray(0, 600), /damaged/],
    [
      'a picture of too many pixels',
      () =>
        sharp({ create: { width: 10_000, height: 5001, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      /50 million/,
    ],
  ] as [string, () => Promise<Buffer>, RegExp][])(
    '%s fails with a reason, and nothing becomes public',
    async (_name, make, reason) => {
      const person = await newMember()
      const bytes = await make()
      const upload = await reserve(person, { size: bytes.length })
      expect((await put(upload.url, bytes, 'image/jpeg')).statusCode).toBe(200)
      const state = await confirm(person, upload.upload_id)
      expect(state).toMatchObject({ status: 'failed', variants: [], width: null })
      expect(state.reason).toMatch(reason)
      expect((await load(upload.public_url)).statusCode).toBe(404)
      const { files } = (await world()).host.services.providers
      expect(await files.size(originalKey(upload.upload_id))).toBeUndefined()
    },
  )

  test('another size fails, should the place for files have taken it', async () => {
    const person = await newMember()
    const bytes = await makePicture()
    const { host } = await world()
    for (const size of [bytes.length - 1, bytes.length + 1]) {
      const upload = await reserve(person, { size })
      await host.services.providers.files.write(originalKey(upload.upload_id), bytes, 'image/jpeg')
      const state = await confirm(person, upload.upload_id)
      expect(state.status).toBe('failed')
      expect(state.reason).toContain(`${bytes.length} bytes, not the ${size}`)
    }
  })

  test('other bytes than those announced fail', async () => {
    const person = await newMember()
    const bytes = await makePicture()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const [announced, status] of [
      [sha256, 'ready'],
      ['0'.repeat(64), 'failed'],
    ] as const) {
      const upload = await reserve(person, { size: bytes.length, sha256: announced })
      await put(upload.url, bytes, 'image/jpeg')
      expect((await confirm(person, upload.upload_id)).status).toBe(status)
    }
    expectProblem(
      await ask(person, [{ ...file, sha256: 'x' }]),
      400,
      'VALIDATION_FAILED',
      'body.files.0.sha256',
    )
  })

  test('what is confirmed before it was sent is still waited for', async () => {
    const person = await newMember()
    const bytes = await makePicture()
    const { upload_id, url } = await reserve(person, { size: bytes.length })
    await call('POST', '/api/v1/media/confirm', { as: person, body: { upload_id } })
    await jobsDone()
    const { body } = await call('GET', `/api/v1/media/${upload_id}`, { as: person })
    expect(body.data.status).toBe('reserved')
    expect(body.data.reason).toMatch(/^Nothing has arrived/)
    expect((await put(url, bytes, 'image/jpeg')).statusCode).toBe(200)
    expect(await confirm(person, upload_id)).toMatchObject({ status: 'ready', reason: null })
  })
})

describe('when something is in the way', () => {
  const stateOf = async (as: { token: string }, id: string) =>
    (await call('GET', `/api/v1/media/${id}`, { as })).body.data

  test('an upload waits for the place of files, and fails at the last try with what to do', async () => {
    const person = await newMember()
    const { host } = await world()
    const id = await newUpload(person.id, 'processing', 10)
    const away = await openProvider(s3Files, {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'away',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    })
    const services = { ...host.services, providers: { ...host.services.providers, files: away } }
    const attempt = (isLastTry: boolean) => runNow(processUpload, { uploadId: id }, { isLastTry, services })
    await expect(attempt(false)).rejects.toThrow()
    expect(await stateOf(person, id)).toMatchObject({ status: 'processing', reason: null })
    await expect(attempt(true)).rejects.toThrow()
    expect(await stateOf(person, id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('Send the file again'),
    })
  })

  test('files that nothing uses go some at a time, so that a slow store can keep up', async () => {
    const person = await newMember()
    for (let count = 0; count < 6; count += 1) await uploadPicture(person)
    const { host, clock } = await world()
    const { files } = host.services.providers
    const underWay = { now: 0, most: 0, removed: 0 }
    const slow: Files = Object.assign(Object.create(files), {
      async remove(key: string) {
        underWay.now += 1
        underWay.removed += 1
        underWay.most = Math.max(underWay.most, underWay.now)
        await files.remove(key)
        underWay.now -= 1
      },
    })
    const inTwoDays = { now: () => new Date(clock.now().getTime() + days(2)) }
    const providers = { ...host.services.providers, files: slow }
    await runNow(sweepUploads, {}, { services: { ...host.services, providers, clock: inTwoDays } })
    expect(underWay).toEqual({ now: 0, most: 20, removed: expect.toSatisfy((count) => count > 20) })
  })

  test('a picture that is being swept is nobody’s to use any more', async () => {
    // Of what others have left a hundred would go first, and it would stay.
    await sweepIn(48)
    const person = await newMember()
    const { host, clock } = await world()
    const { files } = host.services.providers
    const { publicUrl } = await uploadPicture(person)
    const using = () =>
      call('PUT', '/api/v1/usr-mgt/update', { as: person, body: { profile_photo_url: publicUrl } })
    const answers: Awaited<ReturnType<typeof using>>[] = []
    const slow: Files = Object.assign(Object.create(files), {
      async remove(key: string) {
        answers.push(await using())
        await files.remove(key)
      },
    })
    const inTwoDays = { now: () => new Date(clock.now().getTime() + days(2)) }
    const providers = { ...host.services.providers, files: slow }
    await runNow(sweepUploads, {}, { services: { ...host.services, providers, clock: inTwoDays } })
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers) expectProblem(answer, 400, 'PHOTO_NOT_USABLE')
    expect((await load(publicUrl)).statusCode).toBe(404)
  })
})
