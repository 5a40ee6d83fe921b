import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size, town, visit } from './browser.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const isFeed = (url: string) => url.includes('/post-mgt/get?')

describePages('the start page', () => {
  test.each<[Size, 'light' | 'dark']>([
    ['phone', 'light'],
    ['desktop', 'dark'],
  ])('shows what is offered, on a %s in %s', async (size, scheme) => {
    const { page, context, complaints } = await visit('/', { size, scheme })
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('goes on without repeats, and comes back to where one was', async () => {
    const { page, context } = await visit('/')
    const cards = page.getByRole('main').locator('a[href^="/listing/"]')
    for (const last of [11, 23, 35, 40]) await cards.nth(last).scrollIntoViewIfNeeded()
    const addresses = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(addresses).size).toBe(addresses.length)
    const before = await page.evaluate(() => window.scrollY)
    await cards.nth(40).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await cards.nth(40).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    await context.close()
  })

  test('keeps what was saved while more was on its way', async () => {
    const { page, context, url } = await visitAs(await newNeighbour(), '/you', { size: 'desktop' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(
      (address) => isFeed(address.href) && address.searchParams.has('cursor'),
      async (route) => {
        // The page as it was when it was asked for.
        const response = await route.fetch()
        await released
        await route.fulfill({ response }).catch(() => undefined)
      },
    )
    await page.goto(url)
    const hearts = page.getByRole('main').getByRole('button', { name: /^Save / })
    const more = page.getByRole('button', { name: 'Show more' })
    await more.scrollIntoViewIfNeeded()
    await more.and(page.locator('[data-loading]')).waitFor()
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/favourite') && reply.ok())
    await hearts.first().click()
    await saved
    release()
    await hearts.nth(13).waitFor()
    expect(await hearts.first().getAttribute('aria-pressed')).toBe('true')
    await context.close()
  })

  test('asks for the feed once, before the app has loaded', async () => {
    const { page, context, url } = await visit('/health/live')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(url)
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    expect(asked.filter((address) => isFeed(address) && !address.includes('cursor='))).toHaveLength(1)
    await context.close()
  })

  test('looks around a place picked by hand, which stays picked and can be shared', async () => {
    const { page, context, complaints } = await visit('/')
    await page.getByRole('button', { name: 'Everywhere' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('list').getByRole('button').first().waitFor()
    await expectAccessible(page)
    const place = (await dialog.getByRole('list').getByRole('button').first().textContent()) ?? ''
    await dialog.getByRole('list').getByRole('button').first().click()
    await page.getByRole('button', { name: place }).waitFor()
    expect(page.url()).toMatch(/lat=.+&lng=/)
    await page.getByText(/ km$/).first().waitFor()
    const { url } = await town()
    await page.goto(url)
    await page.getByRole('button', { name: place }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('asks the browser where one is only on a press, and says it when that is refused', async () => {
    const { page, context } = await visit('/')
    await page.getByRole('button', { name: 'Everywhere' }).click()
    await page.getByRole('button', { name: 'Where I am' }).click()
    await page.getByText('Your browser keeps your place to itself').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.4012, longitude: 13.0587 })
    await page.getByRole('button', { name: 'Where I am' }).click()
    await page.waitForURL(/lat=52\.4&lng=13\.06/)
    await context.close()
  })
})
