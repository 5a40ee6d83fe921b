import sharp from 'sharp'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import {
  call,
  expectProblem,
  granted,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { privatePictureOf } from '../../testing/marketplace-rows.ts'
import {
  confirm,
  load,
  makePicture,
  publicAddress,
  put,
  sweepIn,
  uploadPicture,
} from '../../testing/pictures.ts'

const signed = (as: TestPerson, query: Record<string, string | number>) =>
  call('GET', '/api/v1/user-tools/get-signed-url', { as, query })

test('one picture is reserved, sent, and readable at a signed address only, for ten minutes', async () => {
  const [owner, bytes] = [await newMember(), await makePicture()]
  const query = { file_name: 'receipt.jpg', content_type: 'image/jpeg', size: bytes.length }
  const { body } = await granted(call('GET', '/api/v1/user-tools/get-presigned-url', { as: owner, query }))
  expect(body.data).toMatchObject({ method: 'PUT', public_url: null })
  const { upload_id: id, url } = body.data
  expectProblem(await signed(owner, { upload_id: id }), 404, 'NO_SUCH_UPLOAD')
  await put(url, bytes, 'image/jpeg')
  expect(await confirm(owner, id)).toMatchObject({ status: 'ready', public_url: null, variants: [] })

  for (const width of [160, 320, 400, 1280])
    expect((await load(await publicAddress(id, width))).statusCode).toBe(404)

  const { clock } = await world()
  const { body: told } = await granted(signed(owner, { upload_id: id }))
  expect(told.data).toMatchObject({ upload_id: id, key: `${id}/400.webp`, width: 400 })
  expect(Date.parse(told.data.expires_at) - clock.now().getTime()).toBeLessThanOrEqual(minutes(10))
  const read = await load(told.data.url)
  expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await sharp(read.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400 })

  const { body: small } = await granted(signed(owner, { key: `${id}/200.webp` }))
  expect(small.data.key).toBe(`${id}/160.webp`)
  const { pathname, search } = new URL(small.data.url)
  expect((await load(`http://any${pathname.replace('160', '400')}${search}`)).statusCode).toBe(403)
  clock.advance(minutes(11))
  const late = await load(told.data.url)
  clock.advance(-minutes(11))
  expect(late.statusCode).toBe(403)
})

test.each(['evidence', 'feedback', 'tool'] as const)(
  'what is uploaded for %s is nobody’s picture elsewhere',
  async (purpose) => {
    const owner = await newMember()
    const photo = { profile_photo_url: await publicAddress(await privatePictureOf(owner, purpose)) }
    const answer = await call('PUT', '/api/v1/usr-mgt/update', { as: owner, body: photo })
    expectProblem(answer, 400, 'PHOTO_NOT_USABLE')
  },
)

test('evidence is read by its owner and staff, all else by its owner and administrators', async () => {
  const [owner, stranger, moderator, administrator] = await Promise.all([
    newMember(),
    newMember(),
    newStaff('moderator'),
    newStaff('administrator'),
  ])
  for (const [purpose, readers] of [
    ['evidence', [owner, moderator, administrator]],
    ['feedback', [owner, administrator]],
  ] as const) {
    const id = await privatePictureOf(owner, purpose)
    for (const as of [owner, stranger, moderator, administrator]) {
      const answer = await signed(as, { upload_id: id })
      if ((readers as readonly TestPerson[]).includes(as)) expect(answer.status).toBe(200)
      else expectProblem(answer, 404, 'NO_SUCH_UPLOAD')
    }
  }
})

test('an address is signed for one thing, which is private', async () => {
  const owner = await newMember()
  const [one, other] = [await privatePictureOf(owner, 'tool'), await privatePictureOf(owner, 'tool')]
  const { id: forAll } = await uploadPicture(owner)
  for (const query of [{}, { upload_id: one, key: `${other}/40.webp` }, { upload_id: forAll }])
    expectProblem(await signed(owner, query as Record<string, string>), 404, 'NO_SUCH_UPLOAD')
})

test('what came with feedback stays with it, and administrators read both', async () => {
  const [as, administrator] = [await newMember(), await newStaff('administrator')]
  const write = (upload_ids: string[], who?: TestPerson) =>
    call('POST', '/api/v1/feedback/create', {
      as: who,
      body: { category: 'bug', message: 'It looks like this.', upload_ids },
    })
  const id = await privatePictureOf(as, 'feedback')
  const forTool = await privatePictureOf(as, 'tool')
  expectProblem(await write([id, forTool], as), 400, 'UPLOAD_NOT_USABLE', 'body.upload_ids.1')
  expectProblem(await write([id], administrator), 400, 'UPLOAD_NOT_USABLE')
  expectProblem(await write([id]), 400, 'UPLOAD_NOT_USABLE')

  const { body } = await granted(write([id], as))
  await sweepIn(30)
  const { body: read } = await granted(
    call('GET', '/api/v1/feedback/get', { as: administrator, query: { category: 'bug', limit: 100 } }),
  )
  expect(read.data).toContainEqual(
    expect.objectContaining({ _id: body.data.feedback_id, user_id: as.id, upload_ids: [id] }),
  )
  const { body: told } = await granted(signed(administrator, { upload_id: id }))
  expect((await load(told.data.url)).statusCode).toBe(200)
})
