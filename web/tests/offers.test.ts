import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { addListing } from './listings.ts'
import { fillWallet } from './money.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogOf = (page: Page) => page.getByRole('dialog')

/** The offers of a chat, the newest last. */
const offersIn = (page: Page) => page.getByRole('log').getByRole('group', { name: /^(Offer|Your offer)$/ })
const newestSays = (page: Page, words: string) => offersIn(page).last().filter({ hasText: words }).waitFor()

async function propose(page: Page, price: string, note = ''): Promise<void> {
  const dialog = dialogOf(page)
  await dialog.getByLabel('Your price').fill(price)
  if (note) await dialog.getByLabel('A few words').fill(note)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send the offer' }).click()
}

describePages('an offer', () => {
  test.each<Size>(['phone', 'desktop'])(
    'is made, answered with another price, accepted and bought, each side seeing it at once, on a %s',
    async (size) => {
      const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
      const listing = await addListing(anna, {
        title: 'Brass lamp',
        photos: 1,
        delivery: 'pickup',
        allow_offers: true,
      })
      await fillWallet(ben, 40)

      const seller = await visitAs(anna, `/listing/${listing}`, { size })
      await press(seller.page, 'Lowest offer')
      await dialogOf(seller.page).getByLabel('I consider offers from').fill('10')
      await expectAccessible(seller.page)
      await dialogOf(seller.page).getByRole('button', { name: 'Save' }).click()
      await dialogOf(seller.page).waitFor({ state: 'detached' })

      const buyer = await visitAs(ben, `/listing/${listing}`, { size })
      await press(buyer.page, 'Make an offer')
      await propose(buyer.page, '9')
      await newestSays(buyer.page, 'This is below what the seller considers.')
      await buyer.page.getByRole('link', { name: /^Brass lamp/ }).click()
      await press(buyer.page, 'Make an offer')
      await propose(buyer.page, '15', 'I could come by tonight.')
      await newestSays(buyer.page, 'Waiting for an answer')
      await buyer.page.getByText('I could come by tonight.', { exact: true }).waitFor()
      await expectAccessible(buyer.page)

      await seller.page.goto(buyer.page.url())
      await newestSays(seller.page, 'Waiting for your answer')
      await expectAccessible(seller.page)
      await press(seller.page, 'Another price')
      await propose(seller.page, '18')
      await newestSays(seller.page, 'Waiting for an answer')
      await newestSays(buyer.page, '€18')
      await offersIn(buyer.page).nth(1).filter({ hasText: 'Answered with another price' }).waitFor()
      await press(buyer.page, 'Accept')
      await dialogOf(buyer.page).getByRole('button', { name: 'Accept' }).click()
      await newestSays(buyer.page, 'Accepted: it is kept for you')
      await newestSays(seller.page, 'Accepted: it is kept for the buyer')
      await expectAccessible(buyer.page)

      await buyer.page.goto(`${buyer.url}/you`)
      await buyer.page.getByRole('link', { name: /^Offers/ }).click()
      const listed = buyer.page.getByRole('list', { name: 'Offers' }).getByRole('listitem')
      await listed
        .first()
        .filter({ hasText: /Brass lamp.*Anna Seller sells.*Accepted.*€18/ })
        .waitFor()
      expect(await listed.count()).toBe(3)
      await expectAccessible(buyer.page)
      await buyer.page.getByLabel('Show').selectOption('For what I sell')
      await buyer.page.getByText('No offers', { exact: true }).waitFor()
      await buyer.page.getByLabel('Show').selectOption('All')
      await listed.getByRole('link', { name: 'Buy now at this price' }).click()
      await buyer.page.getByRole('button', { name: /^Pay €18/ }).click()
      await buyer.page
        .getByRole('list', { name: 'What happened' })
        .getByRole('listitem')
        .filter({ hasText: 'Paid' })
        .waitFor()
      await newestSays(seller.page, 'Bought at this price')
      for (const { complaints, context } of [buyer, seller]) {
        expect(complaints).toEqual([])
        await context.close()
      }
    },
  )

  test('is declined, or withdrawn by whoever made it', async () => {
    const [anna, ben] = [await newNeighbour('Anna Seller'), await newNeighbour('Ben Buyer')]
    const listing = await addListing(anna, { title: 'Oak desk', allow_offers: true })
    const buyer = await visitAs(ben, `/listing/${listing}`)
    await press(buyer.page, 'Make an offer')
    await propose(buyer.page, '15')
    await newestSays(buyer.page, 'Waiting for an answer')
    const seller = await visitAs(anna, new URL(buyer.page.url()).pathname)
    await press(seller.page, 'Decline')
    for (const { page } of [seller, buyer]) await newestSays(page, 'Declined')
    await buyer.page.getByRole('link', { name: /^Oak desk/ }).click()
    await press(buyer.page, 'Make an offer')
    await propose(buyer.page, '17')
    await press(buyer.page, 'Withdraw')
    for (const { page } of [seller, buyer]) await newestSays(page, 'Withdrawn')
    for (const { complaints, context } of [buyer, seller]) {
      expect(complaints).toEqual([])
      await context.close()
    }
  })
})
