import { createClient, createConfig, createGoal, getDailyGoals, getGoals } from '@plaza/client/wellness'
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
  visit,
} from './browser.ts'

closeTownAfterwards()

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^(Hello|Good)/ }).waitFor()
}

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
    await page.getByText('1 day in a row').waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No goal yet' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: /Sit still/ }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  async function begun(size: Size) {
    const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
    const baseUrl = (await town()).url
    const client = createClient(createConfig({ baseUrl, auth: await joinWellness({ baseUrl }, email) }))
    const opened = await visit('/wellness', { size })
    await signIn(opened.page, email, joinedPassword)
    return { ...opened, client }
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  test.each<Size>(['phone', 'desktop'])(
    'a number to arrive at is set out for, changed and reminded of, on a %s',
    async (size) => {
      const { page, context, complaints } = await begun(size)
      await page.getByRole('link', { name: 'New goal' }).click()
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
      await page.getByRole('button', { name: 'Let my goals rest' }).click()
      await page.getByText('All your goals').waitFor()
      await expectAccessible(page)
      const statuses = async () => (await dataOf(getGoals({ client }))).data.map(({ status }) => status)
      expect(await statuses()).toEqual(['PAUSED', 'PAUSED'])
      await page.getByRole('button', { name: 'Back already' }).click()
      await expect.poll(statuses).toEqual(['ACTIVE', 'ACTIVE'])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'marks made without a connection count once, on a %s',
    async (size) => {
      const { page, context, client } = await begun(size)
      await dataOf(createGoal({ client, body: { title: 'Sit still' } }))
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

  test('a goal shows its days, its strength, and why its streak changed', async () => {
    const { page, context, complaints } = await visit('/wellness', { size: 'phone' })
    await signIn(page, people.wellnessUser, password)
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await page.getByRole('link', { name: /Five quiet minutes/ }).click()
    await page.getByRole('img', { name: /of 100$/ }).waitFor()
    await page.getByText('Why did my streak change?').click()
    await page.getByText('Done.').first().waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })
})
