import { adminAddPackage, login } from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf, marketAt } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
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
import { addListing } from './listings.ts'
import { fillWallet, saveCard } from './money.ts'
import { fillSignIn, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

/** A week on top for 7 EUR, under a name of its own. */
async function addPackage(): Promise<string> {
  const { url: baseUrl } = await town()
  const at = { baseUrl }
  const body = { email: people.administrator, password }
  const { data } = await dataOf(login({ client: marketAt(at), body }))
  const name = `Week ${newId().slice(-8)}`
  const sold = { name, kind: 'top' as const, price: 7, currency: 'EUR', duration_days: 7 }
  await dataOf(adminAddPackage({ client: marketAt(at, data.access_token), body: sold }))
  return name
}

describePages('a boost', () => {
  test.each<Size>(['phone', 'desktop'])(
    'is paid from the wallet, or by a card whose bank asks first, on a %s',
    async (size) => {
      const [name, anna] = [await addPackage(), await newNeighbour('Anna Seller')]
      const listing = await addListing(anna, { title: 'Brass lamp' })
      await fillWallet(anna, 10)
      await saveCard(anna, 'requires_action')

      const { page, complaints, context } = await visitAs(anna, `/my-listings/${listing}`, { size })
      const boosts = page.getByRole('region', { name: 'Boost this listing' })
      const offer = boosts.getByRole('group', { name })
      await offer.getByRole('button', { name: 'Buy for €7' }).click()
      await boosts.getByText(`${name} · Runs`).waitFor()

      await boosts.getByLabel('Pay with').selectOption('A card')
      await expectAccessible(page)
      await offer.getByRole('button', { name: 'Buy for €7' }).click()
      await boosts.getByText(`${name} · Waits for its payment`).waitFor()
      await expectAccessible(page)
      await boosts.getByRole('button', { name: 'Yes, pay' }).click()
      await boosts.getByText(`${name} · Waits`, { exact: true }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('that is paid from the wallet is no longer in it', async () => {
    const [name, anna] = [await addPackage(), await newNeighbour('Anna Seller')]
    const listing = await addListing(anna, { title: 'Brass lamp' })
    await fillWallet(anna, 10)
    const { page, context } = await visit(`/sign-in?next=/my-listings/${listing}`)
    // Nobody else tells the page.
    await page.route('**/api/v1/stream?*', (route) => route.abort())
    await fillSignIn(page, anna)
    const boosts = page.getByRole('region', { name: 'Boost this listing' })
    const buy = boosts.getByRole('group', { name }).getByRole('button', { name: 'Buy for €7' })
    await buy.waitFor()
    const you = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'You' })
    await you.click()
    await page.getByRole('link', { name: /Wallet.*€10/s }).waitFor()
    await page.goBack()
    await buy.click()
    await boosts.getByText(`${name} · Runs`).waitFor()
    await you.click()
    await page.getByRole('link', { name: /Wallet.*€3/s }).waitFor()
    await context.close()
  })

  test('that was declined is bought another way', async () => {
    const [name, anna] = [await addPackage(), await newNeighbour('Anna Seller')]
    const listing = await addListing(anna, { title: 'Brass lamp' })
    await fillWallet(anna, 10)
    await saveCard(anna, 'decline')
    const { page, context } = await visitAs(anna, `/my-listings/${listing}`)
    const boosts = page.getByRole('region', { name: 'Boost this listing' })
    const buy = boosts.getByRole('group', { name }).getByRole('button', { name: 'Buy for €7' })
    await boosts.getByLabel('Pay with').selectOption('A card')
    const bought = () => page.waitForResponse((reply) => reply.url().endsWith('/package-mgt/apply'))
    for (const _ of ['once', 'and again']) {
      const [reply] = await Promise.all([bought(), buy.click()])
      expect([reply.status(), await reply.headerValue('Idempotency-Replayed')]).toEqual([402, null])
    }
    await boosts.getByLabel('Pay with').selectOption('Your wallet')
    await buy.click()
    await boosts.getByText(`${name} · Runs`).waitFor()
    await context.close()
  })
})
