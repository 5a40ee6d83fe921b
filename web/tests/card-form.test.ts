import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type PayPalServer, startPayPalServer } from '../../server/src/testing/paypal-server.ts'
import { type StripeServer, startStripeServer } from '../../server/src/testing/stripe-server.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { newNeighbour, visitAs } from './people.ts'

/** Cards through Stripe's own form, and money through PayPal's page: both played by the local servers of the tests. */

let servers: Promise<{ stripe: StripeServer; paypal: PayPalServer }> | undefined
const outside = () => (servers ??= start())

async function start() {
  return {
    stripe: await startStripeServer({ now: () => new Date() }),
    paypal: await startPayPalServer(),
  }
}

closeTownAfterwards(async () => {
  const { stripe, paypal } = await outside()
  return {
    ...paypal.settings,
    PAYMENTS_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_BASE_URL: stripe.url,
    STRIPE_SCRIPT_URL: `${stripe.url}/v3/`,
  }
})
afterAll(async () => {
  const { stripe, paypal } = (await servers) ?? {}
  await stripe?.close()
  await paypal?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

// In frames a key is pressed: a pointer is led by where the frame was when it was last painted, which may be before the
// page scrolled.
async function typeCard(page: Page, number: string): Promise<void> {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]')
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry date').fill('08 / 40')
  await form.getByLabel('Security code').fill('123')
  const save = page.getByRole('button', { name: 'Save the card', exact: true })
  // The fields are there before it can be pressed, and a key is pressed all the same.
  await expect.poll(() => save.isEnabled()).toBe(true)
  await save.press('Enter')
}

async function answerBank(page: Page, word: string): Promise<void> {
  const answer = page
    .frameLocator('iframe[title="Your bank"]')
    .getByRole('button', { name: word, exact: true })
  // The button is there before the script that hears it.
  await expect.poll(() => answer.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  await answer.press('Enter')
}

async function policyAt(page: Page, path: string): Promise<string> {
  const { origin } = new URL(page.url())
  const answer = await page.request.get(origin + path, { headers: { accept: 'text/html' } })
  return answer.headers()['content-security-policy'] ?? ''
}

/** Whether something holds a number of a card or its end alone: ids hold any four digits by chance. */
const holdsCard = (what: string) =>
  /400000(0000000002|2760003184)/.test(what.replace(/\D/g, '')) || /\b(3184|0002)\b/.test(what)

const hasStripe = (page: Page) => page.evaluate(() => 'Stripe' in window)

describePages('a bank account', () => {
  test.each<Size>(['phone', 'desktop'])(
    'is typed on Stripe’s own page, and stands on ours afterwards, on a %s',
    async (size) => {
      const { stripe } = await outside()
      const { page, complaints, context } = await visitAs(await newNeighbour(), '/wallet/bank-accounts', {
        size,
      })
      const { origin } = new URL(page.url())
      const sentHere: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin === origin)
          sentHere.push(`${request.url()} ${request.postData() ?? ''}`)
      })
      await page.getByText('Its number never reaches us.').waitFor()
      await page.getByLabel('Country of the bank').fill('at')
      await expectAccessible(page)
      await press(page, 'Go on to Stripe')
      await page.waitForURL((url) => url.origin === stripe.url)
      await page.getByLabel('Full name').fill('Nora Neumann')
      await page.getByLabel('IBAN').fill('AT61 1904 3002 3457 3201')
      await press(page, 'Submit')
      const banks = page.getByRole('list', { name: 'Bank accounts' })
      await banks.getByText('STRIPE TEST BANK ·· 3201').waitFor()
      await banks.getByText('Nora Neumann · AT · EUR · Verified').waitFor()
      await page.waitForURL((url) => url.search === '')
      await expectAccessible(page)
      // Ids and times hold any four digits by chance.
      expect(sentHere.filter((what) => /3457(\W|%20)*3201|\b3201\b/.test(what))).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

describePages('money from outside', () => {
  test('says when the form of a card does not come', async () => {
    const { stripe } = await outside()
    const { page, context } = await visitAs(await newNeighbour(), '/wallet/cards')
    await page.route(`${stripe.url}/v3/card`, (route) => route.abort())
    await follow(page, 'Add a card')
    await page.getByText(/^The card form did not come/).waitFor()
    await expectAccessible(page)
    await page.unroute(`${stripe.url}/v3/card`)
    await press(page, 'Try again')
    await page.getByRole('button', { name: 'Save the card' }).waitFor()
    await context.close()
  })

  test('comes back from a bank’s own page as what was chosen before it', async () => {
    const { page, complaints, context } = await visitAs(await newNeighbour(), '/wallet/cards')
    const cards = page.getByRole('list', { name: 'Cards', exact: true }).getByRole('listitem')
    await follow(page, 'Add a card')
    await typeCard(page, '4242 4242 4242 4242')
    await cards.filter({ hasText: '4242' }).getByText('Default').waitFor()
    await follow(page, 'Add a card')
    await page.getByRole('checkbox', { name: 'Make it my default' }).check()
    await typeCard(page, '4000 0027 6000 3184')
    await answerBank(page, 'Complete on a page of its own')
    await cards.filter({ hasText: '3184' }).getByText('Default').waitFor()
    expect(await cards.getByText('Default', { exact: true }).count()).toBe(1)
    await page.waitForURL((url) => url.search === '')
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'comes by a card typed at Stripe, whose bank asks, and by PayPal, which is left and taken up again, on a %s',
    async (size) => {
      const { stripe } = await outside()
      const { page, complaints, context } = await visitAs(await newNeighbour(), '/wallet/cards', { size })
      const sentHere: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin === new URL(page.url()).origin)
          sentHere.push(`${request.url()} ${request.postData() ?? ''}`)
      })

      await follow(page, 'Add a card')
      await page.getByRole('button', { name: 'Save the card' }).waitFor()
      await expectAccessible(page)
      await typeCard(page, '4000 0000 0000 0002')
      await page.getByRole('alert').getByText('Your card was declined.').waitFor()
      await typeCard(page, '4000 0027 6000 3184')
      await answerBank(page, 'Fail')
      await page.getByRole('alert').getByText('We are unable to authenticate').waitFor()
      await typeCard(page, '4000 0027 6000 3184')
      await answerBank(page, 'Complete')
      await page.getByRole('list', { name: 'Cards', exact: true }).getByText('Visa ·· 3184').waitFor()
      await page.waitForURL((url) => url.search === '')
      expect(sentHere.filter(holdsCard)).toEqual([])
      expect(await policyAt(page, '/wallet/cards')).toContain(`script-src 'self' ${stripe.url};`)
      for (const path of ['/wallet', '/wallet/add-money', '/'])
        expect(await policyAt(page, path)).not.toContain(stripe.url)

      expect(await hasStripe(page)).toBe(true)
      await follow(page, 'Back to the wallet')
      await expect.poll(() => hasStripe(page).catch(() => true)).toBe(false)
      await follow(page, 'Add money')
      await page.getByLabel('Amount').fill('40')
      await press(page, 'Add to the wallet')
      await page.getByText(/^Your bank asks whether this is you/).waitFor()
      await expectAccessible(page)
      await follow(page, 'Answer your bank')
      await page.locator('iframe[title="Your bank"]').waitFor()
      await expectAccessible(page)
      await answerBank(page, 'Complete')
      const booked = page.getByRole('list', { name: 'What was booked' })
      await booked.getByText(/\+€40/).waitFor()
      expect(await hasStripe(page)).toBe(false)

      await follow(page, 'Back to the wallet')
      await follow(page, 'Add money')
      await page.getByRole('radio', { name: 'PayPal' }).check()
      await page.getByLabel('Amount').fill('15')
      await expectAccessible(page)
      await press(page, 'Go on to PayPal')
      await page.getByRole('heading', { name: 'Pay 15.00 EUR' }).waitFor()
      await follow(page, 'Cancel and return')
      await page.getByText(/^This waits for you to pay/).waitFor()
      await expectAccessible(page)
      await follow(page, 'Back to the wallet')
      await page.getByRole('region', { name: 'Not there yet' }).getByText('€15').waitFor()
      await expectAccessible(page)
      await follow(page, 'Go on with €15')
      await follow(page, 'Go on to PayPal')
      await press(page, 'Pay now')
      await booked.getByText(/\+€15/).waitFor()
      await follow(page, 'Back to the wallet')
      await page.getByRole('list', { name: 'Balance' }).getByText('€55').waitFor()
      expect(await page.getByRole('region', { name: 'Not there yet' }).count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
