import {
  adminGetSystemConfig,
  adminUpdateSystemConfig,
  contactUs,
  createClient,
  createConfig,
  createFeedback,
  getAlertStatus,
  getSystemConfig,
  login,
  sendError,
  subscribeToMailingList,
} from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
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
import { newNeighbour } from './people.ts'

closeTownAfterwards()

/** A page of the console, signed in as an administrator. */
async function administrators(place: string, heading: string, size: Size = 'desktop') {
  const opened = await visit(place, { size })
  const { page } = opened
  await page.getByLabel('E-mail address').fill(people.administrator)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
}

/** What an administrator asks the server with. */
async function asAdministrator() {
  const { url } = await town()
  const client = createClient(createConfig({ baseUrl: url }))
  const { data } = await dataOf(login({ client, body: { email: people.administrator, password } }))
  return { client, auth: data.access_token }
}

/** Nothing is set, whatever an earlier try of a test has left. */
async function resetSettings(): Promise<void> {
  await dataOf(adminUpdateSystemConfig({ ...(await asAdministrator()), body: { to_version: 0 } }))
}

/** A name that none of the others is taken for, whatever is left out of it. */
const word = () =>
  crypto.randomUUID().replace(/[^a-f]|-/g, (digit) => String.fromCharCode(103 + (Number(digit) || 0)))

const rare = () => `Thing ${crypto.randomUUID().slice(0, 8)}`

describePages('what administrators look after', () => {
  test('settings: refuses what cannot be, sets what can, and goes back with one press', async () => {
    await resetSettings()
    const { page, context, complaints } = await administrators('/admin/settings', 'Settings')
    const { app } = await newNeighbour()
    const favourites = async () =>
      (await dataOf(getSystemConfig({ client: app }))).data.limits.favourites as number
    const field = page.getByRole('textbox', { name: /^Saved listings of a person/ })
    const limit = page.getByRole('textbox', { name: /^Listings published in a day/ })
    await expectAccessible(page, 'phone', 'desktop')
    await field.fill('5001')
    await limit.fill('3, 10')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter a number from 1 to 5,000.').waitFor()
    await page.getByText('Enter four numbers, such as 3, 10, 50, 200.').waitFor()
    await expectAccessible(page)
    await field.fill('41')
    await limit.fill('3 10 50 200')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved: limits.favourites and limits.listings.per_day.').waitFor()
    await expect.poll(favourites).toBe(41)

    const history = page.getByRole('region', { name: 'History' })
    // An earlier try of the test has left the same.
    const newest = history.getByRole('listitem').first()
    await newest.getByText('limits.favourites: default → 41').waitFor()
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('saved listings')
    await expect.poll(() => limit.count()).toBe(0)
    await field.fill('42')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await newest.getByText('limits.favourites: 41 → 42').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await history.getByRole('button', { name: 'Return to this' }).first().click()
    await page.getByText('Everything is as it was then.').waitFor()
    await expect.poll(favourites).toBe(41)
    await expect.poll(() => field.inputValue()).toBe('41')
    await history.getByRole('button', { name: 'Return to this' }).last().click()
    await expect.poll(favourites).toBe(5000)
    await expect.poll(() => field.inputValue()).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('settings: everything that can be set is there, in the words of the page', async () => {
    const { page, context } = await administrators('/admin/settings', 'Settings')
    const { keys } = (await dataOf(adminGetSystemConfig(await asAdministrator()))).data
    const groups = page.getByRole('main').getByRole('group')
    expect(await groups.locator('input, select, textarea').count()).toBe(keys.length)
    const said = (await groups.allInnerTexts()).join('\n')
    expect(keys.filter(({ description }) => said.includes(description)).map(({ key }) => key)).toEqual([])
    await context.close()
  })

  test('settings: what somebody else changed meanwhile is not written over', async () => {
    await resetSettings()
    const [first, second] = await Promise.all([
      administrators('/admin/settings', 'Settings'),
      administrators('/admin/settings', 'Settings'),
    ])
    const set = async ({ page }: typeof first, name: RegExp, value: string) => {
      await page.getByRole('textbox', { name }).fill(value)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    }
    await set(first, /^Collections of a person/, '30')
    await first.page.getByText('Saved: limits.collections.').waitFor()
    await set(second, /^People whom a person follows/, '31')
    await second.page.getByText('Somebody else changed settings meanwhile.').waitFor()
    const collections = second.page.getByRole('textbox', { name: /^Collections of a person/ })
    expect(await collections.inputValue()).toBe('30')
    await second.page.getByRole('button', { name: 'Save', exact: true }).click()
    await second.page.getByText('Saved: limits.follows.').waitFor()
    for (const { context } of [first, second]) await context.close()
  })

  test('alerts: shows one as a phone would, tells it to the apps, changes it and ends it', async () => {
    const { page, context, complaints } = await administrators('/admin/alerts', 'Alerts', 'phone')
    const { app } = await newNeighbour()
    const title = rare()
    const told = async () => {
      const query = { platform: 'android', app_version: '2.4.1' } as const
      const { data } = await dataOf(getAlertStatus({ client: app, query }))
      return data.active.filter((alert) => alert.title.startsWith(title)).map((alert) => alert.title)
    }
    await page.getByRole('button', { name: 'New alert' }).click()
    await page.getByLabel('Kind').selectOption({ label: 'Maintenance' })
    await page.getByRole('textbox', { name: 'Title' }).fill(title)
    await page
      .getByRole('textbox', { name: 'Message' })
      .fill('From ten to eleven you will not find anything.')
    await page.getByLabel('Android').check()
    await page.getByLabel('From version').fill('two')
    await page.getByRole('article', { name: 'Maintenance' }).getByText(title).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => page.getByLabel('From version').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('From version').fill('2.0.0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await expect.poll(told).toEqual([title])

    await page.getByRole('button', { name: `Change ${title}` }).click()
    expect(await page.getByLabel('From version').inputValue()).toBe('2.0.0')
    await page.getByRole('textbox', { name: 'Title' }).fill(`${title} anew`)
    const elsewhere = await administrators('/admin/alerts', 'Alerts')
    await elsewhere.page.getByRole('button', { name: `Change ${title}` }).click()
    await elsewhere.page.getByLabel('From version').fill('2.1.0')
    await elsewhere.page.getByRole('button', { name: 'Save', exact: true }).click()
    await elsewhere.page.getByText('Saved.').waitFor()
    await elsewhere.context.close()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody else changed this alert meanwhile.').waitFor()
    expect(await page.getByLabel('From version').inputValue()).toBe('2.1.0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(told).toEqual([`${title} anew`])
    await page.getByRole('button', { name: `End ${title} anew` }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('The alert has ended.').waitFor()
    await expect.poll(told).toEqual([])
    await page.getByRole('row', { name: new RegExp(`${title} anew.*Ended`) }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('alerts: one that is being written stays when another is saved', async () => {
    const { page, context } = await administrators('/admin/alerts', 'Alerts')
    const [first, second] = [rare(), rare()]
    const title = page.getByRole('textbox', { name: 'Title' })
    const write = async (words: string) => {
      await page.getByRole('button', { name: 'New alert' }).click()
      await title.fill(words)
      await page.getByRole('textbox', { name: 'Message' }).fill('All is well again.')
    }
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/application-alert/save', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue()
    })
    await write(first)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await asked.promise
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await write(second)
    held.resolve()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('row', { name: new RegExp(first) }).waitFor()
    expect(await title.inputValue()).toBe(second)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('row', { name: new RegExp(second) }).waitFor()
    await title.waitFor({ state: 'detached' })
    for (const name of [first, second]) {
      await page.getByRole('button', { name: `End ${name}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
      await page.getByRole('row', { name: new RegExp(`${name}.*Ended`) }).waitFor()
    }
    await context.close()
  })

  test('feedback and messages to support are read, and lead to whoever wrote them', async () => {
    const { app, email } = await newNeighbour('Nora Neumann')
    const [idea, question] = [rare(), rare()]
    await dataOf(createFeedback({ client: app, body: { category: 'idea', rating: 4, message: idea } }))
    const body = { name: 'Nora', email, subject: question, message: 'How do I do that?' }
    await dataOf(contactUs({ client: app, body }))
    // Where there is no such tab, the first one is shown.
    const { page, context, complaints } = await administrators('/admin/feedback?tab=none', 'Feedback')
    const row = page.getByRole('row', { name: new RegExp(idea) })
    await row.getByText('4 of 5').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByLabel('About', { exact: true }).selectOption({ label: 'Praise' })
    await row.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Messages to support' }).click()
    const message = page.getByRole('row', { name: new RegExp(question) })
    const answer = message.getByRole('link', { name: email })
    expect(await answer.getAttribute('href')).toBe(
      `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${question}`)}`,
    )
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('tab', { name: 'Feedback' }).click()
    await row.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('dialog').getByRole('heading', { level: 1, name: 'Nora Neumann' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('mailing lists say how many there are, and who', async () => {
    const { app } = await newNeighbour()
    const email = `m-${crypto.randomUUID()}@lindenau.example`
    await dataOf(subscribeToMailingList({ client: app, body: { email, lists: ['tips'] } }))
    const { page, context, complaints } = await administrators('/admin/mailing-lists', 'Mailing lists')
    await page.getByRole('region', { name: 'People on each list' }).getByText('Tips').waitFor()
    await page.getByLabel('List', { exact: true }).selectOption({ label: 'Tips' })
    const row = page.getByRole('row', { name: new RegExp(email) })
    await row.getByText('Were asked').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Said yes' })
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('makes and models come from a table that is looked at first', async () => {
    const { page, context, complaints } = await administrators('/admin/models', 'Makes and models')
    await page.getByRole('row', { name: /Audi A3/ }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    const make = `Zündapp ${rare()}`
    await page.getByRole('button', { name: 'Take in a table' }).click()
    const dialog = page.getByRole('dialog')
    const pick = (name: string, text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await pick('wrong.csv', `make;model;first_year\n${make};Bella;56`)
    await dialog.getByText(/^line 2: first_year/).waitFor()
    expect(await dialog.getByRole('button', { name: 'Take in' }).isDisabled()).toBe(true)
    await pick('models.csv', `make;model;first_year\n${make};Bella;1956`)
    await dialog.getByText('1 new · 0 changed · 0 removed').waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await dialog.getByRole('button', { name: 'Take in' }).click()
    await page.getByText('The models are taken in.').waitFor()
    await page.getByLabel('From the make').fill(make)
    await page.getByRole('row', { name: `${make} Bella 1956 – …` }).waitFor()
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the table' }).click(),
    ])
    expect(table.suggestedFilename()).toBe('models.csv')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('errors of apps are one for alike reports, and are looked into', async () => {
    const { app } = await newNeighbour()
    const message = `Cannot find ${rare()}`
    const report = {
      message,
      stack: `TypeError: nothing\n    at ${word()} (https://plaza.example/index.js:1:4711)`,
      platform: 'web',
      app_version: '2.4.1',
      device: { model: 'Pixel 9', os: 'Android 16' },
      breadcrumbs: [{ message: 'opened a listing', category: 'navigation' }],
    } as const
    for (const _ of [1, 2])
      await dataOf(sendError({ client: app, body: { ...report, breadcrumbs: [...report.breadcrumbs] } }))
    const { page, context, complaints } = await administrators('/admin/errors', 'Errors of apps')
    const row = page.getByRole('row', { name: new RegExp(message) })
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await row.getByRole('link').click()
    const details = page.getByRole('dialog')
    await details.getByRole('heading', { level: 1, name: message }).waitFor()
    await details.getByText('navigation · opened a listing').first().waitFor()
    await details.getByRole('region', { name: 'Stack 1' }).first().waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await page.getByLabel('Level', { exact: true }).selectOption({ label: 'Crash' })
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('none of it is for moderators', async () => {
    const { page, context, url } = await visit('/admin/categories', { size: 'desktop' })
    await page.getByLabel('E-mail address').fill(people.moderator)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Categories' }).waitFor()
    for (const name of ['Settings', 'Alerts', 'Mailing lists'])
      expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
    await page.goto(`${url}/admin/settings`)
    await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
    await context.close()
  })
})
