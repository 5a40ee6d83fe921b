import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { days } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { sweepUploads } from '../../platform/media/jobs.ts'
import { pictureUrl, storePicture, withheldKey } from '../../platform/media/uploads.ts'
import { sweepNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  expectProblem,
  granted,
  later,
  newMember,
  newStaff,
  world,
} from '../../testing/kit.ts'
import { load, makePicture, uploadPicture } from '../../testing/pictures.ts'
import { addPost, newPost } from '../../testing/posts.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { closeWorld, worldWith } from '../../testing/world.ts'

const moderate = async (authorId: string, id: string, action: string) =>
  granted(
    call('POST', '/api/v1/notification-mgt/content-violation/manual', {
      as: await newStaff('moderator'),
      body: {
        recipient: authorId,
        reference: { model: 'post', id },
        rule: 'prohibited item',
        message: 'Not here.',
        action,
      },
    }),
  )

async function newListing() {
  const author = await newMember()
  const picture = await uploadPicture(author)
  const { _id } = await newPost(author, { media: { photoUrl: [picture.publicUrl] } })
  return { author, picture, id: _id }
}

describe('on the local disk', () => {
  test('a picture is kept by browsers for a day, and asked for by its tag then', async () => {
    const { picture } = await newListing()
    const { statusCode, headers } = await load(picture.publicUrl)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=86400, must-revalidate')
    const { app } = await world()
    const { pathname } = new URL(picture.publicUrl)
    const again = { url: pathname, headers: { 'if-none-match': String(headers.etag) } }
    const known = await app.inject(again)
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', headers.etag])
    expect((await app.inject({ ...again, headers: { 'if-none-match': '"another"' } })).statusCode).toBe(200)
  })

  test.each(['hide', 'remove'])(
    'what a moderator does away with by %s is gone at once for everybody',
    async (action) => {
      const { author, picture, id } = await newListing()
      const { pathname } = new URL(picture.publicUrl)
      const { app, host } = await world()
      const before = await load(picture.publicUrl)
      const { files } = host.services.providers
      const given = new URL(await files.presignGet(`variants/${picture.id}/400.webp`, 3600))
      const ofStore = () => app.inject({ url: given.pathname + given.search })
      expect((await ofStore()).statusCode).toBe(200)

      await moderate(author.id, id, action)
      for (const headers of [
        {},
        { authorization: `Bearer ${author.token}` },
        { 'if-none-match': String(before.headers.etag) },
      ]) {
        const { statusCode, headers: said } = await app.inject({ url: pathname, headers })
        expect([headers, statusCode, said['cache-control']]).toEqual([headers, 404, 'no-store'])
      }
      for (const width of [320, 640, 1280])
        expect((await load(picture.publicUrl.replace('1280', String(width)))).statusCode).toBe(404)
      await eventually(async () => (await ofStore()).statusCode === 404)
      expectProblem(
        await addPost(author, { media: { photoUrl: [picture.publicUrl] } }),
        400,
        'MEDIA_NOT_READY',
      )
    },
  )

  test('a warning leaves it', async () => {
    const { author, picture, id } = await newListing()
    await moderate(author.id, id, 'warn')
    expect((await load(picture.publicUrl)).statusCode).toBe(200)
  })

  test('of what was removed nothing is left some days later', async () => {
    const { author, picture, id } = await newListing()
    await moderate(author.id, id, 'remove')
    const { host } = await world()
    const { files } = host.services.providers
    const kept = withheldKey(picture.id, 400)
    await eventually(async () => (await files.size(kept)) !== undefined)
    await later(days(2), () => sweepNow(sweepUploads))
    expect(await files.size(kept)).toBeUndefined()
    const { rows } = await sql`select from platform.upload where id = ${picture.id}`.execute(host.services.db)
    expect(rows).toEqual([])
  })
})

describe('in a bucket', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await startS3Server({ now: () => new Date() })
    await worldWith({
      variables: {
        FILES_PROVIDER: 's3',
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_REGION: s3.credentials.region,
        S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
      },
    })
  })
  afterAll(async () => {
    await closeWorld()
    await s3.close()
  })

  test.each(['hide', 'remove'])(
    'the address that was given out before leads nowhere after %s',
    async (action) => {
      const { author, publicUrl, id } = await newListingInBucket()
      const redirect = await load(publicUrl)
      expect(redirect.statusCode).toBe(302)
      const given = String(redirect.headers.location)
      expect((await fetch(given)).status).toBe(200)
      await moderate(author.id, id, action)
      expect((await load(publicUrl)).statusCode).toBe(404)
      await eventually(async () => (await fetch(given)).status === 404)
    },
  )

  /** Its bytes are written by the server itself: the phone's way there is tested elsewhere. */
  async function newListingInBucket() {
    const author = await newMember()
    const { host, clock } = await world()
    const { db, providers, settings } = host.services
    const picture = { realm: 'marketplace', ownerId: author.id, purpose: 'post' } as const
    const id = newId()
    await storePicture(db, providers.files, id, {
      ...picture,
      bytes: await makePicture(),
      at: clock.now(),
    })
    const publicUrl = pictureUrl(settings.publicUrl, id)
    const { _id } = await newPost(author, { media: { photoUrl: [publicUrl] } })
    return { author, id: _id, publicUrl }
  }
})
