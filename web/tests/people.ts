import {
  createChatroom,
  createClient,
  createConfig,
  createUser,
  sendMessage,
} from '@plaza/client/marketplace'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { texts } from '../texts/en/ui.ts'
import { newId } from '../ui/ids.ts'
import { password, town, townDatabase, type Visit, type VisitOptions, visit } from './browser.ts'

/** Somebody new in the town, who also has an app of their own to do things from. */
export interface Neighbour {
  id: string
  name: string
  email: string
  app: ReturnType<typeof createClient>
}

export async function newNeighbour(name = 'Nora Neumann'): Promise<Neighbour> {
  const { url } = await town()
  const app = createClient(createConfig({ baseUrl: url }))
  const email = `n-${newId()}@lindenau.example`
  const { data } = await createUser({
    client: app,
    throwOnError: true,
    body: {
      name,
      email,
      password,
      agree: 'true',
      fcm_token: null,
      location: { type: 'Point', coordinates: [13.06, 52.4] },
    },
  })
  app.setConfig({ auth: data.data.access_token })
  return { id: data.data.user._id, name, email, app }
}

/** Types address and password into the form that is shown. */
export async function fillSignIn(
  page: Page,
  { email, word = password }: { email: string; word?: string },
  said: typeof texts.account = texts.account,
): Promise<void> {
  await page.getByRole('textbox', { name: said.email }).fill(email)
  await page.getByRole('textbox', { name: said.password }).fill(word)
  await page.getByRole('main').getByRole('button', { name: said.signIn }).click()
}

/** A browser window in which somebody is signed in and looks at a page. */
export async function visitAs(
  person: Pick<Neighbour, 'email'>,
  place: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const opened = await visit(`/sign-in?next=${encodeURIComponent(place)}`, options)
  await fillSignIn(opened.page, person)
  await opened.page.waitForURL((url) => url.pathname + url.search === place)
  return opened
}

/** Something only time or other people could do to a town. */
export async function inTown(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const connectionString = await townDatabase()
  if (connectionString === undefined) throw new Error('this town is not ours to let time pass in')
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(statement, values)
  await client.end()
  return rows
}

/** Somebody new who proved their address, as trials take it. */
export async function newProvedNeighbour(name?: string): Promise<Neighbour> {
  const person = await newNeighbour(name)
  await inTown('update marketplace.users set is_verified = true where id = $1', [person.id])
  return person
}

/** Lets an hour pass since somebody signed in. */
export const waitAnHour = ({ id }: Pick<Neighbour, 'id'>): Promise<unknown> =>
  inTown(`update platform.session set created_at = created_at - interval '1 hour' where subject_id = $1`, [
    id,
  ])

/** A chat between two people. @returns its id. */
export async function newRoom(one: Neighbour, other: Neighbour): Promise<string> {
  const { data } = await createChatroom({ client: one.app, throwOnError: true, body: { user_id: other.id } })
  return data.data._id
}

export async function write(from: Neighbour, roomId: string, messageText: string): Promise<void> {
  await sendMessage({ client: from.app, throwOnError: true, body: { chatroom_id: roomId, messageText } })
}

/** What the newest mail to an address says. */
export async function outboxText(email: string): Promise<string> {
  const { url } = await town()
  const { data } = await (await fetch(`${url}/outbox.json`)).json()
  const mail = data.find(({ recipient }: { recipient: string }) => recipient === email)
  return mail?.text ?? ''
}

/** The six digits of the newest mail to an address. */
export const codeFor = async (email: string): Promise<string> =>
  /\b\d{6}\b/.exec(await outboxText(email))?.[0] ?? ''
