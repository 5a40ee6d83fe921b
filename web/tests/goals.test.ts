import {
  createClient,
  createConfig,
  createGoal,
  editGoal,
  getDailyGoals,
  getGoals,
} from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf, password as joinedPassword, joinWellness } from '../../acceptance/steps.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  town,
  type VisitOptions,
  visit,
} from './browser.ts'

closeTownAfterwards()

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^(Hello|Good)/ }).waitFor()
}

/** Whether the device has a goal as the first page shows it and as the list does; runs in the page. */
const isKept = (title: string) =>
  new Promise<boolean>((resolve) => {
    const open = indexedDB.open('plaza-kept-queries')
    open.onsuccess = () => {
      const all = open.result.transaction('queries').objectStore('queries').getAll()
      all.onsuccess = () => {
        open.result.close()
        const kept: string[] = all.result.flatMap(({ queries }) =>
          queries.map((query: object) => JSON.stringify(query)),
        )
        resolve(
          ['"getGoalsHome"', '"getGoals"'].every((operation) =>
            kept.some((query) => query.includes(operation) && query.includes(title)),
          ),
        )
      }
    }
    open.onerror = () => resolve(false)
  })

describePages('goals', () => {
  test.each<Size>(['phone', 'desktop'])('somebody sets out and is done for today, on a %s', async (size) => {
    const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
    await joinWellness({ baseUrl: (await town()).url }, email)
    const { page, context, complaints } = await visit('/wellness', { size })
    await signIn(page, email, joinedPassword)
    await page.getByRole('link', { name: 'New goal' }).click()
    await page.getByLabel('What would you like to do?').fill('Sit still')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Begin today' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your goals' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('button', { name: 'Mark “Sit still” as done', pressed: false }).click()
    await page.getByRole('button', { name: 'Mark “Sit still” as done', pressed: true }).waitFor()
    await page.getByRole('img', { name: '100 % of today is done' }).waitFor()
    await page.getByRole('link', { name: /Sit still/ }).click()
    // The page before says how long, too.
    await page.getByRole('heading', { level: 1, name: 'Sit still' }).waitFor()
    await page.getByText('1 day in a row').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No goal yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /Sit still/ }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  /** @param beforehand what is done to the window before anybody signs in. */
  async function begun(
    size: Size,
    options: VisitOptions = {},
    beforehand: (page: Page) => Promise<unknown> = async () => {},
  ) {
    const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
    const baseUrl = (await town()).url
    const client = createClient(createConfig({ baseUrl, auth: await joinWellness({ baseUrl }, email) }))
    const opened = await visit('/wellness', { size, ...options })
    await beforehand(opened.page)
    await signIn(opened.page, email, joinedPassword)
    return { ...opened, client }
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  test.each<Size>(['phone', 'desktop'])(
    'a number to arrive at is set out for, changed and reminded of, on a %s',
    async (size) => {
      const { page, context, complaints } = await begun(size)
      await page.getByRole('link', { name: 'New goal' }).click()
      await page.getByRole('button', { name: 'Drink water' }).click()
      expect(await page.getByLabel('Of what?').inputValue()).toBe('glasses')
      await page.getByLabel('What would you like to do?').fill('Read the book')
      await page.getByLabel('What is it about?').selectOption('Arriving at a number')
      await page.getByLabel('Where to?').fill('300')
      await page.getByLabel('Of what?').fill('pages')
      await page.getByRole('button', { name: 'Add a reminder' }).click()
      await page.getByLabel('Remind me at').fill('21:15')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Begin today' }).click()
      await page.getByRole('link', { name: /Read the book/ }).click()
      await page.getByText('0 of 300 pages').waitFor()
      await page.getByRole('progressbar', { name: '0 % of the way' }).waitFor({ state: 'attached' })
      await page.getByRole('link', { name: 'Change' }).click()
      await heading(page, 'Change the goal')
      await expectAccessible(page)
      await page.getByLabel('What would you like to do?').fill('Read two books')
      await page.getByLabel('Where to?').fill('600')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('0 of 600 pages').waitFor()
      await page.getByRole('link', { name: 'Goals', exact: true }).click()
      await page.getByRole('link', { name: 'Reminders' }).click()
      const reminder = page.getByRole('switch', { name: 'At 21:15, wherever you are' })
      await expect.poll(() => reminder.isChecked()).toBe(true)
      await expectAccessible(page)
      await reminder.click({ force: true })
      await page.getByText('Does not ring now.').waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('what was typed stays when the goal was changed elsewhere, and can be saved', async () => {
    const { page, context, client } = await begun('phone')
    const { data: goal } = await dataOf(createGoal({ client, body: { title: 'Sit still' } }))
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await page.getByRole('link', { name: /Sit still/ }).click()
    await page.getByRole('link', { name: 'Change' }).click()
    const title = page.getByLabel('What would you like to do?')
    await title.fill('Sit very still')
    const body = { description: 'Before breakfast' }
    await dataOf(editGoal({ client, path: { goalId: goal.id }, body }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('This goal was changed elsewhere meanwhile.').waitFor()
    expect(await title.inputValue()).toBe('Sit very still')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Sit very still')
    await page.getByText('Before breakfast').waitFor()
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'goals are put in order and rest for a while, on a %s',
    async (size) => {
      const { page, context, complaints, client } = await begun(size)
      for (const title of ['First', 'Second']) await dataOf(createGoal({ client, body: { title } }))
      await page.getByRole('link', { name: 'Goals', exact: true }).click()
      await page.getByRole('button', { name: 'Change the order' }).click()
      await page.getByRole('button', { name: 'Move “Second” up' }).click()
      await expectAccessible(page)
      const titles = async () => (await dataOf(getGoals({ client }))).data.map(({ title }) => title)
      await expect.poll(titles).toEqual(['Second', 'First'])
      await page.getByRole('link', { name: 'Time off' }).click()
      await heading(page, 'Time off')
      await page.getByRole('radio', { name: 'Only some of them' }).check()
      await page.getByRole('checkbox', { name: 'First' }).check()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Let my goals rest' }).click()
      const planned = page.getByRole('region', { name: 'Planned' })
      await planned.getByText('First').waitFor()
      const statuses = async () => (await dataOf(getGoals({ client }))).data.map(({ status }) => status)
      expect(await statuses()).toEqual(['ACTIVE', 'PAUSED'])
      await page.getByRole('radio', { name: 'All your goals' }).check()
      await page.getByRole('button', { name: 'Let my goals rest' }).click()
      await planned.getByText('All your goals').waitFor()
      expect(await statuses()).toEqual(['PAUSED', 'PAUSED'])
      await page.getByRole('button', { name: 'Back already' }).first().click()
      await expect.poll(() => page.getByRole('button', { name: 'Back already' }).count()).toBe(1)
      await page.getByRole('button', { name: 'Back already' }).click()
      await expect.poll(statuses).toEqual(['ACTIVE', 'ACTIVE'])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'marks made without a connection count once, on a %s',
    async (size) => {
      // The stream of news opens after the pages have read, and after something has happened.
      const held = Promise.withResolvers<void>()
      const { page, context, client } = await begun(size, {}, (page) =>
        page.route('**/user/stream?*', async (route) => {
          await held.promise
          await route.continue()
        }),
      )
      await page.getByText('Nothing is due today').waitFor()
      await dataOf(createGoal({ client, body: { title: 'Sit still' } }))
      held.resolve()
      const done = page.getByRole('button', { name: 'Mark “Sit still” as done' })
      await done.waitFor()
      await context.setOffline(true)
      for (const pressed of ['true', 'false', 'true']) {
        await done.click()
        await expect.poll(() => done.getAttribute('aria-pressed')).toBe(pressed)
      }
      await page.getByText('3 marks wait for a connection. Nothing is lost.').waitFor()
      await context.setOffline(false)
      await page.getByRole('img', { name: '100 % of today is done' }).waitFor()
      await expect.poll(() => page.getByText('for a connection').count()).toBe(0)
      expect((await dataOf(getDailyGoals({ client }))).data.summary).toMatchObject({ due: 1, done: 1 })
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'progress compares weeks, of all goals and of one, on a %s',
    async (size) => {
      const { page, context, complaints } = await visit('/wellness', { size })
      await signIn(page, people.wellnessUser, password)
      await page.getByRole('link', { name: 'Goals', exact: true }).click()
      await page.getByRole('link', { name: 'Progress' }).click()
      await page.getByRole('heading', { name: 'This week' }).waitFor()
      await page.getByText(/% was done/).waitFor()
      await page.getByText('Why did my days of practice in a row change?').click()
      await page
        .getByText(/Streak: \d/)
        .first()
        .waitFor()
      await page.getByLabel('A day counts from').selectOption('10 minutes')
      await page.getByText(/^This holds from/).waitFor()
      await page.getByRole('img', { name: /^Your mood/ }).waitFor()
      await page.getByRole('region', { name: 'What lifts you' }).getByText('Five quiet minutes').waitFor()
      await expectAccessible(page)
      await page
        .getByRole('textbox', { name: 'Of which goal?' })
        .or(page.getByRole('combobox', { name: 'Of which goal?' }))
        .click()
      await page.getByRole('option', { name: /Five quiet minutes/ }).click()
      await page.waitForURL(/goal=/)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'the app opens in a tunnel and catches up once, on a %s',
    async (size) => {
      const { page, context, client } = await begun(size, { hasWorkers: true })
      const { data: water } = await dataOf(
        createGoal({
          client,
          body: { title: 'Water', metric: 'COUNT', target: { value: 3, unit: 'glasses' } },
        }),
      )
      await page.getByText('0 / 3 glasses').waitFor()
      await page.waitForFunction(() =>
        navigator.serviceWorker.controller?.scriptURL.endsWith('/wellness-worker.js'),
      )
      // What is kept is written a moment after it came.
      await expect.poll(() => page.evaluate(isKept, '"Water"')).toBe(true)
      await context.setOffline(true)
      await page.reload()
      const more = page.getByRole('button', { name: '1 more: “Water”' })
      await more.click()
      await page.getByText('1 / 3 glasses').waitFor()
      await more.click()
      await page.getByText('2 / 3 glasses').waitFor()
      await page.getByRole('link', { name: 'Goals', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Your goals' }).waitFor()
      // A goal that nobody else knows of can be begun, and done.
      await page.getByRole('link', { name: 'New goal' }).click()
      await page.getByLabel('What would you like to do?').fill('Sit still')
      await page.getByRole('button', { name: 'Begin today' }).click()
      await page.getByRole('button', { name: 'Discard: “Sit still”' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: /^Water/ }).click()
      await page.getByRole('link', { name: 'Change' }).click()
      await page.getByLabel('What would you like to do?').fill('Glasses of water')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('1 change waits for a connection.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Glasses of water' }).waitFor()
      await page.getByRole('link', { name: 'Today' }).click()
      await page.getByRole('button', { name: 'Mark “Sit still” as done' }).click()
      const done = page.getByRole('button', { name: 'Mark “Sit still” as done', pressed: true })
      // It is shown once it is kept.
      await done.waitFor()
      await page.reload()
      await page.getByText('2 / 3 glasses').waitFor()
      await done.waitFor()
      await context.setOffline(false)
      await expect.poll(() => page.getByText('for a connection').count()).toBe(0)
      await done.waitFor()
      const { items } = (await dataOf(getDailyGoals({ client }))).data
      expect(items.map(({ goal, status, value }) => [goal.title, status, value])).toEqual([
        ['Glasses of water', 'IN_PROGRESS', 2],
        ['Sit still', 'COMPLETED', null],
      ])
      expect(items[0]?.goal.id).toBe(water.id)
      const manifest = page.locator('link[rel=manifest]')
      const address = new URL((await manifest.getAttribute('href')) ?? '', page.url())
      expect(await (await page.request.get(address.href)).json()).toMatchObject({
        start_url: '/wellness',
        display: 'standalone',
      })
      await context.close()
    },
  )

  test('what is said of goals goes out also while a tab has the turn that does not answer, as when it is suspended', async () => {
    const { page, context, client, url } = await begun('phone')
    await dataOf(createGoal({ client, body: { title: 'Sit still' } }))
    const suspended = await context.newPage()
    await suspended.goto(`${url}/health/live`)
    const taken = suspended
      .evaluate(() => navigator.locks.request('plaza-wellness-marks', () => new Promise(() => {})))
      .catch(String)
    await suspended.evaluate(async () => {
      for (;;) {
        const { held = [] } = await navigator.locks.query()
        if (held.some(({ name }) => name === 'plaza-wellness-marks')) return
      }
    })
    await page.bringToFront()
    await page.getByRole('button', { name: 'Mark “Sit still” as done', pressed: false }).click()
    await expect
      .poll(async () => (await dataOf(getDailyGoals({ client }))).data.items[0]?.status, { timeout: 60_000 })
      .toBe('COMPLETED')
    expect(await taken).toMatch(/AbortError/)
    await context.close()
  })

  test('reminders of one goal are switched one after the other, and both stay', async () => {
    const { page, context, client, url } = await begun('phone')
    const reminders = [{ time: '07:30' }, { time: '21:15' }]
    await dataOf(createGoal({ client, body: { title: 'Sit still', reminders } }))
    await page.goto(`${url}/wellness/goals/reminders`)
    const [first, second] = ['07:30', '21:15'].map((time) =>
      page.getByRole('switch', { name: `At ${time}, wherever you are` }),
    )
    const held = Promise.withResolvers<void>()
    await page.route(/\/goals\/[0-9a-f-]+$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await first?.click({ force: true })
    await expect.poll(() => second?.isDisabled()).toBe(true)
    held.resolve()
    await expect.poll(() => second?.isEnabled()).toBe(true)
    await second?.click({ force: true })
    await expect
      .poll(async () => {
        const { data } = await dataOf(getGoals({ client }))
        return data[0]?.reminders.map(({ enabled }) => enabled)
      })
      .toEqual([false, false])
    await context.close()
  })

  test('a day that is refused is shown where it was folded away, and stays there while it is corrected', async () => {
    const { page, context, client, url } = await begun('phone')
    await page.goto(`${url}/wellness/goals/new`)
    await page.getByLabel('What would you like to do?').fill('Sit still')
    await page.getByText('More', { exact: true }).click()
    const until = page.getByLabel('Until', { exact: true })
    await until.fill('2020-01-01')
    await page.getByText('More', { exact: true }).click()
    await until.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Begin today' }).click()
    await page.getByText('Must not lie before the start.').waitFor()
    await until.fill('')
    expect(await until.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Begin today' }).click()
    await heading(page, 'Your goals')
    expect((await dataOf(getGoals({ client }))).data).toHaveLength(1)
    await context.close()
  })

  test('goals that are moved quickly are where the last move put them', async () => {
    const { page, context, client } = await begun('phone')
    for (const title of ['First', 'Second', 'Third', 'Fourth'])
      await dataOf(createGoal({ client, body: { title } }))
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await page.getByRole('button', { name: 'Change the order' }).click()
    const orders = [0, 1].map(() => ({
      asked: Promise.withResolvers<void>(),
      held: Promise.withResolvers<void>(),
    }))
    let asked = 0
    await page.route('**/goals/order', async (route) => {
      const order = orders[asked++]
      order?.asked.resolve()
      await order?.held.promise
      await route.continue()
    })
    const moveUp = (title: string) => page.getByRole('button', { name: `Move “${title}” up` }).click()
    await moveUp('Fourth')
    await orders[0]?.asked.promise
    await moveUp('Fourth')
    orders[0]?.held.resolve()
    await orders[1]?.asked.promise
    await moveUp('Third')
    orders[1]?.held.resolve()
    const titles = async () => (await dataOf(getGoals({ client }))).data.map(({ title }) => title)
    await expect.poll(titles).toEqual(['First', 'Fourth', 'Third', 'Second'])
    const shown = () => page.getByRole('main').getByRole('listitem').locator('strong').allTextContents()
    await expect.poll(shown).toEqual(['First', 'Fourth', 'Third', 'Second'])
    await context.close()
  })

  test('what did not come of the progress is not said to be unknown', async () => {
    const { page, context, url } = await begun('phone')
    await page.route(/wellness\/completed/, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${url}/wellness/goals/progress`)
    for (const name of ['Your mood, four weeks', 'What lifts you']) {
      const card = page.getByRole('region', { name })
      await card.getByRole('button', { name: 'Try again' }).waitFor()
    }
    await expectAccessible(page)
    await context.close()
  })

  test('a goal that was refused when it came is corrected, and made once', async () => {
    const { page, context, client } = await begun('phone')
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Your goals' }).waitFor()
    await page.getByRole('link', { name: 'New goal' }).click()
    await page.getByLabel('What would you like to do?').fill('Sit still')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Begin today' }).click()
    await page.getByRole('button', { name: 'Discard: “Sit still”' }).waitFor()
    const message = 'There are as many goals as can be kept.'
    const refusal = { status: 422, json: { status: 422, message, error: { code: 'GOAL_LIMIT' } } }
    await page.route('**/goals', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
    )
    await context.setOffline(false)
    await page.getByRole('alert').getByText('Could not be saved').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Correct it' }).click()
    expect(await page.getByLabel('What would you like to do?').inputValue()).toBe('Sit still')
    await page.unroute('**/goals')
    await page.getByRole('button', { name: 'Begin today' }).click()
    await page.getByRole('link', { name: /Sit still/ }).waitFor()
    expect(await page.getByText('Could not be saved').count()).toBe(0)
    expect((await dataOf(getGoals({ client }))).data.map(({ title }) => title)).toEqual(['Sit still'])
    await context.close()
  })

  test('a goal shows its days, its strength, and why its streak changed', async () => {
    const { page, context, complaints } = await visit('/wellness', { size: 'phone' })
    await signIn(page, people.wellnessUser, password)
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    // The page before may suggest an exercise of that name, on some days.
    await page.getByRole('heading', { level: 1, name: 'Your goals' }).waitFor()
    await page.getByRole('link', { name: /Five quiet minutes/ }).click()
    await page.getByRole('img', { name: /of 100$/ }).waitFor()
    await page.getByText('Why did my streak change?').click()
    await page.getByText('Done.').first().waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })
})
