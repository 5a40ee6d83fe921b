import sharp from 'sharp'
import * as marketplace from '../client/marketplace.ts'
import * as wellness from '../client/wellness.ts'
import { minutes } from '../server/src/platform/clock.ts'
import { type Program, runCommand } from './program.ts'

/** What the acceptance tests have people do, by the generated client alone. */

export const password = 'correct horse battery'
export const staff = { email: 'chief@example.org', password: 'battery staple correct' }

type At = Pick<Program, 'baseUrl'>

export const marketAt = ({ baseUrl }: At, token?: string) =>
  marketplace.createClient(marketplace.createConfig({ baseUrl, ...(token ? { auth: token } : {}) }))
export const wellAt = ({ baseUrl }: At, token?: string) =>
  wellness.createClient(wellness.createConfig({ baseUrl, ...(token ? { auth: token } : {}) }))

/** What a good reply carries; a refusal ends the story with its sentence. */
export async function dataOf<T>(
  asked: Promise<{ data?: T; error?: unknown; response?: Response }>,
): Promise<T> {
  const { data, error, response } = await asked
  if (!response?.ok || data === undefined)
    throw new Error(`refused with ${response?.status}: ${JSON.stringify(error)}`)
  return data
}

/** Polls until `check` gives a value; for what a job or another process brings. */
export async function until<T>(check: () => Promise<T | undefined | false>, mostMinutes = 2): Promise<T> {
  const deadline = performance.now() + minutes(mostMinutes)
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > deadline) throw new Error(`it did not happen within ${mostMinutes} minutes`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** An administrator of each product, made on the command line while the server is stopped. */
export async function createAdministrators(
  dataDir: string,
  variables: Record<string, string> = {},
  products = ['marketplace', 'wellness'],
): Promise<void> {
  const chief = ['--email', staff.email, '--name', 'Chief', '--password', staff.password]
  for (const product of products) await runCommand(dataDir, ['create-admin', product, ...chief], variables)
}

export const newcomer = (person: { name: string; email: string }) => ({
  ...person,
  password,
  agree: 'true',
  fcm_token: null,
  location: { type: 'Point', coordinates: [13.06, 52.4] as [number, number] },
})

export async function joinMarket(at: At, person: { name: string; email: string }) {
  const { data } = await dataOf(marketplace.createUser({ client: marketAt(at), body: newcomer(person) }))
  return { id: data.user._id, token: data.access_token, client: marketAt(at, data.access_token) }
}

/** Somebody whose token is over sooner than a long run. @returns the token that they have by then */
export function tokenBy(signIn: (at: At) => Promise<string>): (at: At) => Promise<string> {
  let token = ''
  let goodUntil = 0
  return async (at) => {
    if (performance.now() < goodUntil) return token
    token = await signIn(at)
    goodUntil = performance.now() + minutes(10)
    return token
  }
}

/** A member who signs in whenever that is needed. @returns their client */
export function asMember(person: { email: string; password?: string }) {
  const body = { password, ...person, fcm_token: null }
  const token = tokenBy(
    async (at) => (await dataOf(marketplace.login({ client: marketAt(at), body }))).data.access_token,
  )
  return async (at: At) => marketAt(at, await token(at))
}

/** Joins the wellness app with the mailed code. @returns the access token. */
export async function joinWellness(at: At, email: string): Promise<string> {
  const client = wellAt(at)
  await dataOf(
    wellness.signUp({ client, body: { name: 'Calm', email, password, timeZone: 'Europe/Berlin' } }),
  )
  const { data } = await dataOf(
    wellness.verifyUser({ client, body: { email, otp: await codeFor(at, email) } }),
  )
  if (!('accessToken' in data)) throw new Error('the code did not sign in')
  return data.accessToken
}

/** An exercise in a category of its own. @returns its id. */
export async function addExercise(client: ReturnType<typeof wellAt>): Promise<string> {
  const { data: category } = await dataOf(
    wellness.adminCreateExerciseCategory({ client, body: { name: 'Breathing' } }),
  )
  const { data: exercise } = await dataOf(
    wellness.adminCreateExercise({
      client,
      body: { categoryId: category.id, title: 'Box breathing', mediaType: 'TIMER', durationSec: 240 },
    }),
  )
  return exercise.id
}

export interface OutboxMail {
  recipient: string
  text: string
  status: string
  reason: string | null
}

/** The newest mail to an address, as the development outbox shows it. */
export async function mailTo({ baseUrl }: At, email: string): Promise<OutboxMail | undefined> {
  const response = await fetch(`${baseUrl}/outbox.json`)
  const { data } = (await response.json()) as { data: OutboxMail[] }
  return data.find((mail) => mail.recipient === email)
}

export const codeFor = async (at: At, email: string): Promise<string> =>
  /\b\d{6}\b/.exec((await mailTo(at, email))?.text ?? '')?.[0] ?? ''

/** An address that the program made for the world, as it is reached here. */
export const reachable = ({ baseUrl }: At, url: string) => {
  const { pathname, search } = new URL(url)
  return baseUrl + pathname + search
}

type Client = ReturnType<typeof marketAt>

/** Reserves a place for a picture. */
export async function reservePicture(client: Client, size: number) {
  const { data } = await dataOf(
    marketplace.createPreAssignedUrls({
      client,
      body: { files: [{ name: 'lamp.jpg', content_type: 'image/jpeg', size, purpose: 'post' }] },
    }),
  )
  const [upload] = data
  if (!upload) throw new Error('nothing was reserved')
  return upload
}

export const makePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer()

export const mediaStatus = async (client: Client, upload_id: string): Promise<string> =>
  (await dataOf(marketplace.getMedia({ client, path: { upload_id } }))).data.status

/** Takes a picture all the way. @returns its public address. */
export async function uploadPicture(at: At, client: Client): Promise<string> {
  const bytes = await makePicture()
  const upload = await reservePicture(client, bytes.length)
  const sent = await fetch(reachable(at, upload.url), {
    method: upload.method,
    headers: upload.headers as Record<string, string>,
    body: new Uint8Array(bytes),
  })
  if (sent.status !== 200) throw new Error(`the picture was refused with ${sent.status}`)
  await dataOf(marketplace.confirmMedia({ client, body: { upload_id: upload.upload_id } }))
  await until(async () => (await mediaStatus(client, upload.upload_id)) === 'ready')
  return upload.public_url ?? ''
}
