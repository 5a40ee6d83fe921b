import { updatePost, updateSoldType } from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'
import { photo } from './pictures.ts'

closeTownAfterwards()

const addPhotos = async (page: Page, ...names: string[]) =>
  page
    .getByLabel('Add photos')
    .setInputFiles(await Promise.all(names.map((name, index) => photo(name, index ? '#36a' : '#a63'))))

/** What this browser keeps of forms that were not sent. */
const keptTitles = (page: Page) =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await result(indexedDB.open('plaza-drafts'))
    const drafts = await result(database.transaction('drafts').objectStore('drafts').getAll())
    database.close()
    return drafts.map((draft) => draft.values.title as string)
  })

const ready = (page: Page, count: number) =>
  expect.poll(() => page.locator('[data-state="ready"]').count()).toBe(count)

describePages('selling', () => {
  test.each<Size>(['phone', 'desktop'])(
    'begins with photos, keeps a draft, and publishes, on a %s',
    async (size) => {
      const seller = await newNeighbour()
      const { page, context, complaints } = await visitAs(seller, '/sell', { size })
      await addPhotos(page, 'front.jpg', 'back.jpg')
      await ready(page, 2)
      await page.getByRole('button', { name: 'Move photo 1 back' }).press('Enter')
      await page.getByRole('status').getByText('Now photo 2.').waitFor()
      await page.getByRole('img', { name: 'Photo 1: back.jpg' }).waitFor()
      // The focus went along with the photo.
      await page.keyboard.press('Enter')
      await page.getByRole('img', { name: 'Photo 1: front.jpg' }).waitFor()
      await page.getByRole('button', { name: 'Move photo 2 forward' }).click()
      await page.getByRole('img', { name: 'Photo 1: back.jpg' }).waitFor()
      await page.getByLabel('Title').fill('Reading lamp')
      await page.getByLabel('Category').selectOption({ index: 1 })
      // Either sign is a decimal sign, whatever the browser's language.
      await page.getByLabel('Price').fill(size === 'phone' ? '12,50' : '12.50')
      await page.getByText('€12.50', { exact: true }).first().waitFor()
      const preview = page.getByRole('complementary', { name: 'Preview' })
      expect(await preview.isVisible()).toBe(size === 'desktop')
      if (size === 'desktop') {
        await preview.getByText('Reading lamp', { exact: true }).waitFor()
        await preview.getByText('€12.50', { exact: true }).waitFor()
        expect(await preview.locator('img').getAttribute('src')).toMatch(/^blob:/)
      }
      await expectAccessible(page)
      await expect.poll(() => keptTitles(page)).toContain('Reading lamp')
      await page.reload()
      await page.getByText('Your draft was kept').waitFor()
      expect(await page.getByLabel('Title').inputValue()).toBe('Reading lamp')
      await page.getByRole('img', { name: 'Photo 1: back.jpg' }).waitFor()
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      await page.waitForURL(/\/listing\//)
      await page.getByRole('heading', { level: 1, name: 'Reading lamp' }).waitFor()
      await page.getByText('€12.50').first().waitFor()
      expect(await page.getByRole('img', { name: /^Photo \d of 2$/ }).count()).toBe(2)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('says beside each field what is missing', async () => {
    const { page, context } = await visitAs(await newNeighbour(), '/sell', { size: 'desktop' })
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Enter at least 3 letters.').waitFor()
    await page.getByText('Enter a price').waitFor()
    await page.getByLabel('Price').fill('about ten')
    await page.getByText('This is no amount.').waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('waits for the categories, without which details would be lost', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Wardrobe' })
    const { page, context, url } = await visitAs(seller, '/you')
    await page.route('**/category-mgt/**', (route) => route.abort())
    await page.goto(`${url}/sell/${id}`)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.getByLabel('Title').count()).toBe(0)
    await page.unroute('**/category-mgt/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await page.getByLabel('Title').inputValue()).toBe('Wardrobe')
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })

  test('sends a photo again that the connection lost', async () => {
    const { page, context } = await visitAs(await newNeighbour(), '/sell')
    await page.getByLabel('Title').waitFor()
    await page.route('**/files/**', (route) => route.abort())
    await addPhotos(page, 'front.jpg')
    await page.getByRole('button', { name: 'Send photo 1 again' }).waitFor()
    await page.unroute('**/files/**')
    await page.getByRole('button', { name: 'Send photo 1 again' }).click()
    await ready(page, 1)
    // Another one, dropped.
    const { buffer } = await photo('dropped.jpg', '#3a6')
    const dropped = await page.evaluateHandle((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'dropped.jpg', { type: 'image/jpeg' }))
      return transfer
    }, buffer.toString('base64'))
    await page.getByRole('region', { name: 'Photos' }).dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByRole('img', { name: 'Photo 2: dropped.jpg' }).waitFor()
    await ready(page, 2)
    await page.getByRole('button', { name: 'Remove photo 2' }).click()
    await ready(page, 1)
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await ready(page, 0)
    await context.close()
  })

  test('goes on to the next photo when one is removed on its way', async () => {
    const { page, context } = await visitAs(await newNeighbour(), '/sell')
    await page.getByLabel('Title').waitFor()
    await page.route('**/files/**', () => undefined)
    await addPhotos(page, 'one.jpg', 'two.jpg', 'three.jpg', 'four.jpg')
    await expect.poll(() => page.locator('[data-state="waiting"]').count()).toBe(1)
    await page.getByRole('button', { name: 'Remove photo 1' }).click()
    await expect.poll(() => page.locator('[data-state="sending"]').count()).toBe(3)
    await context.close()
  })

  test('says that a change waits for a moderator, and goes on from what was asked for', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Old bench', photos: 1 })
    const { page, context, url } = await visitAs(seller, `/sell/${id}`)
    await page.getByLabel('Title').fill('Racing boat')
    await page.getByLabel('Price').fill('900')
    await page.getByLabel('Category').selectOption({ index: 3 })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('A moderator will check it first.').waitFor()
    await page.getByText('Your change waits for a moderator.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Old bench' }).waitFor()
    await expectAccessible(page)
    await page.goto(`${url}/sell/${id}`)
    expect(await page.getByLabel('Title').inputValue()).toBe('Racing boat')
    await page.getByLabel('Title').fill('Old garden bench')
    await page.getByLabel('Price').fill('25')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Old garden bench' }).waitFor()
    await context.close()
  })

  test('a change that was made elsewhere is not undone', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Old bench', description: 'Of oak.' })
    const { page, context } = await visitAs(seller, `/sell/${id}`)
    await page.getByLabel('Title').fill('Garden bench')
    const elsewhere = { price: 30, description: 'Of beech.' }
    await updatePost({ client: seller.app, throwOnError: true, path: { post_id: id }, body: elsewhere })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('This listing was changed elsewhere meanwhile').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Garden bench')
    expect(await page.getByLabel('Price').inputValue()).toBe('30')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Garden bench' }).waitFor()
    await page.getByText('Of beech.').waitFor()
    await context.close()
  })

  test('what is over is offered again as a listing of its own', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Tall vase', photos: 1 })
    const { page, context } = await visitAs(seller, '/you')
    await page.route(`**/detail/${id}`, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      const sold = { status: 'sold', isSold: true, sold_at: '2020-01-01T00:00:00.000Z' }
      await route.fulfill({ response: reply, json: { ...body, data: { ...body.data, ...sold } } })
    })
    await page.goto(new URL(`/listing/${id}`, page.url()).href)
    await page.getByRole('link', { name: 'Relist' }).click()
    await page.getByRole('heading', { name: 'Sell an item' }).waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Tall vase')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await page.waitForURL((address) => /^\/listing\/(?!.*sell)/.test(address.pathname))
    expect(page.url()).not.toContain(id)
    await page.getByRole('img', { name: 'Photo 1 of 1' }).waitFor()
    await context.close()
  })

  test('goes on: changed, reserved, sold, and found again by state', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Folding chair' })
    const { page, context, url } = await visitAs(seller, `/listing/${id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Price').fill('19')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('€19').first().waitFor()
    await page.getByRole('button', { name: 'Mark as reserved' }).click()
    await page.getByRole('button', { name: 'Mark as available' }).waitFor()
    const chats = '**/get-chat-rooms'
    await page.route(chats, (route) => route.abort())
    await page.getByRole('button', { name: 'Mark as sold' }).click()
    const dialog = page.getByRole('dialog')
    // The buyer may be among those who are not known yet.
    await dialog.getByRole('button', { name: 'Mark as sold', disabled: true }).waitFor()
    const again = dialog.getByRole('alert').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unroute(chats)
    await again.click()
    await dialog.getByRole('button', { name: 'Mark as sold', disabled: false }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${url}/my-listings`)
    await page.getByRole('link', { name: 'Sold 1' }).click()
    await page.getByRole('link', { name: /Folding chair/ }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('of what is sold only the description and the photos are changed', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Folding chair' })
    const { page, context } = await visitAs(seller, `/sell/${id}`)
    await page.getByLabel('Title').fill('Garden chair')
    await expect.poll(() => keptTitles(page)).toContain('Garden chair')
    await dataOf(
      updateSoldType({ client: seller.app, body: { post_id: id, sold_type: 'sold_elsewhere' as const } }),
    )
    await page.reload()
    await page.getByText('Once sold, only the description and photos can be edited.').waitFor()
    for (const label of ['Title', 'Category', 'Price', 'Condition', 'Delivery', 'Location shown to buyers'])
      expect(await page.getByLabel(label).first().isDisabled()).toBe(true)
    // Nothing that was typed before the sale looks as if it could still be saved.
    expect(await page.getByLabel('Title').inputValue()).toBe('Folding chair')
    await expectAccessible(page)
    await page.getByLabel('Description').fill('It folds.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('It folds.').waitFor()
    await context.close()
  })
})
