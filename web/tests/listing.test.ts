import { getPostDetail } from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { fillSignIn, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

/** Two fingers in the middle of the window, moved apart. */
async function pinch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const fingers = (apart: number) => [-apart, apart].map((x, id) => ({ x: width / 2 + x, y: height / 2, id }))
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: ReturnType<typeof fingers>) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', fingers(30))
  for (const apart of [50, 70, 90]) await send('touchMove', fingers(apart))
  await send('touchEnd', [])
}

/** Opens the photos in the whole window, steps through them by keyboard, and comes back to where it began. */
async function expectToFillTheWindow(page: Page, size: Size): Promise<void> {
  const opener = page.getByRole('button', { name: 'View full screen' })
  await opener.press('Enter')
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('list', { name: 'Photo 1 of 3' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await viewer.getByRole('list', { name: 'Photo 2 of 3' }).waitFor()
  await viewer.getByText('2 / 3').waitFor()
  if (size === 'phone') await pinch(page)
  else await page.keyboard.press('+')
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await expectAccessible(page)
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    // Between its last and its first the browser's own controls have their turn.
    const isInside = await viewer.evaluate(
      (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await page.getByRole('list', { name: 'Photo 2 of 3' }).waitFor()
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true)
}

describePages('a listing', () => {
  test.each<[Size, 'light' | 'dark']>([
    ['phone', 'dark'],
    ['desktop', 'light'],
  ])('shows its photos one by one, on a %s in %s', async (size, scheme) => {
    const seller = await newNeighbour('Zoë van der Längsten-Hausen')
    const id = await addListing(seller, { title: 'Desk lamp', description: 'Bright.\nWarm.', photos: 3 })
    const { page, context, complaints } = await visit(`/listing/${id}`, { size, scheme })
    await page.getByRole('heading', { level: 1, name: 'Desk lamp' }).waitFor()
    await page.getByRole('list', { name: 'Photo 1 of 3' }).press('ArrowRight')
    await page.getByRole('list', { name: 'Photo 2 of 3' }).press('End')
    await page.getByRole('list', { name: 'Photo 3 of 3' }).waitFor()
    // On a desktop they are picked from the row below.
    if (size === 'desktop') await page.getByRole('button', { name: 'Photo 1 of 3' }).click()
    else await page.getByRole('list', { name: 'Photo 3 of 3' }).press('Home')
    await page.getByRole('list', { name: 'Photo 1 of 3' }).waitFor()
    await expectToFillTheWindow(page, size)
    await page.getByRole('img', { name: /A circle of 300 m/ }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])('is saved at once and stays saved, on a %s', async (size) => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Round mirror' })
    const { page, context } = await visitAs(buyer, `/listing/${id}`, { size })
    const heart = page.getByRole('button', { name: 'Save Round mirror' }).first()
    const settled = page.waitForResponse((reply) => reply.url().endsWith('/favourite'))
    await heart.click()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await settled
    await page.goto(page.url().replace(/listing.*/, 'favourites'))
    await page.getByRole('link', { name: /Round mirror/ }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('stays saved when it was read before and arrives afterwards', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const title = `Hand mirror ${crypto.randomUUID().slice(0, 6)}`
    const id = await addListing(seller, { title })
    const { page, context } = await visitAs(buyer, '/you', { size: 'desktop' })
    await page.goto(new URL(`/search?q=${title}`, page.url()).href)
    const heart = page.getByRole('main').getByRole('button', { name: `Save ${title}` })
    await heart.waitFor()
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/favourite', async (route) => {
      await isRead
      await route.continue()
    })
    await page.route(
      `**/detail/${id}`,
      async (route) => {
        const response = await route.fetch()
        read()
        await isReleased
        await route.fulfill({ response }).catch(() => undefined)
      },
      { times: 1 },
    )
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/favourite') && reply.ok())
    await heart.click()
    await page.getByRole('link', { name: new RegExp(title) }).click()
    await saved
    release()
    await page.getByRole('button', { name: 'Message the seller' }).waitFor()
    await expect.poll(() => heart.first().getAttribute('aria-pressed')).toBe('true')
    await context.close()
  })

  test('is let go again when the server cannot be reached', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Oval mirror' })
    const { page, context } = await visitAs(buyer, `/listing/${id}`)
    const heart = page.getByRole('button', { name: 'Save Oval mirror' }).first()
    await heart.waitFor()
    await page.route('**/favourite', (route) => route.abort())
    await heart.click()
    await page.getByText('The server cannot be reached').waitFor()
    // That is said before the heart is as it was.
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false')
    await context.close()
  })

  test('leads to a chat with the seller, and to the sign-in for a stranger', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Garden bench' })
    const member = await visitAs(buyer, `/listing/${id}`)
    await member.page.getByRole('button', { name: 'Message the seller' }).click()
    await member.page.waitForURL(/\/chats\/[0-9a-f-]{36}$/)
    await member.context.close()
    const stranger = await visit(`/listing/${id}`)
    await stranger.page.getByRole('button', { name: 'Message the seller' }).click()
    await stranger.page.waitForURL((address) => address.searchParams.get('next') === `/listing/${id}`)
    await fillSignIn(stranger.page, buyer)
    await stranger.page.waitForURL(`**/listing/${id}`)
    await stranger.context.close()
  })

  test('that somebody saved before they signed in is saved in their account', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Hall mirror' })
    const { page, context, url } = await visit(`/listing/${id}`)
    const heart = page.getByRole('button', { name: 'Save Hall mirror' }).first()
    await heart.click()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await page.goto(`${url}/sign-in?next=/listing/${id}`)
    await fillSignIn(page, buyer)
    await page.waitForURL(`**/listing/${id}`)
    await page.getByText('You find it under You').waitFor()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    const { data } = await dataOf(getPostDetail({ client: buyer.app, path: { post_id: id } }))
    expect(data.favourited).toBe(true)
    await context.close()
  })

  test('leads on to all that its seller offers, and fetches no more of the categories than its own', async () => {
    const seller = await newNeighbour('Ines Roth')
    const id = await addListing(seller, { title: 'Blue kettle', photos: 1 })
    await addListing(seller, { title: 'Green kettle' })
    const { page, context, complaints } = await visit('/health/live', { size: 'desktop' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(new URL(`/listing/${id}`, page.url()).href)
    const rail = page.getByRole('region', { name: 'More from Ines Roth' })
    await rail.getByRole('link', { name: /Green kettle/ }).waitFor()
    expect(asked.filter((path) => path.endsWith('/category-mgt/v2/get'))).toEqual([])
    const aboutPosts = () => asked.filter((path) => path.includes('/post-mgt/'))
    expect(aboutPosts()[0]).toContain('/detail/')
    await expect.poll(() => aboutPosts().length).toBe(4)
    await page.getByRole('link', { name: /Ines Roth.*2 listings/s }).click()
    await page.getByRole('heading', { level: 1, name: 'Ines Roth' }).waitFor()
    await page.getByRole('link', { name: /Blue kettle/ }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('link', { name: /Green kettle/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Green kettle' }).waitFor()
    await page.getByRole('button', { name: 'Message the seller' }).waitFor()
    expect(complaints).toEqual([])
    await page.goto(new URL('/sellers/01900000-0000-7000-8000-000000000000', page.url()).href)
    await page.getByText('The account was closed or suspended').waitFor()
    await context.close()
  })

  test('that is gone says so', async () => {
    const { page, context } = await visit('/listing/01900000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'There is no such listing.' }).waitFor()
    await page.getByRole('link', { name: 'To the search' }).waitFor()
    await context.close()
  })
})
