import { getReceipts } from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase, openPool } from '../../server/src/platform/db/database.ts'
import { fillWalletIn } from '../../server/src/testing/money.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  townDatabase,
  visit,
} from './browser.ts'
import { newNeighbour, newProvedNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

/** Puts money into wallets of the town, as a payment would. */
async function fill(
  ...args: Parameters<typeof fillWalletIn> extends [unknown, ...infer Rest] ? Rest : never
) {
  const connectionString = await townDatabase()
  if (connectionString === undefined) throw new Error('this town is not ours to put money into')
  const db = openDatabase(openPool({ connectionString, size: 1 }))
  await db
    .transaction()
    .execute((transaction) => fillWalletIn({ db: transaction, clock: systemClock }, ...args))
  await db.destroy()
}

describePages('the wallet', () => {
  test.each<Size>(['phone', 'desktop'])(
    'keeps its links in place when the balance comes, on a %s',
    async (size) => {
      const { page, context, url } = await visitAs(await newNeighbour(), '/you', { size })
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/view-balance*', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${url}/wallet`)
      const link = page.getByRole('link', { name: 'Add money' })
      await page.getByText('Nothing yet').waitFor()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await link.hover()
      await page.mouse.down()
      const pressed = await link.boundingBox()
      release()
      await page.getByText('Test money').waitFor()
      expect(await link.boundingBox()).toEqual(pressed)
      await page.mouse.up()
      await page.waitForURL('**/wallet/add-money')
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])('shows balance, history and receipts, on a %s', async (size) => {
    const [person, other] = [await newProvedNeighbour(), await newNeighbour('Tom Harbour')]
    const { page, complaints, url } = await visitAs(person, '/wallet', { size })
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
    await page.getByText('Nothing yet').waitFor()
    await expectAccessible(page)
    await fill(person, 2050, { counterpartId: other.id, subject: 'Box of records' })
    await fill(person, 300, { currency: 'JPY' })
    await page.goto(`${url}/you`)
    await page.getByRole('link', { name: /Wallet.*€20\.50/s }).click()
    await page.getByRole('list', { name: 'Balance' }).getByText('€20.50').waitFor()
    const history = page.getByRole('list', { name: 'History' })
    await history.getByRole('link', { name: /Tom Harbour.*\+€20\.50.*Balance €20\.50/s }).waitFor()
    await expectAccessible(page)
    const table = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as a table' }).click()
    expect((await table).suggestedFilename()).toBe('transactions.csv')
    await page.getByLabel('State').selectOption('Failed')
    await page.getByText('Nothing like this').waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await page.getByLabel('What').selectOption('Money added')
    await history.getByRole('link', { name: /Tom Harbour/ }).click()
    await page.getByRole('list', { name: 'What was booked' }).getByText('+€20.50').waitFor()
    await expectAccessible(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PDF' }).click()
    expect((await saving).suggestedFilename()).toBe('receipt.pdf')
    await page.getByRole('link', { name: 'Back to the wallet' }).click()
    await page.getByRole('link', { name: 'Receipts' }).click()
    await page.getByText(/Box of records/).waitFor()
    await expectAccessible(page)
    const { data: receipts } = await dataOf(getReceipts({ client: person.app }))
    expect(receipts).toHaveLength(2)
    expect(complaints).toEqual([])
    // Nobody leaves money behind; what is in the way is a press away.
    await page.goto(`${url}/you/data`)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('link', { name: 'Look at your wallet' }).click()
    await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  })
})

describePages('the ledger in the console', () => {
  test.each<Size>(['phone', 'desktop'])('is proved by an administrator, on a %s', async (size) => {
    await fill(await newNeighbour(), 700)
    const { page, complaints } = await visit('/admin/ledger', { size })
    await page.getByLabel('E-mail address').fill(people.administrator)
    await page.locator('input[type=password]').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
    await page.getByRole('button', { name: 'Prove everything now' }).click()
    await page.getByRole('table', { name: 'Proofs' }).getByText('Holds').first().waitFor()
    await page
      .getByRole('region', { name: 'What is in it' })
      .getByText('Of people: available')
      .first()
      .waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
  })
})
