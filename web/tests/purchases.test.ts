import {
  editPurchaseListing,
  getPurchaseListing,
  getPurchaseListings,
  markPurchaseListingSold,
} from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { addPurchase } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

describePages('the purchase list', () => {
  test.each<Size>(['phone', 'desktop'])('from the purchase to what it brought, on a %s', async (size) => {
    const { page, context, complaints } = await visitAs(await newNeighbour(), '/purchases', { size })
    await page.getByText('Nothing here yet').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add a purchase' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Item').fill('Brass lamp')
    await dialog.getByLabel('What you paid').fill('20')
    await dialog.getByLabel('Condition').fill('Good')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add a purchase' }).click()
    await page.getByRole('heading', { name: 'Brass lamp' }).waitFor()

    await page.getByRole('button', { name: 'Edit Brass lamp' }).click()
    await dialog.getByRole('button', { name: 'Add cost' }).click()
    await dialog.getByLabel('What for').fill('New cable')
    await dialog.getByLabel(/^Amount/).fill('4.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('€4.50 costs').waitFor()

    await page.getByRole('button', { name: 'Mark as sold: Brass lamp' }).click()
    await dialog.getByLabel('Sold for').fill('40')
    await dialog.getByLabel('Fees').fill('2')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('€13.50 profit').waitFor()
    const totals = page.getByLabel('Totals EUR')
    expect(await totals.textContent()).toMatch(/€24\.50.*€13\.50.*0 items.*1 item/)

    await page.getByRole('button', { name: 'Edit the sale of Brass lamp' }).click()
    await dialog.getByRole('button', { name: 'Not sold after all' }).click()
    await page.getByRole('button', { name: 'Mark as sold: Brass lamp' }).waitFor()
    await page.getByRole('button', { name: 'Remove Brass lamp' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nothing here yet').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a change that was made elsewhere is not undone, nor are notes of costs', async () => {
    const person = await newNeighbour()
    await addPurchase(person)
    const asked = { client: person.app, throwOnError: true } as const
    const [purchase] = (await getPurchaseListings(asked)).data.data
    const path = { id: purchase?._id ?? '' }
    const costs = [{ kind: 'Cable', amount: 3, note: 'Two metres' }]
    await editPurchaseListing({ ...asked, path, body: { costs } })
    const { page, context } = await visitAs(person, '/purchases')
    await page.getByRole('button', { name: 'Edit Clock' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What for').fill('New cable')
    await editPurchaseListing({ ...asked, path, body: { notes: 'From the attic' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This purchase was changed elsewhere meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = (await getPurchaseListing({ ...asked, path })).data
    expect(data).toMatchObject({ notes: 'From the attic', costs: [{ ...costs[0], kind: 'New cable' }] })
    await context.close()
  })

  test('what was changed of a sale elsewhere stays, and its day can be today', async () => {
    const person = await newNeighbour()
    await addPurchase(person)
    const asked = { client: person.app, throwOnError: true } as const
    const [purchase] = (await getPurchaseListings(asked)).data.data
    const id = purchase?._id ?? ''
    const sell = (body: object) => markPurchaseListingSold({ ...asked, body: { listing_id: id, ...body } })
    const weekAgo = new Date(Date.now() - 7 * 86_400_000)
    await sell({ sold_price: 9, sold_at: weekAgo.toISOString() })
    const { page, context } = await visitAs(person, '/purchases')
    await page.getByRole('button', { name: 'Edit the sale of Clock' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Sold for').waitFor()
    await sell({ amend: true, fees: 2 })
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
    await dialog.locator('input[type=date]').fill(today)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = (await getPurchaseListing({ ...asked, path: { id } })).data
    expect(data.sale).toMatchObject({ sold_price: 9, fees_minor: 200 })
    const soldOn = await page.evaluate(
      (at) => new Date(at).toLocaleDateString('sv'),
      data.sale?.sold_at ?? '',
    )
    expect(soldOn).toBe(today)
    await context.close()
  })

  test('what was corrected after its answer was lost is written down once, and corrected', async () => {
    const person = await newNeighbour()
    const { page, context } = await visitAs(person, '/purchases')
    await page.route(
      '**/purchase-tool/creation',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Add a purchase' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Item').fill('Brass lamp')
    await dialog.getByLabel('What you paid').fill('200')
    await dialog.getByLabel('Condition').fill('Good')
    await dialog.getByRole('button', { name: 'Add a purchase' }).click()
    await dialog.getByText('The server cannot be reached').waitFor()
    await dialog.getByLabel('What you paid').fill('20')
    await dialog.getByRole('button', { name: 'Add a purchase' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = await dataOf(getPurchaseListings({ client: person.app }))
    expect(data).toMatchObject([{ title: 'Brass lamp', price: 20 }])
    await context.close()
  })

  test('what is saved late closes nothing that was opened meanwhile', async () => {
    const person = await newNeighbour()
    await addPurchase(person)
    const { page, context } = await visitAs(person, '/purchases')
    const [made, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/purchase-tool/edit/*', async (route) => {
      const response = await route.fetch()
      made.resolve()
      await released.promise
      await route.fulfill({ response })
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit Clock' }).click()
    await dialog.getByLabel('Item').fill('Old clock')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await made.promise
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mark as sold: Clock' }).click()
    await dialog.getByLabel('Sold for').fill('12')
    released.resolve()
    await page.getByRole('heading', { name: 'Old clock', includeHidden: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('€7 profit').waitFor()
    await context.close()
  })

  test('what is looked for stands in the address', async () => {
    const { page, context } = await visitAs(await newNeighbour(), '/purchases?status=sold&q=lamp', {
      scheme: 'dark',
    })
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    expect(await page.getByLabel('Search your purchases').inputValue()).toBe('lamp')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL((address) => address.search === '')
    await context.close()
  })
})
