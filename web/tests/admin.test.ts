import {
  createClient,
  createConfig,
  getNotifications,
  getPostDetail,
  login,
  logout,
} from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
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

async function wellnessPage(place: string, heading: string, scheme: 'light' | 'dark' = 'light') {
  const opened = await visit(place, { size: 'desktop', scheme })
  await enter(opened.page, people.wellnessAdministrator)
  await opened.page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
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
    await page.getByRole('heading', { name: 'This part is for staff' }).waitFor()
    await page.getByRole('link', { name: 'Sign in as somebody else' }).click()
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
    const client = createClient(createConfig({ baseUrl: url }))
    const { data } = await dataOf(login({ client, body: { email: people.administrator, password } }))
    await dataOf(logout({ client, auth: data.access_token, body: { all_devices: true } }))
    await page.getByLabel('Message').fill('In a box.')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await expectAccessible(page)
    await enter(page, people.administrator)
    await page.getByRole('heading', { level: 1, name: 'Broadcast' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('How to pack a lamp')
    await context.close()
  })

  test('adds, changes and deletes a category, and explains a refusal', async () => {
    const { page, context, complaints } = await marketplacePage('/admin/categories', 'Categories')
    await expectAccessible(page)
    const name = rare()
    await page.getByRole('button', { name: 'Add a category' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Add a question' }).click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Colour')
    await page.getByRole('textbox', { name: 'Key' }).fill('colour')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('colour')
    await page.getByRole('button', { name: 'Add a question' }).click()
    const second = page
      .getByRole('group')
      .filter({ has: page.getByRole('textbox', { name: 'Key' }) })
      .last()
    await second.getByRole('textbox', { name: 'Label' }).fill('Shade')
    await second.getByRole('textbox', { name: 'Key' }).fill('colour')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Is used by another attribute.').waitFor()
    await second.getByRole('button', { name: 'Remove Shade' }).click()
    await page.getByLabel('Offered for new listings').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    const line = page.getByRole('listitem').filter({ hasText: name })
    await line.getByText('hidden', { exact: true }).waitFor()
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByLabel('Offered for new listings').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await line.getByText('hidden', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Edit ${name}` }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor({ state: 'detached' })

    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText(/It is not empty: .* listing/).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('orders categories and merges one into another', async () => {
    const { page, context } = await marketplacePage('/admin/categories', 'Categories')
    const [first, second] = [rare(), rare()]
    for (const name of [first, second]) {
      await page.getByRole('button', { name: 'Add a category' }).click()
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
    await page.getByRole('button', { name: 'Merge into another' }).click()
    await expectAccessible(page)
    await page.getByLabel('Category that stays').selectOption({ label: upper })
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
    await page.getByLabel('What you tell the person').fill('This brand is not what it says.')
    await page.getByLabel('What happens').selectOption({ label: 'Hide the listing' })
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
    const { page, context, complaints } = await marketplacePage('/admin/reviews', 'Reviews', {
      as: people.moderator,
    })
    const review = page.getByRole('article', { name: title })
    await review.getByRole('row', { name: /Title/ }).getByText(`Boat ${id}`).waitFor()
    await review.getByRole('row', { name: /Price €25 €900/ }).waitFor()
    await review.getByText('another title, quite another price, and another category').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await review.getByRole('button', { name: `Decline ${title}` }).click()
    await page.getByLabel('What its author should know').fill('Make a new listing of the boat.')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByText('Declined. Its author is told.').waitFor()
    await review.waitFor({ state: 'detached' })

    const wish = 'Please pay by gift card.'
    const asking = await addListing(await newNeighbour(), { title: rare(), description: wish })
    await page.reload()
    const listing = page.getByRole('listitem').filter({ hasText: wish })
    await listing.getByRole('button', { name: /^Accept/ }).click()
    await page.getByText('It is online now.').waitFor()
    const { data: shown } = await dataOf(getPostDetail({ client: seller.app, path: { post_id: asking } }))
    expect(shown.status).toBe('active')
    expect(complaints).toEqual([])
    await context.close()

    const told = await visitAs(seller, `/listing/${id}`)
    await told.page.getByText('Make a new listing of the boat.').waitFor()
    await told.page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expectAccessible(told.page)
    await told.context.close()
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
    await page.getByText(/It reaches \d+ people\./).waitFor()
    await keys.press('Escape')
    await page.getByText(/It reaches \d+ people\./).waitFor({ state: 'detached' })
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
    await page.getByLabel('Text of the button').fill('Read on')
    await page.getByLabel('Where the button leads').fill('https://market.example/hall')
    const preview = page.getByRole('article', { name: 'Breaking news' })
    await preview.getByText(title).waitFor()
    await preview.getByText('Read on').waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('article img')?.naturalWidth)
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByText(/It reaches \d+ people\./).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Sent.').waitFor()
    const { data: notices } = await dataOf(getNotifications({ client: app }))
    const notice = notices.find((other) => other.title === title)
    expect(notice?.action).toMatchObject({ label: 'Read on', actionType: 'open_url' })
    expect((await fetch(notice?.imageUrl ?? '')).status).toBe(200)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('finds and opens listings and people', async () => {
    const { page, context } = await marketplacePage('/admin/listings', 'Listings')
    await page.getByLabel('Search').fill('wardrobe')
    await page.waitForURL(/q=wardrobe/)
    // All prices, not only the loaded ones, are in order.
    const sorted = page.waitForResponse(/sort=price_asc/)
    await page.getByRole('button', { name: 'Sort by Price' }).click()
    await page.waitForURL(/sort=price/)
    await sorted
    await expectAccessible(page)
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Send a violation notice' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByLabel('Search').fill('Mira')
    await page.getByRole('link', { name: /^Mira/ }).click()
    await page.getByRole('heading', { name: 'Their latest listings' }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('keeps the wellness catalogue', async () => {
    const { page, context } = await wellnessPage('/admin/catalogue', 'Catalogue')
    await expectAccessible(page)
    const name = rare()
    await page.getByRole('button', { name: 'Add a category' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name }).waitFor()
    await page.getByRole('tab', { name: 'Exercises' }).click()
    await page.getByRole('button', { name: 'Add an exercise' }).click()
    await page.getByLabel('Category').selectOption({ label: name })
    await page.getByLabel('Title').fill(`Breathe with ${name}`)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('cell', { name: `Breathe with ${name}` }).waitFor()
    await context.close()
  })

  test('sends a campaign and follows its deliveries', async () => {
    const { page, context } = await wellnessPage('/admin/campaigns', 'Campaigns', 'dark')
    const subject = rare()
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message').fill('Hello {{name}}, a new exercise is here.')
    await expectAccessible(page)
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
    await expectAccessible(page)
    await context.close()
  })

  test('sends by the clock of each person, and names an address that is none', async () => {
    const { page, context } = await wellnessPage('/admin/campaigns/new', 'New campaign')
    await page.getByLabel('Audience').selectOption({ label: 'Chosen people' })
    await page.getByLabel('Addresses').fill(`${people.wellnessUser}\nnobody`)
    await page.getByLabel('Subject').fill(rare())
    await page.getByLabel('Message').fill('Good morning.')
    const tomorrow = new Date(Date.now() + 24 * 3600 * 1000).toISOString().slice(0, 10)
    await page.getByLabel('When').fill(`${tomorrow}T09:30`)
    await page.getByLabel('By the clock of each person').check()
    await page.getByRole('button', { name: 'Review and send' }).click()
    await page.getByText(/when their own clock shows .*9:30/).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('nobody is not an e-mail address.').waitFor()
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
    await page.getByText('On its way.').waitFor()
    expect(sent[0]?.scheduledAt).toMatch(new RegExp(`^${tomorrow}T09:30[+]0[12]:00$`))
    await context.close()
  })

  test('shows the mails that the server keeps to itself', async () => {
    const { page, context } = await visit('/admin/outbox')
    await page.getByRole('heading', { name: 'Outbox' }).waitFor()
    await expectAccessible(page)
    await context.close()
  })
})
