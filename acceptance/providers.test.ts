import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { type S3Server, startS3Server } from '../server/src/testing/s3-server.ts'
import { type SmtpServer, startSmtpServer, type Verdict } from '../server/src/testing/smtp-server.ts'
import { type Program, startProgram } from './program.ts'
import {
  dataOf,
  joinMarket,
  mailTo,
  makePicture,
  mediaStatus,
  reachable,
  reservePicture,
  until,
} from './steps.ts'

/** The program with its files in a bucket and its mails sent for real, both to servers of ours on this machine. */

let s3: S3Server
let smtp: SmtpServer
let program: Program
/** What the mail server does with an address, try by try; without an entry it takes the mail. */
const verdicts = new Map<string, Verdict[]>()

beforeAll(async () => {
  s3 = await startS3Server({ now: () => new Date() })
  smtp = await startSmtpServer((recipient) => verdicts.get(recipient)?.shift() ?? 'take')
  program = await startProgram(newDataDir(), {
    FILES_PROVIDER: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.credentials.region,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Plaza <post@town.example>',
    LOG_LEVEL: 'silent',
  })
})

afterAll(async () => {
  expect(await program.stop()).toBe(0)
  await s3.close()
  await smtp.close()
})

describe('files in a bucket', () => {
  test('a picture goes there from the phone, and everybody loads it from there', async () => {
    const { client } = await joinMarket(program, { name: 'Sella', email: 'sella@example.org' })
    const bytes = await makePicture()
    const upload = await reservePicture(client, bytes.length)
    expect(upload.url.startsWith(`${s3.endpoint}/${s3.bucket}/`)).toBe(true)
    const put = (url: string, type: string, body: Buffer) =>
      fetch(url, { method: upload.method, headers: { 'content-type': type }, body: new Uint8Array(body) })
    const other = await reservePicture(client, bytes.length)
    const stolen = `${upload.url.split('?')[0]}?${other.url.split('?')[1]}`
    for (const refused of [
      await put(stolen, 'image/jpeg', bytes),
      await put(upload.url, 'text/html', bytes),
      await put(upload.url, 'image/jpeg', Buffer.concat([bytes, bytes])),
    ])
      expect(refused.status).toBe(403)
    expect(s3.objects.size).toBe(0)

    expect((await put(upload.url, 'image/jpeg', bytes)).status).toBe(200)
    await dataOf(marketplace.confirmMedia({ client, body: { upload_id: upload.upload_id } }))
    await until(async () => (await mediaStatus(client, upload.upload_id)) === 'ready')
    const { data: media } = await dataOf(
      marketplace.getMedia({ client, path: { upload_id: upload.upload_id } }),
    )
    expect(media.variants.map(({ width }) => width)).toEqual([160, 320, 640, 900])
    for (const url of [upload.public_url ?? '', ...media.variants.map((variant) => variant.url)]) {
      const picture = await fetch(reachable(program, url))
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(picture.url.startsWith(s3.endpoint)).toBe(true)
    }
  })
})

describe('mail by SMTP', () => {
  const takenFor = (to: string) => smtp.mails.filter((mail) => mail.to === to)
  const idOf = (text: string) => /^Message-ID: (.*)$/im.exec(text)?.[1]
  const settled = (email: string, status: string) =>
    until(async () => {
      const mail = await mailTo(program, email)
      return mail?.status === status && mail
    })
  const join = (email: string, ...tries: Verdict[]) => {
    verdicts.set(email, tries)
    return joinMarket(program, { name: 'Nabor', email })
  }

  test('arrives once, from the town’s address, with its code', async () => {
    const email = 'plain@example.org'
    await join(email)
    const { text } = await settled(email, 'sent')
    expect(takenFor(email)).toMatchObject([{ from: 'post@town.example', to: email }])
    const code = /\b\d{6}\b/.exec(text)?.[0]
    expect(takenFor(email)[0]?.text).toContain(String(code))
  })

  test('a refusal for now is tried again, and the outbox says why it waits', async () => {
    const email = 'greylisted@example.org'
    // Until it was seen to wait.
    await join(email, 'later', 'later', 'later')
    const waiting = await until(async () => {
      const mail = await mailTo(program, email)
      return mail?.reason && mail
    })
    expect(waiting).toMatchObject({ status: 'queued', reason: expect.stringContaining('451') })
    verdicts.delete(email)
    expect(await settled(email, 'sent')).toMatchObject({ reason: null })
    expect(takenFor(email)).toHaveLength(1)
  })

  test('a refusal for good is not, and holds up nobody', async () => {
    const email = 'nobody@example.org'
    await join(email, 'never')
    expect(await settled(email, 'failed')).toMatchObject({ reason: expect.stringContaining('550') })
    await join('next@example.org')
    await settled('next@example.org', 'sent')
    expect(takenFor(email)).toEqual([])
  })

  test('a mail whose acknowledgement got lost comes again under the same Message-ID', async () => {
    const email = 'lost@example.org'
    await join(email, 'lose')
    await settled(email, 'sent')
    const [first, second, ...others] = takenFor(email).map(({ text }) => idOf(text))
    expect(first).toMatch(/^<.+@town\.example>$/)
    expect([second, others]).toEqual([first, []])
  })
})
