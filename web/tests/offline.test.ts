import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, type Size, visit } from './browser.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

describePages('without a connection', () => {
  test.each<Size>(['phone', 'desktop'])(
    'the first press changes only what it is for, and counts later, on a %s',
    async (size) => {
      const { page, context, complaints } = await visitAs(await newNeighbour(), '/', { size })
      const heart = page
        .getByRole('main')
        .getByRole('button', { name: /^Save / })
        .first()
      await heart.waitFor()
      await context.setOffline(true)
      await heart.click()
      await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
      expect(complaints).toEqual([])
      const saved = page.waitForResponse((reply) => reply.url().endsWith('/favourite') && reply.ok())
      await context.setOffline(false)
      await saved
      await context.close()
    },
  )

  test('a dialog says so in its place, and opens when the connection is back', async () => {
    const { page, context } = await visit('/')
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Everywhere' }).click()
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(5)
    await context.setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Use my location' }).waitFor()
    await context.close()
  })

  test('another page says so, and comes with the connection', async () => {
    const { page, context } = await visit('/')
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await context.setOffline(false)
    await page.getByRole('combobox', { name: 'What are you looking for?' }).waitFor()
    await context.close()
  })

  test('pictures that did not come are fetched when the connection is back', async () => {
    const { page, context } = await visit('/health/live')
    await page.route('**/media/**', (route) => route.abort())
    await page.goto(new URL('/', page.url()).href)
    // The first of the page, whichever part of it comes first.
    const card = page.getByRole('region', { name: 'Free' }).locator('a[href^="/listing/"]').first()
    await card.locator('svg').waitFor()
    await page.unroute('**/media/**')
    await context.setOffline(true)
    await context.setOffline(false)
    await card.locator('img').waitFor()
    await context.close()
  })

  test('what is typed stays while a dialog cannot be fetched', async () => {
    const { page, context } = await visit('/')
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    await page.route('**/assets/place-dialog*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Choose your location' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Load again' }).waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada')
    await context.close()
  })
})
