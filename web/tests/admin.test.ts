import {
  adminAddCategory,
  adminUpdateCategory,
  createClient,
  createConfig,
  getCategoryTree,
  getNotifications,
  getPostDetail,
  login,
  logout,
  reviewPost,
} from '@plaza/client/marketplace'
import { createGoal, createClient as createWellnessClient, getProfile } from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataOf, joinWellness } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  town,
  visit,
} from './browser.ts'
import { addHeldListing, addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

async function enter(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A page of the marketplace's part, signed in as its administrator or somebody else. */
async function marketplacePage(
  place: string,
  heading: string,
  { size = 'desktop', as = people.administrator }: { size?: Size; as?: string } = {},
) {
  const opened = await visit(place, { size })
  await enter(opened.page, as)
  await opened.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
}

/** A new category, opened to be edited, beside an app of another administrator. */
async function editingCategory() {
  const { page, context, url } = await marketplacePage('/admin/categories', 'Categories')
  const client = createClient(createConfig({ baseUrl: url }))
  const signedIn = await dataOf(login({ client, body: { email: people.administrator, password } }))
  client.setConfig({ auth: signedIn.data.access_token })
  const name = rare()
  const { data: category } = await dataOf(adminAddCategory({ client, body: { name } }))
  await page.reload()
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  return { page, context, client, name, category }
}

async function wellnessPage(place: string, heading: string, scheme: 'light' | 'dark' = 'light') {
  const opened = await visit(place, { size: 'desktop', scheme })
  await enter(opened.page, people.wellnessAdministrator)
  await opened.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
}

async function endSessions(url: string): Promise<void> {
  const client = createClient(createConfig({ baseUrl: url }))
  const { data } = await dataOf(login({ client, body: { email: people.administrator, password } }))
  await dataOf(logout({ client, auth: data.access_token, body: { all_devices: true } }))
}

const rare = () => `Thing ${crypto.randomUUID().slice(0, 8)}`

describePages('the console', () => {
  test('is for staff only, and says so', async () => {
    const { page, context } = await visit('/admin/sign-in')
    await expectAccessible(page, 'phone', 'desktop')
    await enter(page, people.member)
    await page.getByText('neither a moderator nor an administrator').waitFor()
    await context.close()
  })

  test('leaves the storefront to whom it belongs, and tells them that it is not for them', async () => {
    const [neighbour, other] = await Promise.all([newNeighbour('Nora Neumann'), newNeighbour('Otto Olsen')])
    const { page, context, url } = await visitAs(neighbour, '/you')
    await page.goto(`${url}/admin/categories`)
    await page.getByRole('heading', { name: 'This area is for staff' }).waitFor()
    await page.getByRole('link', { name: 'Use a different account' }).click()
    await enter(page, other.email)
    await page.getByText('neither a moderator nor an administrator').waitFor()
    await page.goto(`${url}/you`)
    await page.getByRole('main').getByText('Nora Neumann').first().waitFor()
    await context.close()
  })

  test('a session that ends during the work takes nothing that was typed', async () => {
    const { page, context, url } = await marketplacePage('/admin/broadcast', 'Broadcast')
    await page.getByLabel('Send tutorial').check()
    await page.getByLabel('Title').fill('How to pack a lamp')
    await endSessions(url)
    await page.getByLabel('Message').fill('In a box.')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await expectAccessible(page)
    await enter(page, people.administrator)
    await page.getByRole('heading', { level: 1, name: 'Broadcast' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('How to pack a lamp')
    await context.close()
  })

  test('a session that ends while a drawer is open takes nothing of it', async () => {
    const { page, context, url } = await marketplacePage('/admin/categories', 'Categories')
    await page.getByRole('button', { name: 'Add category' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Lamps')
    await endSessions(url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await enter(page, people.administrator)
    await name.waitFor()
    expect(await name.inputValue()).toBe('Lamps')
    await context.close()
  })

  test('adds, changes and deletes a category, and explains a refusal', async () => {
    const { page, context, complaints } = await marketplacePage('/admin/categories', 'Categories')
    await expectAccessible(page)
    const name = rare()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Colour')
    await page.getByRole('textbox', { name: 'Key' }).fill('colour')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('colour')
    await page.getByRole('button', { name: 'Add a detail' }).click()
    const second = page
      .getByRole('group')
      .filter({ has: page.getByRole('textbox', { name: 'Key' }) })
      .last()
    await second.getByRole('textbox', { name: 'Label' }).fill('Shade')
    await second.getByRole('textbox', { name: 'Key' }).fill('colour')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Is used by another attribute.').waitFor()
    await second.getByRole('button', { name: 'Remove Shade' }).click()
    await page.getByLabel('Available for new listings').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    const line = page.getByRole('listitem').filter({ hasText: name })
    await line.getByText('Hidden', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByLabel('Available for new listings').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await line.getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor({ state: 'detached' })

    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText(/It still has .* listing/).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('keeps what another administrator changed of a category meanwhile', async () => {
    const { page, context, client, name, category } = await editingCategory()
    await page.getByLabel('Available for new listings').uncheck()
    const path = { category_id: category._id }
    await dataOf(adminUpdateCategory({ client, path, body: { expiration_days: 7 } }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').filter({ hasText: name }).getByText('Hidden', { exact: true }).waitFor()
    const query = { include_disabled: true }
    const { data: categories } = await dataOf(getCategoryTree({ client, query }))
    expect(categories.find(({ _id }) => _id === category._id)).toMatchObject({
      enabled: false,
      expiration_days: 7,
    })
    await context.close()
  })

  test('says so before the details of a category replace those of another administrator', async () => {
    const { page, context, client, category } = await editingCategory()
    await page.getByRole('button', { name: 'Add a detail' }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Colour')
    await page.getByRole('textbox', { name: 'Key' }).fill('colour')
    const path = { category_id: category._id }
    const shade = { key: 'shade', label: 'Shade', type: 'text' } as const
    await dataOf(
      adminUpdateCategory({ client, path, body: { attribute_schema: [shade], expiration_days: 7 } }),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Somebody else changed this category meanwhile/).waitFor()
    const attributes = async () => {
      const { data } = await dataOf(getCategoryTree({ client, query: { include_disabled: true } }))
      return data.find(({ _id }) => _id === category._id)?.attribute_schema.map(({ key }) => key)
    }
    expect(await attributes()).toEqual(['shade'])
    expect(await page.getByLabel('Days until a listing expires').inputValue()).toBe('7')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await attributes()).toEqual(['colour'])
    await context.close()
  })

  test('shows a moderator nothing that only administrators may do', async () => {
    const { page, context, url } = await marketplacePage('/admin/categories', 'Categories', {
      as: people.moderator,
    })
    await expectAccessible(page, 'phone', 'desktop')
    expect(await page.getByRole('button', { name: /^(Add|Edit|Move)/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Reviews' }).waitFor()
    expect(await page.getByRole('link', { name: 'Broadcast' }).count()).toBe(0)
    await page.goto(`${url}/admin/broadcast`)
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    await context.close()
  })

  test('orders categories and merges one into another', async () => {
    const { page, context } = await marketplacePage('/admin/categories', 'Categories')
    // Neighbours by their names, too, whatever other tests have left.
    const both = rare()
    const [first, second] = [`${both} one`, `${both} two`]
    for (const name of [first, second]) {
      await page.getByRole('button', { name: 'Add category' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
    }
    const order = async () => {
      const names = await page.getByRole('button', { name: /^Edit Thing/ }).allInnerTexts()
      return names
        .map((text) => text.replace(/^Edit /, '').split('\n')[0])
        .filter((name) => name === first || name === second)
    }
    const [upper = '', lower = ''] = await order()
    await page.getByRole('button', { name: `Move ${lower} up` }).click()
    await expect.poll(order).toEqual([lower, upper])
    await page.getByRole('button', { name: `Edit ${lower}` }).click()
    await page.getByRole('button', { name: 'Merge…' }).click()
    await expectAccessible(page)
    await page.getByLabel('Merge into').selectOption({ label: upper })
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('button', { name: `Edit ${lower}` }).waitFor({ state: 'detached' })
    expect(await order()).toEqual([upper])
    await context.close()
  })

  test('lets a moderator hide a listing, and its seller hears why', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: rare() })
    const { page, context } = await marketplacePage(`/admin/listings/${id}`, 'Thing', {
      as: people.moderator,
    })
    await page.getByRole('button', { name: 'Send a violation notice' }).click()
    await expectAccessible(page)
    await page.getByLabel('Rule that was broken').fill('counterfeit')
    await page.getByLabel('Message to the person').fill('This brand is not what it says.')
    await page.getByLabel('Action').selectOption({ label: 'Hide the listing' })
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('The notice was sent.').waitFor()
    const { data: notices } = await dataOf(getNotifications({ client: seller.app }))
    expect(notices.find(({ category }) => category === 'content_violation')?.message).toContain(
      'This brand is not what it says.',
    )
    const stranger = await newNeighbour()
    expect((await getPostDetail({ client: stranger.app, path: { post_id: id } })).response?.status).toBe(404)
    await context.close()
  })

  test('shows a moderator what would change, and tells the seller of the decision', async () => {
    const seller = await newNeighbour()
    const title = rare()
    const id = await addHeldListing(seller, title)
    const { page, context, complaints } = await marketplacePage(`/admin/reviews?post=${id}`, 'Reviews', {
      as: people.moderator,
    })
    const review = page.getByRole('article', { name: title })
    await review.getByRole('row', { name: /Title/ }).getByText(`Boat ${id}`).waitFor()
    await review.getByRole('row', { name: /Price €25 €900/ }).waitFor()
    for (const reason of ['new title', 'very different price', 'different category'])
      await review.getByText(reason, { exact: true }).waitFor()
    const record = review.getByRole('complementary', { name: 'Seller' })
    await record.getByText('No rejected listings and no violation notices.').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    // No name of a field is broken within a word on the smallest phone.
    await page.setViewportSize({ width: 360, height: 740 })
    const name = review.getByRole('rowheader', { name: 'Price' })
    expect(await name.evaluate((cell) => cell.getClientRects().length === 1 && cell.clientHeight < 60)).toBe(
      true,
    )
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Different item' }).click()
    await page.getByLabel('Message to the seller').fill('Make a new listing of the boat.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText(`Rejected “${title}”.`).waitFor()
    await review.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()

    // The server carries it out, though the page is gone.
    const waiting = async () =>
      (await dataOf(getPostDetail({ client: seller.app, path: { post_id: id } }))).data
    await expect.poll(async () => (await waiting()).review?.state, { timeout: 60_000 }).toBe('declined')
    const told = await visitAs(seller, `/listing/${id}`)
    await told.page.getByText('Make a new listing of the boat.').waitFor()
    await told.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(told.page)
    await told.context.close()
  })

  test('lets a moderator go through the queue by keyboard, and take a decision back', async () => {
    const seller = await newNeighbour()
    const [first, second] = [rare(), rare()]
    const wish = 'Please pay by gift card.'
    const firstId = await addListing(seller, { title: first, description: wish, photos: 2 })
    const secondId = await addListing(await newNeighbour(), { title: second, description: wish })
    const { page, context, url } = await marketplacePage(`/admin/reviews?post=${firstId}`, 'Reviews', {
      as: people.moderator,
    })
    const keys = page.keyboard
    await page.getByRole('article', { name: first }).getByText(wish).waitFor()
    await page.getByRole('button', { name: `Photo 2 of ${first}` }).click()
    await page.getByRole('img', { name: `Photo 2 of ${first}` }).waitFor()
    await keys.press('j')
    await page.waitForURL(new RegExp(secondId))
    await page.getByRole('article', { name: second }).waitFor()
    await keys.press('k')
    await page.getByRole('article', { name: first }).waitFor()
    await keys.press('a')
    await page.getByText(`Approved “${first}”.`).waitFor()
    await page.getByRole('article', { name: second }).waitFor()
    const queue = page.getByRole('navigation', { name: 'Queue' })
    await queue.getByRole('link', { name: first }).waitFor({ state: 'detached' })
    await keys.press('z')
    await page.getByText('Back in the queue.').waitFor()
    await queue.getByRole('link', { name: first }).waitFor()
    await page.getByRole('article', { name: first }).waitFor()
    const { data: undone } = await dataOf(getPostDetail({ client: seller.app, path: { post_id: firstId } }))
    expect(undone.status).toBe('pending_review')

    // What is decided takes effect though nobody waits for it.
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText(`Approved “${first}”.`).waitFor()
    await page.goto(`${url}/admin/`)
    const shown = async () =>
      (await dataOf(getPostDetail({ client: seller.app, path: { post_id: firstId } }))).data.status
    await expect.poll(shown, { timeout: 60_000 }).toBe('active')
    await page.getByRole('link', { name: 'Start reviewing' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })

  test('goes on with the next listing in the queue as soon as one is decided', async () => {
    const titles = [rare(), rare(), rare()]
    const ids: string[] = []
    for (const title of titles)
      ids.push(await addListing(await newNeighbour(), { title, description: 'Please pay by gift card.' }))
    const { page, context } = await marketplacePage(`/admin/reviews?post=${ids[1]}`, 'Reviews', {
      as: people.moderator,
    })
    await page.getByRole('article', { name: titles[1] }).waitFor()
    await page.getByRole('status').filter({ hasText: 'waiting' }).waitFor()
    // Whoever goes on does not wait for the counts.
    await page.route('**/post-mgt/review-counts', () => undefined)
    await page.keyboard.press('a')
    await page.getByText(`Approved “${titles[1]}”.`).waitFor()
    await page.getByRole('article', { name: titles[2] }).waitFor()
    await context.close()
  })

  test('leaves whoever has gone on in the queue where they are when a decision is through', async () => {
    const titles = [rare(), rare(), rare(), rare()]
    const ids: string[] = []
    for (const title of titles) {
      const seller = await newNeighbour()
      const id = await addListing(seller, { title, description: 'Please pay by gift card.' })
      const asked = { client: seller.app, path: { post_id: id } }
      const status = async () => (await dataOf(getPostDetail(asked))).data.status
      await expect.poll(status).toBe('pending_review')
      ids.push(id)
    }
    const { page, context } = await marketplacePage(`/admin/reviews?post=${ids[0]}`, 'Reviews', {
      as: people.moderator,
    })
    const reading = (title: string | undefined) => page.getByRole('article', { name: title ?? '' }).waitFor()
    await reading(titles[0])
    const queue = page.getByRole('navigation', { name: 'Queue' })
    await queue.getByRole('link', { name: titles[3] ?? '' }).waitFor()
    const [held, heldBack] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/post-mgt\/reviews\/[0-9a-f-]+/, async (route) => {
      await (route.request().url().endsWith('/decision') ? heldBack : held).promise
      await route.continue()
    })
    const asked = page.waitForRequest(`**/post-mgt/reviews/${ids[0]}`)
    await page.keyboard.press('a')
    await asked
    for (const title of titles.slice(1, 3)) {
      await page.keyboard.press('j')
      await reading(title)
    }
    held.resolve()
    await queue.getByRole('link', { name: titles[0] ?? '' }).waitFor({ state: 'detached' })
    await reading(titles[2])

    const takenBack = page.waitForRequest(`**/post-mgt/reviews/${ids[0]}/decision`)
    await page.keyboard.press('z')
    await takenBack
    await page.keyboard.press('j')
    await reading(titles[3])
    heldBack.resolve()
    await queue.getByRole('link', { name: titles[0] ?? '' }).waitFor()
    await page.getByText('Back in the queue.').waitFor()
    await reading(titles[3])
    await context.close()
  })

  test('leaves the next listing alone when somebody else decided about this one', async () => {
    const [title, other] = [rare(), rare()]
    const [id, otherId] = [
      await addListing(await newNeighbour(), { title, description: 'Please pay by gift card.' }),
      await addListing(await newNeighbour(), { title: other, description: 'Please pay by gift card.' }),
    ]
    const { page, context, url } = await marketplacePage(`/admin/reviews?post=${id}`, 'Reviews', {
      as: people.moderator,
    })
    await page.getByRole('article', { name: title }).waitFor()
    const client = createClient(createConfig({ baseUrl: url }))
    const { data: signedIn } = await dataOf(
      login({ client, body: { email: people.administrator, password } }),
    )
    client.setConfig({ auth: signedIn.access_token })
    await dataOf(reviewPost({ client, path: { post_id: id }, body: { decision: 'accept' } }))
    await page.keyboard.press('a')
    const main = page.getByRole('main')
    await main.getByText('Someone else has already decided').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('a')
    await main.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    const queue = page.getByRole('navigation', { name: 'Queue' })
    await queue.getByRole('link', { name: other }).waitFor()
    expect(await queue.getByRole('link', { name: title }).count()).toBe(0)
    const { data: left } = await dataOf(getPostDetail({ client, path: { post_id: otherId } }))
    expect(left.status).toBe('pending_review')
    await context.close()
  })

  test('goes by keyboard alone from the sign-in to the preview of a broadcast', async () => {
    const { page, context } = await visit('/admin/broadcast', { size: 'desktop' })
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    const keys = page.keyboard
    /** Goes on with the tabulator to what has the name. */
    const reach = async (role: 'textbox' | 'button' | 'switch' | 'link', name: string | RegExp) => {
      const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
      await wanted.waitFor()
      for (let presses = 0; presses < 40; presses += 1) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return
        await keys.press('Tab')
      }
      throw new Error(`the tabulator does not lead to ${name}`)
    }
    await keys.press('Tab')
    await reach('link', 'Skip to the content')
    await keys.press('Enter')
    await reach('textbox', 'E-mail address')
    await keys.type(people.administrator)
    await keys.press('Tab')
    await keys.type(password)
    await keys.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Broadcast' }).waitFor()
    await reach('switch', 'Send tutorial')
    await keys.press('Space')
    await reach('textbox', 'Title')
    await keys.type('How to pack a lamp')
    await reach('textbox', 'Message')
    await keys.type('In a box that is larger than the lamp.')
    await page.getByRole('article', { name: 'Tutorial' }).getByText('How to pack a lamp').waitFor()
    await reach('button', 'Review and send')
    await keys.press('Enter')
    await page.getByText(/Reaches \d+ people\./).waitFor()
    await keys.press('Escape')
    await page.getByText(/Reaches \d+ people\./).waitFor({ state: 'detached' })
    await context.close()
  })

  test('shows a broadcast before it goes out, and how many it reaches', async () => {
    const { page, context, complaints } = await marketplacePage('/admin/broadcast', 'Broadcast', {
      size: 'phone',
    })
    const { app } = await newNeighbour()
    const title = rare()
    await page.getByLabel('Send breaking news').check()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Message').fill('The market hall opens at nine tomorrow.')
    await page.locator('input[type=file]').setInputFiles({
      name: 'hall.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 320, height: 180, channels: 3, background: '#0b7a6f' } })
        .png()
        .toBuffer(),
    })
    await page.getByLabel('Button label').fill('Read on')
    await page.getByLabel('Button link').fill('https://market.example/hall')
    const preview = page.getByRole('article', { name: 'Breaking news' })
    await preview.getByText(title).waitFor()
    await preview.getByText('Read on').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('article img')?.naturalWidth)
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByText(/Reaches \d+ people\./).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Sent.').waitFor()
    const { data: notices } = await dataOf(getNotifications({ client: app }))
    const notice = notices.find((other) => other.title === title)
    expect(notice?.action).toMatchObject({ label: 'Read on', actionType: 'open_url' })
    expect((await fetch(notice?.imageUrl ?? '')).status).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('tells of the people whom a broadcast reaches that goes out, and of no others', async () => {
    const { page, context } = await marketplacePage('/admin/broadcast', 'Broadcast')
    await page.getByLabel('Send breaking news').check()
    await page.getByLabel('Title').fill(rare())
    await page.getByLabel('Message').fill('The market hall opens at nine tomorrow.')
    const held = Promise.withResolvers<void>()
    await page.route('**/notification-mgt/broadcast/manual', async (route) => {
      await held.promise
      await route.continue()
    })
    const review = page.getByRole('button', { name: 'Review and send' })
    await review.click()
    const message = 'The market hall stays shut.'
    await page.getByLabel('Message').fill(message)
    const answered = page.waitForResponse('**/notification-mgt/broadcast/manual')
    held.resolve()
    await answered
    await expect.poll(() => review.isEnabled()).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await review.click()
    await page.getByText(/Reaches \d+ people\./).waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe(message)
    await context.close()
  })

  test('opens what is chosen, whatever is found later or was found before', async () => {
    const { page, context } = await marketplacePage('/admin/listings', 'Listings')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    const held = Promise.withResolvers<void>()
    await page.route(
      (address) => address.searchParams.get('search') === 'lamp',
      async (route) => {
        await held.promise
        await route.fulfill({ json: { data: [{ _id: newId(), name: 'Lampert', profile_photo_url: null }] } })
      },
    )
    await field.fill('lamp')
    const listing = page.getByRole('group', { name: 'Listings' }).getByRole('option').first()
    await listing.waitFor()
    const isChosen = async () => (await listing.getAttribute('aria-selected')) === 'true'
    for (let presses = 0; presses < 20 && !(await isChosen()); presses += 1)
      await page.keyboard.press('ArrowDown')
    held.resolve()
    await page.getByRole('option', { name: /Lampert/ }).waitFor()
    expect(await isChosen()).toBe(true)

    // Faster than anything is asked for.
    await field.evaluate((input: HTMLInputElement) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(input, 'nothing has this name')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      return Promise.resolve().then(() =>
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })),
      )
    })
    await page.getByText('No results for “nothing has this name”').waitFor()
    await context.close()
  })

  test('finds and opens listings and people', async () => {
    const { page, context, url } = await marketplacePage('/admin/listings', 'Listings')
    await page.getByLabel('Search').fill('wardrobe')
    await page.waitForURL(/q=wardrobe/)
    // All prices, not only the loaded ones, are in order.
    const sorted = page.waitForResponse(/sort=price_asc/)
    await page.getByRole('button', { name: 'Sort by Price' }).click()
    await page.waitForURL(/sort=price/)
    await sorted
    await page.getByRole('cell', { name: 'Active' }).first().waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    // Details lie over the list at an address of their own; going back closes them where they were opened.
    const link = page.getByRole('row').nth(1).getByRole('link').first()
    await link.focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog')
    await details.getByRole('button', { name: 'Send a violation notice' }).waitFor()
    const address = page.url()
    expect(address).toContain('q=wardrobe')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.waitForURL(/listings\?.*q=wardrobe/)
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.goto(address)
    await details.getByRole('button', { name: 'Send a violation notice' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.goto(`${url}/admin/listings`)

    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await field.fill('broad')
    await page.getByRole('option', { name: /Broadcast/, selected: true }).waitFor()
    await field.fill('Mira')
    const mira = page.getByRole('group', { name: 'People' }).getByRole('option', { name: /^Mira/ })
    await mira.waitFor()
    await expectAccessible(page)
    for (let presses = 0; presses < 20 && (await mira.getAttribute('aria-selected')) !== 'true'; presses += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await details.getByRole('heading', { name: 'Latest listings' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor()
    // Of whom the public sees nothing, moderators see what was decided.
    await page.goto(`${url}/admin/people/${newId()}`)
    await details.getByRole('alert').first().waitFor()
    await details.getByRole('heading', { name: 'Decisions' }).waitFor()
    await details.getByRole('button', { name: 'Send a violation notice' }).waitFor()
    await page.goto(`${url}/admin/people`)
    await page.getByRole('row').nth(1).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })

  test('keeps the wellness catalogue', async () => {
    const { page, context } = await wellnessPage('/admin/catalogue', 'Catalogue')
    await expectAccessible(page)
    const name = rare()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name }).waitFor()
    await page.getByRole('tab', { name: 'Exercises' }).click()
    await page.getByRole('button', { name: 'Add exercise' }).click()
    await page.getByLabel('Category').selectOption({ label: name })
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`Breathe with ${name}`)
    const form = page.getByRole('dialog')
    await form.getByLabel('Kind').selectOption({ label: 'Breathing' })
    await form.getByRole('button', { name: 'Add a phase' }).click()
    await form.getByLabel('Seconds of phase 3').fill('2')
    await form.getByLabel('Background sound').selectOption({ label: 'Rain' })
    await form.getByLabel('Evening').check()
    await expectAccessible(page)
    const [created] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith('/admin/exercise') && reply.status() === 201),
      page.getByRole('button', { name: 'Create', exact: true }).click(),
    ])
    expect((await created.json()).data).toMatchObject({
      breath: [
        { phase: 'IN', seconds: 4 },
        { phase: 'OUT', seconds: 6 },
        { phase: 'HOLD', seconds: 2 },
      ],
      sound: 'RAIN',
      suits: ['EVENING'],
    })
    await page.getByRole('cell', { name: `Breathe with ${name}` }).waitFor()
    await context.close()
  })

  test('sends a campaign and follows its deliveries', async () => {
    const { page, context } = await wellnessPage('/admin/campaigns', 'Campaigns', 'dark')
    await expectAccessible(page, 'phone', 'desktop')
    const subject = rare()
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor()
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message').fill('Hello {{name}}, a new exercise is here.')
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: 'Review and send' }).click()
    // The answer is lost on its way: whoever presses again sends it no second time.
    await page.route(
      '**/admin/notification',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog').getByText('The server cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('link', { name: subject }).waitFor()
    expect(await page.getByRole('link', { name: subject }).count()).toBe(1)
    await page.getByRole('link', { name: subject }).click()
    await page.getByRole('cell', { name: people.wellnessUser }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })

  test('sends by the clock of each person, and names an address that is none', async () => {
    const { page, context } = await wellnessPage('/admin/campaigns/new', 'New campaign')
    await page.getByLabel('Audience').selectOption({ label: 'Specific people' })
    await page.getByLabel('Addresses').fill(`${people.wellnessUser}\nnobody`)
    await page.getByLabel('Subject').fill(rare())
    await page.getByLabel('Message').fill('Good morning.')
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10)
    await page.getByLabel('When').fill(`${tomorrow}T09:30`)
    await page.getByLabel('In each person’s time zone').check()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByText(/Sends at .*9:30 in each person’s time zone/).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('nobody is not an email address.').waitFor()
    await page.getByLabel('Addresses').fill(people.wellnessUser)
    await page.getByRole('button', { name: 'Review and send' }).click()
    // The browser does not tell what a streamed body holds.
    const sent: { scheduledAt?: string }[] = []
    await page.exposeFunction('tellSent', (text: string) => void sent.push(JSON.parse(text)))
    await page.evaluate(() => {
      const { fetch, tellSent } = window as unknown as typeof window & { tellSent: (text: string) => void }
      window.fetch = async (input, init) => {
        if (input instanceof Request && input.method === 'POST') tellSent(await input.clone().text())
        return fetch(input, init)
      }
    })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Campaign on its way.').waitFor()
    expect(sent[0]?.scheduledAt).toMatch(new RegExp(`^${tomorrow}T09:30[+]0[12]:00$`))
    await context.close()
  })

  test('shows the goals of somebody who asked for help to whoever says why they look', async () => {
    const at = { baseUrl: (await town()).url }
    const auth = await joinWellness(at, `web-${crypto.randomUUID().slice(0, 12)}@example.org`)
    const client = createWellnessClient(createConfig({ ...at, auth }))
    await dataOf(createGoal({ client, body: { title: 'Sit still' } }))
    const { data: person } = await dataOf(getProfile({ client }))
    const { page, context, complaints } = await wellnessPage('/admin/goals', 'Goals of a person')
    await page.getByLabel('Id of the person').fill(person.id)
    await page.getByLabel('Why you look').fill('Ticket 4711')
    await page.getByRole('button', { name: 'Look', exact: true }).click()
    await page.getByRole('article', { name: 'Sit still' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: 'Why is the streak of “Sit still” what it is?' }).click()
    await page.getByRole('dialog', { name: 'A goal' }).getByRole('heading', { name: 'Sit still' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.keyboard.press('Escape')
    await page.getByLabel('Id of the person').fill(crypto.randomUUID())
    await page.getByRole('button', { name: 'Look', exact: true }).click()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('shows the mails that the server keeps to itself', async () => {
    const { page, context } = await visit('/admin/outbox')
    await page.getByRole('heading', { name: 'Outbox' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })
})
