import {
  createChatroom,
  purchaseItem,
  refundOrder,
  shipOrder,
  updateSoldType,
} from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { fillWallet } from './money.ts'
import { type Neighbour, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const once = () => ({ 'Idempotency-Key': newId() })

/** A listing that somebody marked as sold to another person. @returns its id. */
async function sellTo(seller: Neighbour, buyer: Neighbour, title: string): Promise<string> {
  const listing = await addListing(seller, { title, photos: 1 })
  await dataOf(createChatroom({ client: buyer.app, body: { user_id: seller.id, product_id: listing } }))
  const body = { post_id: listing, sold_type: 'sold_here' as const, buyer_id: buyer.id }
  await dataOf(updateSoldType({ client: seller.app, body }))
  return listing
}

/** An order that was sent, and whose money went back. @returns its id. */
async function sendAndRefund(seller: Neighbour, buyer: Neighbour, title: string): Promise<string> {
  const post_id = await addListing(seller, { title, delivery: 'shipping' })
  await fillWallet(buyer, 40)
  const address = { name: 'Ben', street: 'Quay 4', zip_code: '14467', city: 'Lindenau', country: 'DE' }
  const body = { post_id, source: 'wallet' as const, delivery: 'ship' as const, address }
  const { data } = await dataOf(purchaseItem({ client: buyer.app, body, headers: once() }))
  await dataOf(shipOrder({ client: seller.app, body: { order_id: data._id } }))
  await dataOf(refundOrder({ client: seller.app, body: { order_id: data._id }, headers: once() }))
  return data._id
}

async function review(page: Page, stars: string, text: string): Promise<void> {
  await page.getByRole('radio', { name: stars }).check()
  await page.getByLabel('What do you want to say?').fill(text)
  await page.getByRole('button', { name: 'Send review' }).click()
}

describePages('reviews', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are written blind by both sides of a deal, and then read by everybody, on a %s',
    async (size) => {
      const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
      const listing = await sellTo(anna, ben, 'Brass lamp')

      const buyer = await visitAs(ben, '/notices', { size })
      await buyer.page.getByRole('link', { name: /How was it/ }).click()
      await buyer.page.getByRole('heading', { name: 'How was it with Anna Seller?' }).waitFor()
      await buyer.page.getByRole('button', { name: 'Send review' }).click()
      await buyer.page.getByText('Choose one to five stars.').waitFor()
      await expectAccessible(buyer.page)
      await buyer.page.getByText('Punctual', { exact: true }).click()
      await review(buyer.page, '2 stars', 'It was bent.')
      await buyer.page.getByText(/Only you see it/).waitFor()
      await buyer.page.getByRole('button', { name: 'Change your review' }).click()
      await buyer.page.getByRole('radio', { name: '3 stars' }).check()
      await buyer.page.getByText('Friendly', { exact: true }).click()
      await buyer.page.getByLabel('What do you want to say?').fill('A bit bent, but it shines.')
      await buyer.page.getByRole('button', { name: 'Save review' }).click()
      await buyer.page.getByRole('img', { name: '3 stars' }).waitFor()

      const seller = await visitAs(anna, `/listing/${listing}`, { size })
      await seller.page.getByText('Ben Buyer has reviewed you', { exact: false }).waitFor()
      expect(await seller.page.getByText('A bit bent', { exact: false }).count()).toBe(0)
      await expectAccessible(seller.page)
      await review(seller.page, '5 stars', 'Paid at once.')
      await seller.page.getByText('A bit bent, but it shines.').waitFor()
      // The other side sees it without doing anything.
      await buyer.page.getByText('Paid at once.').waitFor()
      await expectAccessible(buyer.page)

      await seller.page.goto(`${seller.url}/sellers/${anna.id}`)
      await seller.page.getByText('3 of 5, by 1 review').waitFor()
      const words = seller.page.getByRole('list', { name: 'In a word' })
      await expect.poll(() => words.getByRole('listitem').allTextContents()).toEqual(['Friendly', 'Punctual'])
      const said = seller.page.getByRole('list', { name: 'What was said most' })
      expect(await said.getByRole('listitem').allTextContents()).toEqual(['Friendly · 1', 'Punctual · 1'])
      await seller.page.getByRole('button', { name: 'Reply', exact: true }).click()
      await seller.page.getByLabel('Your reply').fill('I have straightened it.')
      await expectAccessible(seller.page)
      await seller.page.getByRole('button', { name: 'Send reply' }).click()
      const replied = (whose: string) =>
        `//p[text()='${whose}']/following-sibling::p[text()='I have straightened it.']`
      await seller.page.locator(replied('Your reply')).waitFor()
      await seller.page.goto(`${seller.url}/listing/${listing}`)
      await seller.page.locator(replied('Your reply')).waitFor()
      await buyer.page.locator(replied('Reply of Anna Seller')).waitFor()

      const stranger = await visit(`/sellers/${anna.id}`, { size })
      const listed = stranger.page.getByRole('list', { name: 'Reviews' })
      await listed.getByText('A bit bent, but it shines.').waitFor()
      await listed.getByText('I have straightened it.').waitFor()
      await stranger.page.getByRole('listitem', { name: '3 stars: 1 review' }).waitFor()
      await expectAccessible(stranger.page)
      await stranger.page.goto(`${stranger.url}/listing/${listing}`)
      await stranger.page.getByText('3 of 5, by 1 review').waitFor({ state: 'attached' })
      for (const { complaints, context } of [buyer, seller, stranger]) {
        expect(complaints).toEqual([])
        await context.close()
      }
    },
  )

  test('are written where the order is shown, and can be reported', async () => {
    const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
    const order = await sendAndRefund(anna, ben, 'Blue vase')
    const [buyer, seller] = [
      await visitAs(ben, `/orders/${order}`),
      await visitAs(anna, `/orders/${order}`, { size: 'desktop' }),
    ]
    await review(buyer.page, '1 star', 'Broken.')
    await buyer.page.getByText(/Only you see it/).waitFor()
    await seller.page.getByText('Ben Buyer has reviewed you', { exact: false }).waitFor()
    await review(seller.page, '4 stars', '')
    await seller.page.getByText('Broken.').waitFor()
    await expectAccessible(seller.page)
    await seller.page.getByRole('button', { name: 'Report the review of Ben Buyer' }).click()
    const asked = seller.page.getByRole('dialog')
    await asked.getByLabel('It insults or threatens somebody').check()
    await asked.getByRole('button', { name: 'Send report' }).click()
    await seller.page.getByText('Thank you. We look at it', { exact: false }).waitFor()
    for (const { complaints, context } of [buyer, seller]) {
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})
