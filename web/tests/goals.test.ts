import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { password as joinedPassword, joinWellness } from '../../acceptance/steps.ts'
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
