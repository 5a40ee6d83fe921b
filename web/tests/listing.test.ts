import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

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
    await page.getByRole('button', { name: 'Photo 1 of 3' }).click()
    await page.getByRole('list', { name: 'Photo 1 of 3' }).waitFor()
    await page.getByRole('img', { name: /A circle of 300 m/ }).scrollIntoViewIfNeeded()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])('is saved at once and stays saved, on a %s', async (size) => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Round mirror' })
    const { page, context } = await visitAs(buyer, `/listing/${id}`, { size })
    const heart = page.getByRole('button', { name: 'Save Round mirror' })
    const settled = page.waitForResponse((reply) => reply.url().endsWith('/favourite'))
    await heart.click()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await settled
    await page.goto(page.url().replace(/listing.*/, 'favourites'))
    await page.getByRole('link', { name: /Round mirror/ }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('is let go again when the server cannot be reached', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour(), newNeighbour()])
    const id = await addListing(seller, { title: 'Oval mirror' })
    const { page, context } = await visitAs(buyer, `/listing/${id}`)
    const heart = page.getByRole('button', { name: 'Save Oval mirror' })
    await heart.waitFor()
    await page.route('**/favourite', (route) => route.abort())
    await heart.click()
    await page.getByText('The server cannot be reached').waitFor()
    expect(await heart.getAttribute('aria-pressed')).toBe('false')
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
    await stranger.context.close()
  })

  test('that is gone says so', async () => {
    const { page, context } = await visit('/listing/01900000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: 'There is no such listing.' }).waitFor()
    await page.getByRole('link', { name: 'To the search' }).waitFor()
    await context.close()
  })
})
