import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  visit,
} from './browser.ts'
import { inTown, newNeighbour, newProvedNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Lets somebody's trial be over since yesterday, as time would. */
const endTrial = (personId: string) =>
  inTown(
    `update marketplace.subscription
     set state = 'expired', trial_ends_at = now() - interval '1 day', ended_at = now() - interval '1 day',
       access_until = null, due_at = null, tell_at = null, reason = 'trial_over'
     where user_id = $1`,
    [personId],
  )

/** A trial is followed by a plan once for each card, and everybody here has the same test card. */
const forgetCards = () => inTown(`delete from marketplace.trial_use where kind = 'card'`)

describePages('plans', () => {
  test.each<Size>(['phone', 'desktop'])(
    'a trial: begun, made longer, cancelled and kept, on a %s',
    async (size) => {
      const person = await newProvedNeighbour()
      const { page, complaints } = await visitAs(person, '/you', { size })
      await page.getByRole('link', { name: /^Plans/ }).click()
      const yours = page.getByRole('region', { name: 'Your plan' })
      await yours.getByText('You have what everybody has, and pay nothing.').waitFor()
      await yours.getByText('0 of 20').waitFor()
      await page.getByText('€4.99 a month').waitFor()
      await expectAccessible(page)

      await press(page, 'Try it for 14 days')
      await yours.getByRole('heading', { name: 'Plus, on trial' }).waitFor()
      await yours.getByText('0 of 50').waitFor()
      await press(page, 'Make the trial a week longer')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Why').fill('I was ill')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Make the trial a week longer' }).click()
      await page.getByText('Your trial is a week longer.').waitFor()
      await dialog.waitFor({ state: 'detached' })
      await press(page, 'Make the trial a week longer')
      await dialog.getByLabel('Why').fill('Once more')
      await dialog.getByRole('button', { name: 'Make the trial a week longer' }).click()
      await dialog.getByText('You have made your trial longer before.').waitFor()
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      await press(page, 'Cancel the trial')
      await yours.getByText(/Nothing is charged after it/).waitFor()
      await press(page, 'Undo')
      await yours.getByText(/costs nothing. After it you have the free plan/).waitFor()
      await endTrial(person.id)
      await page.reload()
      await yours.getByText(/^Your trial ended on/).waitFor()
      expect(await page.getByRole('button', { name: /^Try it/ }).count()).toBe(0)
      await expectAccessible(page)
      expect(complaints).toEqual([])
    },
  )

  test('a bank that asks is answered where it is paid, with yes or no', async () => {
    const { page, complaints } = await visitAs(await newNeighbour(), '/wallet/cards')
    await page.getByLabel('What the card does').selectOption('Wants to ask you each time')
    await press(page, 'Save the card')
    await page.getByText('4239').waitFor()
    await page.goto(new URL('/plans', page.url()).href)
    const yours = page.getByRole('region', { name: 'Your plan' })
    const dialog = page.getByRole('dialog')
    const subscribe = async (answer: string) => {
      await press(page, 'Subscribe')
      await dialog.getByRole('button', { name: 'Subscribe' }).click()
      await dialog.getByRole('button', { name: answer }).waitFor()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: answer }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await subscribe('No, do not pay')
    await page.getByText('Your bank did not let this payment through.').waitFor()
    await subscribe('Yes, pay')
    await page.getByText('Your plan is paid for.').waitFor()
    await yours.getByText(/It renews itself on/).waitFor()
    expect(complaints).toEqual([])
  })

  test.each<Size>(['phone', 'desktop'])('a subscription, from the card to its end, on a %s', async (size) => {
    const { page, complaints } = await visitAs(await newProvedNeighbour(), '/plans', { size })
    const yours = page.getByRole('region', { name: 'Your plan' })
    const dialog = page.getByRole('dialog')
    await forgetCards()
    await press(page, 'Try it for 14 days')
    await press(page, 'Subscribe')
    await dialog.getByText('You have saved no card yet.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Subscribe' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save a test card' }).click()
    await dialog.getByLabel('Card').waitFor()
    await dialog.getByText(/^You pay nothing before/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await yours.getByText(/After it you pay €4\.99 a month/).waitFor()

    await press(page, 'Cancel the trial')
    await press(page, 'Subscribe')
    await dialog.getByLabel('Pay now, though the trial still lasts').check()
    await dialog.getByText('You pay €4.99 a month now.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Subscribe' }).click()
    await yours.getByText(/^It renews itself on .*: €4\.99 a month/).waitFor()
    await expectAccessible(page)

    await press(page, 'Cancel the plan')
    await yours.getByText(/^Cancelled: it stays open until/).waitFor()
    await press(page, 'Keep it after all')
    await yours.getByText(/^It renews itself on/).waitFor()
    await press(page, 'Pause')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await yours.getByText(/^Paused until/).waitFor()
    await expectAccessible(page)
    await press(page, 'Go on now')
    await yours.getByText(/^It renews itself on/).waitFor()
    await press(page, 'Pause')
    await dialog.getByRole('button', { name: 'Pause' }).click()
    await dialog.getByText('A subscription can be paused once within twelve months.').waitFor()
    expect(complaints).toEqual([])
  })

  test('are there for who is not signed in, in German, too', async () => {
    const { page, complaints } = await visit('/plans', { locale: 'de-DE', scheme: 'dark' })
    await page.getByRole('heading', { level: 1, name: 'Tarife' }).waitFor()
    await page.getByText('4,99 € im Monat').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Melde dich an, um ihn zu wählen' }).click()
    await page.waitForURL((url) => url.searchParams.get('next') === '/plans')
    expect(complaints).toEqual([])
  })
})

/** A page of the console, signed in as an administrator. */
async function administrators(place: string, heading: string, size: Size) {
  const opened = await visit(place, { size })
  const { page } = opened
  await page.getByLabel('E-mail address').fill(people.administrator)
  await page.locator('input[type=password]').fill(password)
  await press(page, 'Sign in')
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
}

describePages('plans in the console', () => {
  test.each<Size>(['phone', 'desktop'])('are added, and a new version published, on a %s', async (size) => {
    const key = `test-${crypto.randomUUID().slice(0, 8)}`
    const { page, complaints } = await administrators('/admin/plans', 'Plans', size)
    const table = page.getByRole('table', { name: 'Plans' })
    await table.getByText('Everybody has it').waitFor()
    await expectAccessible(page)
    await press(page, 'Add a plan')
    const form = page.getByRole('form', { name: 'Add a plan' })
    await form.getByLabel('Key').fill(key)
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`Plan ${key}`)
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill('a lot')
    await press(page, 'Publish')
    await form.getByText('Enter an amount, such as 4.99.').waitFor()
    await expectAccessible(page)
    await form.getByRole('textbox', { name: 'Price', exact: true }).fill('9.50')
    await press(page, 'Publish')
    await page.getByText(`Version 1 of Plan ${key} holds from now on.`).waitFor()
    const row = table.getByRole('row', { name: new RegExp(key) })
    await row.getByText('€9.50 for 1 month').waitFor()

    await press(page, `Change Plan ${key}`)
    const change = page.getByRole('form', { name: `Change Plan ${key}` })
    await change.getByLabel('Saved searches that it opens').fill('33')
    // Other tests see the plan of the town alone.
    await change.getByRole('switch', { name: 'Can be subscribed to' }).click()
    await press(page, 'Publish')
    await row.getByRole('cell', { name: '33', exact: true }).waitFor()
    await row.getByText(/^2, since/).waitFor()
    await row.getByText('Not offered').waitFor()
    expect(complaints).toEqual([])
  })

  test.each<Size>(['phone', 'desktop'])('trials that ended are counted and found, on a %s', async (size) => {
    const person = await newProvedNeighbour(`Ned ${crypto.randomUUID().slice(0, 8)}`)
    const { page: own, context } = await visitAs(person, '/plans', { size })
    await press(own, 'Try it for 14 days')
    await own.getByRole('heading', { name: 'Plus, on trial' }).waitFor()
    await context.close()
    await endTrial(person.id)
    const { page, complaints } = await administrators('/admin/ended-trials', 'Trials that ended', size)
    const row = page.getByRole('row', { name: new RegExp(person.name) })
    await row.getByText('The time was up').waitFor()
    await page.getByRole('region', { name: 'All of that time' }).getByText('Ended').waitFor()
    await expectAccessible(page)
    await page.getByLabel('What became of it').selectOption('Pays')
    await row.waitFor({ state: 'detached' })
    await page.goto(`${page.url().split('?')[0]}?converted=false&from=2026-01-01`)
    await row.getByRole('link', { name: person.name }).click()
    await page.waitForURL((url) => url.pathname.endsWith(person.id))
    expect(complaints).toEqual([])
  })
})
