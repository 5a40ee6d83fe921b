import { readFileSync } from 'node:fs'
import {
  addDisputeStatement,
  disputeOrder,
  getOrder,
  purchaseItem,
  savePaymentMethod,
  shipOrder,
  simulatePayment,
} from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { newId } from '../ui/ids.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  visit,
} from './browser.ts'
import { addListing } from './listings.ts'
import { fillWallet } from './money.ts'
import { inTown, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const sizes: Size[] = ['phone', 'desktop']
const rare = (what: string) => `${what} ${newId().slice(-8)}`
const key = () => ({ 'Idempotency-Key': newId() })

/** A page of the console, signed in as an administrator. */
async function administrators(place: string, options: { size: Size }) {
  const opened = await visit(place, options)
  const { page } = opened
  await page.getByLabel('E-mail address').fill(people.administrator)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return opened
}

const address = { name: 'Nora', street: 'Harbour Street 4', zip_code: '10115', city: 'Berlin', country: 'DE' }

/** Something for 25 EUR that was bought and sent. */
async function sentOrder(title: string) {
  const [buyer, seller] = [await newNeighbour('Bea Buyer'), await newNeighbour('Sam Seller')]
  await fillWallet(buyer, 25)
  const post_id = await addListing(seller, { title })
  const body = { post_id, source: 'wallet', delivery: 'ship', expected_price: 25, address } as const
  const { data: order } = await dataOf(purchaseItem({ client: buyer.app, body, headers: key() }))
  await dataOf(shipOrder({ client: seller.app, body: { order_id: order._id } }))
  return { buyer, seller, orderId: order._id }
}

/** The same, with a dispute in which both have said something. */
async function disputedOrder(title: string) {
  const sent = await sentOrder(title)
  const order_id = sent.orderId
  await dataOf(
    disputeOrder({
      client: sent.buyer.app,
      headers: key(),
      body: { order_id, reason: 'damaged', text: 'The frame is bent, look at it.' },
    }),
  )
  await dataOf(
    addDisputeStatement({
      client: sent.seller.app,
      headers: key(),
      body: { order_id, text: 'It was straight when I sent it.' },
    }),
  )
  return sent
}

describePages('money in the console', () => {
  test.each(sizes)('a dispute is decided with what both sides say, on a %s', async (size) => {
    const title = rare('Lamp')
    const { buyer, orderId } = await disputedOrder(title)
    const { page, context, complaints } = await administrators('/admin/disputes', { size })
    await page.getByRole('link', { name: title }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: title }).click()
    const dispute = page.getByRole('region', { name: 'Dispute' })
    await dispute.getByText('The frame is bent, look at it.').waitFor()
    await dispute.getByText('It was straight when I sent it.').waitFor()
    await page.getByRole('radio', { name: /^Both/ }).check()
    await page.getByLabel('Back to the buyer').fill('25')
    await page.getByRole('textbox', { name: 'Reason' }).fill('The pictures show it.')
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByText('Enter more than nothing and less than €25.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Back to the buyer').fill('10.5')
    await page.getByText('€14.50 less the fee go to the seller.').waitFor()
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByText('Decided: €10.50 to the buyer.').waitFor()
    const { data } = await dataOf(getOrder({ client: buyer.app, path: { order_id: orderId } }))
    expect(data).toMatchObject({ status: 'released', refunded: 10.5 })
    await page.goto(page.url().replace(/disputes.*/, 'disputes?status=decided'))
    await page.getByRole('link', { name: title }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(sizes)('orders are found by their status, and money goes back, on a %s', async (size) => {
    const title = rare('Chair')
    const { buyer, orderId } = await sentOrder(title)
    const { page, context, complaints } = await administrators('/admin/orders', { size })
    await page.getByLabel('Status', { exact: true }).selectOption('On its way')
    await page.waitForURL((url) => url.searchParams.get('status') === 'shipped')
    await expectAccessible(page)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('list', { name: 'What happened' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Give money back' }).click()
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('button', { name: 'Give back', exact: true }).click()
    await page.getByText('The money is on its way back.').waitFor()
    const { data } = await dataOf(getOrder({ client: buyer.app, path: { order_id: orderId } }))
    expect(data).toMatchObject({ status: 'shipped', refunded: 5 })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a refund whose answer was lost is made once, though the order has changed by it', async () => {
    const { buyer, seller, orderId } = await sentOrder(rare('Chair'))
    const { page, context } = await visitAs(seller, `/orders/${orderId}`)
    await page.getByRole('button', { name: 'Give money back' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('5')
    const way = '**/order-mgt/refund'
    await page.route(way, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('alert').waitFor()
    // The page hears of it by itself.
    await page.getByText('Given back').first().waitFor()
    await page.unroute(way)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { data } = await dataOf(getOrder({ client: buyer.app, path: { order_id: orderId } }))
    expect(data.refunded).toBe(5)
    await context.close()
  })

  test.each(sizes)(
    'what a bank takes back is listed, with the order that stands still for it, on a %s',
    async (size) => {
      const title = rare('Clock')
      const [buyer, seller] = [await newNeighbour('Bea Buyer'), await newNeighbour('Sam Seller')]
      const post_id = await addListing(seller, { title })
      const card = { payment_method_id: 'pm_sandbox_success' }
      await dataOf(savePaymentMethod({ client: buyer.app, body: card, headers: key() }))
      const body = { post_id, source: 'card', delivery: 'ship', expected_price: 25, address } as const
      const { data: order } = await dataOf(purchaseItem({ client: buyer.app, body, headers: key() }))
      const ofOrder = 'select payment_id from marketplace.orders where id = $1'
      const [{ payment_id } = {}] = await inTown(ofOrder, [order._id])
      const command = async (command: 'dispute' | 'lose_dispute') =>
        dataOf(simulatePayment({ client: buyer.app, body: { payment_id: String(payment_id), command } }))
      await command('dispute')
      const { page, context, complaints } = await administrators('/admin/bank-disputes', { size })
      const row = page.getByRole('row', { name: new RegExp(title) })
      await row.getByText('Open', { exact: true }).waitFor()
      await row.getByText('The card was misused').waitFor()
      await expectAccessible(page)
      await row.getByRole('link', { name: title }).click()
      await page.getByText('The bank of the buyer disputes the payment. Nothing moves').waitFor()
      await page.getByText('The bank of the buyer takes the payment back').waitFor()
      expect(await page.getByRole('button', { name: 'Give money back' }).count()).toBe(0)
      await expectAccessible(page)
      await command('lose_dispute')
      await page.goto(page.url().replace(/orders.*/, 'bank-disputes?status=lost'))
      await row.getByText('The bank keeps it').waitFor()
      await row.getByText('Taken back by a bank').waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each(sizes)('the ledger has what the provider reports beside it, on a %s', async (size) => {
    const [id, refund] = [newId(), rare('re').replace(' ', '_')]
    const sums = [{ kind: 'captured', currency: 'EUR', provider_minor: 12_500, ledger_minor: 13_700 }]
    const differences = [
      { id: refund, kind: 'refunded', currency: 'EUR', provider_minor: -1200, ledger_minor: 0 },
    ]
    await inTown(
      `with proof as (
         insert into marketplace.ledger_proof (id, scope, started_at, finished_at, through, entries, accounts, differences)
         values ($5, 'new', now(), now(), '0', 0, 0, '[]') returning id)
       insert into marketplace.provider_report (id, proof_id, provider, mode, state, from_at, until_at, sums, differences, made_at)
       select $1, proof.id, $2, 'test', 'differs', now(), now(), $3, $4, now() from proof`,
      [id, `stripe-${refund}`, JSON.stringify(sums), JSON.stringify(differences), newId()],
    )
    const { page, context, complaints } = await administrators('/admin/ledger', { size })
    const reports = page.getByRole('region', { name: 'What payment providers report' })
    await reports.getByText(`Given back ${refund}: -€12 at the provider, €0 here`).waitFor()
    await reports.getByRole('row', { name: 'Paid in €125 €137' }).first().waitFor()
    await expectAccessible(page)
    await inTown('delete from marketplace.provider_report where id = $1', [id])
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(sizes)('payments are listed, and what came is applied again, on a %s', async (size) => {
    const event = rare('evt').replace(' ', '_')
    await inTown(
      `insert into platform.inbox (id, product, provider, event_id, bytes, headers, job, received_at, queued_at, applied_at, outcome)
       values ($1, 'marketplace', 'sandbox', $2, '{}', '{}', 'marketplace.payments.apply-notice', now(), now(), now(), 'nothing to do')`,
      [newId(), event],
    )
    const { page, context, complaints } = await administrators('/admin/payments?status=failed', { size })
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await page.getByText('No matches').waitFor()
    await expectAccessible(page)
    for (const name of ['Refunds', 'Payouts']) {
      await page.goto(page.url().replace(/admin.*/, `admin/${name.toLowerCase()}`))
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByRole('table', { name }).or(page.getByText(/yet$/)).first().waitFor()
      await expectAccessible(page)
    }
    await page.goto(page.url().replace(/payouts.*/, 'webhooks'))
    const row = page.getByRole('row', { name: event })
    await row.getByText('Applied', { exact: true }).waitFor()
    await expectAccessible(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('replay')) asked += 1
    })
    await row.getByText('Applied', { exact: true }).click()
    expect(asked).toBe(0)
    await row.getByRole('button', { name: `Apply again: ${event}` }).click()
    await page.getByText('It is queued to be applied again.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(sizes)('a package gets its next version, on a %s', async (size) => {
    const name = rare('Week')
    const { page, context, complaints } = await administrators('/admin/packages', { size })
    await page.getByRole('button', { name: 'New package' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Price' }).fill('4.999')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Price' }).fill('4.99')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${name} is version 1 now.`).waitFor()
    await page.getByRole('button', { name: `New version of ${name}` }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('textbox', { name: 'Price' }).fill('5.5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: new RegExp(`${name}.*2.*On sale.*€5\\.50`) }).waitFor()
    await page.getByRole('row', { name: new RegExp(`${name}.*1.*Replaced.*€4\\.99`) }).waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(sizes)('figures are shown as charts and saved as CSV, on a %s', async (size) => {
    const { page, context, complaints } = await administrators('/admin/figures', { size })
    await page.getByRole('img', { name: /^Sign-ups/ }).waitFor()
    await page.getByLabel('By', { exact: true }).selectOption('Week')
    await page.waitForURL((url) => url.searchParams.get('interval') === 'week')
    await expectAccessible(page)
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(table.suggestedFilename()).toBe('user-figures.csv')
    expect(readFileSync(await table.path(), 'utf8')).toMatch(/^start,sign_ups,verified/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(sizes)('an account is found by its address and taken along, on a %s', async (size) => {
    const person = await newNeighbour(rare('Ada'))
    const { page, context, complaints } = await administrators('/admin/accounts', { size })
    await page.getByLabel('Name, address or id').fill(person.email)
    await page.waitForURL((url) => url.searchParams.get('q') === person.email)
    await page.getByRole('row', { name: person.name }).waitFor()
    const plan = page.getByLabel('Plan', { exact: true })
    await plan.selectOption('Plus')
    await expect.poll(() => page.getByRole('row', { name: person.name }).count()).toBe(0)
    await plan.selectOption('Free')
    await page.getByRole('row', { name: person.name }).filter({ hasText: 'Free' }).waitFor()
    await expectAccessible(page)
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    expect(table.suggestedFilename()).toBe('accounts.csv')
    expect(readFileSync(await table.path(), 'utf8').split('\r\n')[1]).toContain(`,${person.email},`)
    await page.getByRole('link', { name: person.name }).click()
    await page.getByRole('heading', { level: 1, name: person.name }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
