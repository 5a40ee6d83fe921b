import { purchaseItem, shipOrder, updatePost } from '@plaza/client/marketplace'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { fillWallet } from './money.ts'
import { fillSignIn, newNeighbour, visitAs } from './people.ts'
import { photo } from './pictures.ts'

closeTownAfterwards()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const events = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
const happened = (page: Page, what: string) => events(page).filter({ hasText: what }).waitFor()

const address = { name: 'Ben', street: 'Quay 4', zip_code: '14467', city: 'Lindenau', country: 'DE' }
const once = () => ({ 'Idempotency-Key': newId() })
const focused = (button: Locator) => button.evaluate((element) => element === document.activeElement)

const aPicture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6f97' } })
    .png()
    .toBuffer()

describePages('an order', () => {
  test.each<Size>(['phone', 'desktop'])(
    'is paid, sent, received and disputed, each side seeing it at once, on a %s',
    async (size) => {
      const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
      const listing = await addListing(anna, { title: 'Brass lamp', photos: 1, delivery: 'shipping' })
      await fillWallet(ben, 40)
      const buyer = await visitAs(ben, `/listing/${listing}`, { size })
      await buyer.page.getByRole('link', { name: 'Buy now' }).click()
      await buyer.page.getByRole('heading', { name: 'Buy: Brass lamp' }).waitFor()
      await expectAccessible(buyer.page)
      for (const [label, value] of [
        ['Name', 'Ben Buyer'],
        ['Street and number', 'Harbour Street 4'],
        ['Postal code', '14467'],
        ['Town', 'Lindenau'],
        ['Country, in two letters', 'DE'],
      ] as const)
        await buyer.page.getByRole('textbox', { name: label, exact: true }).fill(value)
      await buyer.page.getByRole('button', { name: /^Pay €25/ }).click()
      await happened(buyer.page, 'Paid')
      await buyer.page.getByText('Harbour Street 4', { exact: false }).waitFor()
      await expectAccessible(buyer.page)

      const seller = await visitAs(anna, '/orders', { size })
      await seller.page.getByRole('link', { name: /Brass lamp/ }).waitFor()
      await expectAccessible(seller.page)
      await seller.page.getByRole('link', { name: /Brass lamp/ }).click()
      await happened(seller.page, 'Paid')
      await press(seller.page, 'I have sent it')
      const sending = seller.page.getByRole('dialog')
      await sending.getByLabel('Carrier').fill('DHL')
      await expectAccessible(seller.page)
      await sending.getByRole('button', { name: 'Send' }).click()
      await happened(seller.page, 'On its way')

      await happened(buyer.page, 'On its way')
      await press(buyer.page, 'I have it')
      await buyer.page.getByRole('dialog').getByRole('button', { name: 'I have it' }).click()
      await happened(buyer.page, 'Received')
      await happened(seller.page, 'Received')

      await press(buyer.page, 'Something is wrong')
      const disputing = buyer.page.getByRole('dialog')
      await disputing.getByLabel('What is wrong?').selectOption('It is damaged')
      await disputing.getByLabel('What happened?').fill('The foot of it is bent.')
      const lamp = { name: 'lamp.png', mimeType: 'image/png', buffer: await aPicture() }
      await disputing.locator('input[type=file]').setInputFiles([await photo('by mistake.jpg', '#a63'), lamp])
      await disputing.getByRole('status').filter({ hasText: '2' }).waitFor()
      await expectAccessible(buyer.page)
      await disputing.getByRole('button', { name: 'Remove by mistake.jpg' }).click()
      await disputing.getByRole('status').filter({ hasText: '1' }).waitFor()
      await disputing.getByRole('button', { name: 'Remove lamp.png' }).waitFor()
      await expect.poll(() => focused(disputing.getByRole('button', { name: 'Add pictures' }))).toBe(true)
      await disputing.getByRole('button', { name: 'Send' }).click()
      for (const { page } of [buyer, seller]) {
        const said = page.getByRole('list', { name: 'Dispute' })
        await said.getByText('The foot of it is bent.').waitFor()
        const shown = said.getByAltText('Picture 1')
        await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60)
        expect(await said.getByRole('img').count()).toBe(1)
      }
      await expectAccessible(seller.page)
      await seller.page.getByRole('button', { name: 'Tell your side' }).waitFor()
      for (const { complaints, context } of [buyer, seller]) {
        expect(complaints).toEqual([])
        await context.close()
      }
    },
  )

  test('what was cancelled without a connection is not done once there is one', async () => {
    const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
    const post_id = await addListing(anna, { title: 'Brass lamp', delivery: 'shipping' })
    await fillWallet(ben, 40)
    const body = { post_id, source: 'wallet' as const, delivery: 'ship' as const, address }
    const { data: order } = await dataOf(purchaseItem({ client: ben.app, body, headers: once() }))
    await dataOf(shipOrder({ client: anna.app, body: { order_id: order._id } }))
    const { page, context } = await visitAs(ben, `/orders/${order._id}`)
    await press(page, 'I have it')
    const dialog = page.getByRole('dialog')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'I have it' }).click()
    await dialog.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith('/confirm-received') && sent.push(request.url()))
    await context.setOffline(false)
    await page.getByText('No connection.').waitFor({ state: 'detached' })
    await press(page, 'I have it')
    expect(sent).toEqual([])
    await dialog.getByRole('button', { name: 'I have it' }).click()
    await happened(page, 'Received')
    expect(sent).toHaveLength(1)
    await context.close()
  })

  /** Somebody with what they may pay for a lamp, in front of its price. */
  async function buyLamp() {
    const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
    const listing = await addListing(anna, { title: 'Brass lamp', delivery: 'pickup' })
    await fillWallet(ben, 40)
    const { page, context } = await visit(`/sign-in?next=/listing/${listing}/buy`)
    // What the page hears once it listens has it ask for everything anew, too.
    await page.route('**/api/v1/stream?*', (route) => route.abort())
    await fillSignIn(page, ben)
    const pay = page.getByRole('button', { name: /^Pay €25/, disabled: false })
    await pay.waitFor()
    return { page, context, pay, listing }
  }

  test('is shown as soon as it is paid, whatever became of the price', async () => {
    const { page, context, pay } = await buyLamp()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/order-mgt/quote?*', async (route) => {
      await released
      await route.abort()
    })
    await pay.click()
    await page.waitForURL('**/orders/*')
    await happened(page, 'Paid')
    release()
    await context.close()
  })

  test('that is paid late leads nobody back who has left', async () => {
    const { page, context, pay, listing } = await buyLamp()
    const [made, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/purchase-item', async (route) => {
      const response = await route.fetch()
      made.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    await pay.click()
    await made.promise
    await page.getByRole('link', { name: 'Back to the listing' }).click()
    await page.getByRole('heading', { level: 1, name: 'Brass lamp', exact: true }).waitFor()
    const reread = page.waitForResponse((reply) => reply.url().includes(`/${listing}`) && reply.ok())
    released.resolve()
    await reread
    await page.getByRole('link', { name: 'Anna Seller' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Anna Seller' }).waitFor()
    await page.goBack()
    await page.waitForURL(`**/listing/${listing}`)
    await context.close()
  })

  test('none is not said of a choice before it is known', async () => {
    const { page, context } = await visitAs(await newNeighbour(), '/orders')
    const none = page.getByText('No orders yet')
    await none.waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/order-mgt/list?*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByLabel('Show').selectOption({ index: 1 })
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await none.count()).toBe(0)
    release()
    await none.waitFor()
    await context.close()
  })

  test('keeps the typed address while a quantity has no price', async () => {
    const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
    const listing = await addListing(anna, { title: 'Brass lamp', delivery: 'shipping', quantity: 3 })
    await fillWallet(ben, 80)
    const { page, context } = await visit(`/sign-in?next=/listing/${listing}/buy`)
    // What the page hears once it listens has it ask for the price anew, when there may be only one left.
    await page.route('**/api/v1/stream?*', (route) => route.abort())
    await fillSignIn(page, ben)
    const [street, quantity] = [page.getByLabel('Street and number'), page.getByLabel('How many')]
    await street.fill('Harbour Street 4')
    await page.getByRole('button', { name: /^Pay €25/, disabled: false }).waitFor()
    await dataOf(updatePost({ client: anna.app, path: { post_id: listing }, body: { quantity: 1 } }))
    await quantity.fill('2')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('button', { name: /^Pay/, disabled: true }).waitFor()
    expect(await street.inputValue()).toBe('Harbour Street 4')
    await quantity.fill('1')
    await page.getByRole('button', { name: /^Pay €25/, disabled: false }).waitFor()
    expect(await street.inputValue()).toBe('Harbour Street 4')
    await context.close()
  })
})
