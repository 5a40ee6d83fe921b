import {
  adminCreateNotification,
  adminGetExercises,
  adminGetNotifications,
  adminLogin,
  createClient,
  createConfig,
  forgotPassword,
} from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, password, people, town, type Visit, visit } from './browser.ts'
import { hostileStrings, hostileTexts } from './hostile.ts'
import { addHeldListing, addListing, addPurchase } from './listings.ts'
import { fillSignIn, newNeighbour, visitAs, write } from './people.ts'

closeTownAfterwards()

/** What decides how a page behaves rather than what it says. */
const structural =
  /^(_?id|__v|.*_id|.*Id|.*At|.*_at|.*Type|status|type|kind|role|category_type|currency|condition|sold_type|delivery|channel|code|cursor|nextCursor|member_since|timezone|language|is_online|price.*|birthday|date|localDate|email|pending_email|slug|phase|sound|illustration)$/

/** The same value, every text in it replaced by the next hostile one. */
function poison(value: unknown, next: () => string, key = ''): unknown {
  if (typeof value === 'string') return structural.test(key) ? value : next()
  if (Array.isArray(value)) return value.map((one) => poison(one, next, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poison(one, next, name)]))
}

/** As many entries as there are hostile texts, so that each comes once in each field of a list. */
function repeated(data: unknown): unknown {
  if (!Array.isArray(data) || data.length === 0) return data
  return hostileTexts.map((_text, index) => {
    const entry = data[index % data.length]
    const another = (id: unknown) => `${String(id).slice(0, -4)}${(index + 4096).toString(16)}`
    return index < data.length ? entry : { ...entry, _id: another(entry._id), id: another(entry.id) }
  })
}

interface Attack {
  /** Of the text that each field begins with. */
  offset: number
  /** What gave it away that a string ran. */
  ran: string[]
}

/** Has the server's replies say hostile things, and hears whether one of them ran. */
async function underAttack(page: Page): Promise<Attack> {
  const ran: string[] = []
  const attack: Attack = { offset: 0, ran }
  await page.exposeFunction('xss', () => void ran.push('a string ran'))
  page.on('dialog', (dialog) => {
    ran.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (new URL(request.url()).host === 'xss.invalid') ran.push(`it asked for ${request.url()}`)
  })
  const own = 'usr-mgt/refresh|stream|usr-mgt/get-profile(?!-)|(user|admin)/(refresh|stream)'
  await page.route(new RegExp(`/api/v1/(?!${own})|/outbox.json`), async (route) => {
    const reply = await route.fetch()
    const body = await reply.json().catch(() => undefined)
    if (!reply.ok() || body === undefined) return route.fulfill({ response: reply })
    // Each field begins at the same text, and takes the next one for each entry.
    const counts = new Map<string, number>()
    const poisoned = (entry: unknown) =>
      entry && typeof entry === 'object'
        ? Object.fromEntries(
            Object.entries(entry).map(([name, value]) => {
              const take = () => {
                const count = counts.get(name) ?? 0
                counts.set(name, count + 1)
                return hostileTexts[(attack.offset + count) % hostileTexts.length] ?? ''
              }
              return [name, poison(value, take, name)]
            }),
          )
        : entry
    const data = repeated(body.data)
    const hostile = Array.isArray(data) ? data.map(poisoned) : poisoned(data)
    await route.fulfill({ response: reply, json: { ...body, data: hostile } })
  })
  return attack
}

/** Every picture was fetched, or given up. */
async function settlePictures(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Those that come later, too: what is out of sight is not fetched by itself.
    for (const image of document.images) image.loading = 'eager'
    return [...document.images].every(({ complete }) => complete)
  })
}

/** Nothing ran, and nothing stands there that would run when pressed. */
async function expectHarmless(page: Page, { ran }: Pick<Attack, 'ran'>): Promise<void> {
  await settlePictures(page)
  const dangerous = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            // The address of a picture or recording is never run, whatever it says.
            (['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name) &&
              !['img', 'audio', 'video'].includes(element.localName) &&
              /^\s*(j\s*a\s*v\s*a|vbscript|data:text)/i.test(value)),
        )
        .map(({ name, value }) => `<${element.localName} ${name}="${value.slice(0, 80)}">`),
    ),
  )
  expect(dangerous).toEqual([])
  expect(ran).toEqual([])
}

/** Each page, which shows a list or a form and waits for the first text in it. */
async function expectHarmlessAt(page: Page, attack: Attack, places: readonly string[]): Promise<void> {
  for (const place of places) {
    await page.goto(place)
    const first = page.getByText('<script>xss()</script>').first()
    await first.waitFor({ state: 'attached' }).catch(async () => {
      throw new Error(`no hostile text at ${place}, but: ${await page.locator('body').textContent()}`)
    })
    await expectHarmless(page, attack)
  }
}

/** What is half a minute old is asked for again when somebody comes back to the page. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(31_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
}

const untilHeadingIs = (page: Page, said: string, timeout = 60_000) =>
  page.waitForFunction((text) => [...document.querySelectorAll('h1')].at(-1)?.textContent === text, said, {
    timeout,
  })

/** Each page, which shows one record under its heading or over its list, once with every text in every field. */
async function expectHarmlessThroughout(
  page: Page,
  attack: Attack,
  places: readonly string[],
): Promise<void> {
  await page.clock.install()
  for (const place of places) {
    attack.offset = 0
    await page.goto(place)
    for (const [offset, said] of hostileTexts.entries()) {
      attack.offset = offset
      await comeBack(page)
      // A reply that was on its way is as new as the clock, and says what it said before.
      await untilHeadingIs(page, said, 5000).catch(async () => {
        await comeBack(page)
        await untilHeadingIs(page, said)
      })
      await expectHarmless(page, attack)
    }
  }
}

/** A page of the console, signed in. */
async function visitConsole(product: 'marketplace' | 'wellness'): Promise<Visit> {
  const opened = await visit(`/admin/sign-in?product=${product}`, { size: 'desktop' })
  const email = product === 'marketplace' ? people.administrator : people.wellnessAdministrator
  await fillSignIn(opened.page, { email })
  await opened.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
  return opened
}

async function visitWellness(): Promise<Visit> {
  const opened = await visit('/wellness/sign-in')
  await fillSignIn(opened.page, { email: people.wellnessUser })
  await opened.page.getByRole('heading', { level: 1, name: /^(Hello|Good)/ }).waitFor()
  return opened
}

/** A client that speaks as the wellness app's administrator. */
async function wellnessAdministrator() {
  const client = createClient(createConfig({ baseUrl: (await town()).url }))
  const body = { email: people.wellnessAdministrator, password }
  const { data } = await dataOf(adminLogin({ client, body }))
  client.setConfig({ auth: data.accessToken })
  return client
}

/** A campaign that is there to be looked at. @returns its id. */
async function addCampaign(): Promise<string> {
  const client = await wellnessAdministrator()
  const what = { notificationType: 'IN_APP', recipientType: 'ALL', subject: 'Hello', description: 'Again' }
  await adminCreateNotification({ client, throwOnError: true, body: what })
  const { data } = await dataOf(adminGetNotifications({ client }))
  return data[0]?.id ?? ''
}

async function exerciseId(): Promise<string> {
  const { data } = await dataOf(adminGetExercises({ client: await wellnessAdministrator() }))
  return data.find(({ isPremium }) => !isPremium)?.id ?? ''
}

describePages('200 hostile strings', () => {
  test('are 200, all of them in the texts', () => {
    expect(new Set(hostileStrings).size).toBe(200)
    expect(hostileStrings.filter((said) => !hostileTexts.some((text) => text.includes(said)))).toEqual([])
  })

  test('run nothing in the lists and forms of the storefront', async () => {
    const { page, context, url } = await visitAs({ email: people.member }, '/you')
    const places = ['/', '/search', '/favourites', '/my-listings', '/sell', '/chats', '/notices', '/people']
    const attack = await underAttack(page)
    await expectHarmlessAt(
      page,
      attack,
      places.map((place) => url + place),
    )
    await context.close()
  })

  test('run nothing in a listing, a chat and the purchases', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Lamp', photos: 1 })
    const { page, context, url } = await visitAs(buyer, `/listing/${id}`)
    await page.getByRole('button', { name: 'Message the seller' }).click()
    await page.waitForURL(/\/chats\/.+/)
    const chat = page.url()
    await write(buyer, chat.split('/').at(-1) ?? '', 'Is it still there?')
    await addPurchase(buyer)
    const attack = await underAttack(page)
    await expectHarmlessAt(page, attack, [chat, `${url}/purchases`])
    await expectHarmlessThroughout(page, attack, [`${url}/listing/${id}`])
    await context.close()
  })

  test('run nothing in the wellness pages', async () => {
    await addCampaign()
    const { page, context, url } = await visitWellness()
    const attack = await underAttack(page)
    await expectHarmlessAt(
      page,
      attack,
      ['/wellness', '/wellness/history', '/wellness/notices'].map((place) => url + place),
    )
    await expectHarmlessThroughout(page, attack, [`${url}/wellness/exercise/${await exerciseId()}`])
    await context.close()
  })

  test('run nothing in the console of the marketplace', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Lamp', photos: 1 })
    await addHeldListing(seller, 'Chair')
    const { page, context, url } = await visitConsole('marketplace')
    // For the outbox.
    await forgotPassword({
      client: createClient(createConfig({ baseUrl: url })),
      body: { email: people.wellnessUser },
    })
    const attack = await underAttack(page)
    const places = ['categories', 'listings', 'reviews', 'people', 'outbox']
    await expectHarmlessAt(
      page,
      attack,
      places.map((place) => `${url}/admin/${place}`),
    )
    await expectHarmlessThroughout(page, attack, [
      `${url}/admin/listings/${id}`,
      `${url}/admin/people/${seller.id}`,
    ])
    await context.close()
  })

  test('run nothing in the console of the wellness app', async () => {
    const campaign = await addCampaign()
    const { page, context, url } = await visitConsole('wellness')
    const attack = await underAttack(page)
    const places = ['catalogue', 'catalogue?tab=exercises', 'campaigns']
    await expectHarmlessAt(
      page,
      attack,
      places.map((place) => `${url}/admin/${place}`),
    )
    await expectHarmlessThroughout(page, attack, [`${url}/admin/campaigns/${campaign}`])
    await context.close()
  })

  test('are shown as they were written when a listing says them', async () => {
    const seller = await newNeighbour(hostileStrings[2])
    const said = hostileStrings.slice(0, 100).join('\n')
    const id = await addListing(seller, { title: hostileStrings[0] ?? '', description: said })
    const { page, context } = await visit(`/listing/${id}`)
    await page.getByRole('heading', { level: 1, name: hostileStrings[0] ?? '' }).waitFor()
    expect(await page.getByRole('main').locator('p', { hasText: 'onerror' }).first().textContent()).toContain(
      '<svg onload=',
    )
    await expectHarmless(page, { ran: [] })
    await context.close()
  })
})
