import { forgotToolPassword } from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { type IdentityServer, startIdentityServer } from '../../server/src/testing/identity-server.ts'
import { newId } from '../ui/ids.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  type Size,
  visit,
} from './browser.ts'
import { addListing } from './listings.ts'
import { fillSignIn, newNeighbour, outboxText, waitAnHour } from './people.ts'

let identities: IdentityServer | undefined
closeTownAfterwards(async () => {
  identities = await startIdentityServer({ now: () => new Date() })
  return identities.settings
})
afterAll(() => identities?.close())

const newEmail = () => `w-${newId()}@lindenau.example`

async function choosePlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose your location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Where do you live?' })
  await dialog.getByLabel('Town or postcode').fill('14599 alt')
  await dialog.getByRole('button', { name: /^14599 Lindenau am See, Altstadt/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('14599 Lindenau am See, Altstadt').waitFor()
}

describePages('looking around without an account', () => {
  test.each<Size>(['phone', 'desktop'])('saves listings, and keeps them with one, on a %s', async (size) => {
    const title = `Lamp ${newId().slice(-6)}`
    const id = await addListing(await newNeighbour(), { title })
    const { page, context, url, complaints } = await visit(`/listing/${id}`, { size })
    const guests: string[] = []
    page.on('request', (request) => request.url().includes('guest-signup') && guests.push(request.url()))
    const heart = page.getByRole('button', { name: `Save ${title}` }).first()
    await heart.waitFor()
    expect(guests).toEqual([])
    const saved = page.waitForResponse('**/post-mgt/favourite')
    await heart.click()
    await saved
    await page.getByText('Create an account to keep it everywhere').waitFor()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    // A listing has the place of the pages' bar on a phone.
    if (size === 'phone') await page.goto(`${url}/favourites`)
    else await page.getByRole('navigation').getByRole('link', { name: 'Saved' }).click()
    await page.getByText(title).waitFor()
    await expectAccessible(page)
    // It is still there after the page was left.
    await page.goto(`${url}/listing/${id}`)
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    expect(guests).toHaveLength(1)
    await page.goto(`${url}/sign-up`)
    await page.getByText('What you saved on this device stays yours.').waitFor()
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail address').fill(newEmail())
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await choosePlace(page)
    await page.getByRole('checkbox', { name: /I agree/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify')
    await page.goto(`${url}/favourites`)
    await page.getByText(title).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describePages('signing in by another’s page', () => {
  test.each([
    ['Google', 'phone'],
    ['Apple', 'desktop'],
  ] as const)('of %s opens an account, and comes back to it, on a %s', async (name, size) => {
    identities?.signInAs({ sub: newId(), email: newEmail(), email_verified: true, name: 'Grace Hopper' })
    const first = await visit('/sign-up', { size })
    await first.page.getByRole('button', { name: `Continue with ${name}` }).waitFor()
    await expectAccessible(first.page)
    await first.page.getByRole('button', { name: `Continue with ${name}` }).click()
    await first.page.getByRole('heading', { name: 'Almost there' }).waitFor()
    expect(new URL(first.page.url()).hash).toBe('')
    await expectAccessible(first.page)
    expect(await first.page.getByLabel('Your name').inputValue()).toBe('Grace Hopper')
    await choosePlace(first.page)
    await first.page.getByRole('checkbox', { name: /I agree/ }).check()
    await first.page.getByRole('button', { name: 'Create account' }).click()
    await first.page.waitForURL((address) => address.pathname === '/')
    await first.page.goto(`${first.url}/you`)
    await expect
      .poll(() => first.page.getByRole('textbox', { name: 'Name' }).inputValue())
      .toBe('Grace Hopper')
    expect(first.complaints).toEqual([])
    await first.context.close()

    const again = await visit('/sign-in?next=/you', { size })
    await again.page.getByRole('button', { name: `Continue with ${name}` }).click()
    await again.page.waitForURL('**/you')
    await expect
      .poll(() => again.page.getByRole('textbox', { name: 'Name' }).inputValue())
      .toBe('Grace Hopper')
    expect(again.complaints).toEqual([])
    await again.context.close()
  })

  test('is added to an account by who is signed in, and says what went wrong', async () => {
    const person = await newNeighbour()
    identities?.signInAs({ sub: newId(), email: newEmail(), email_verified: false, name: 'Ben' })
    const { page, context, url, complaints } = await visit('/sign-in?next=/you')
    await fillSignIn(page, person)
    await page.waitForURL('**/you')
    const add = page.getByRole('button', { name: 'Sign in with Google, too' })
    await add.waitFor()
    await waitAnHour(person)
    await add.click()
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('From now on you can sign in with it.').waitFor()
    await page.waitForURL('**/you')
    for (const [error, sentence] of [
      ['declined', 'You did not sign in there'],
      ['failed', 'That sign-in is over'],
    ]) {
      await page.goto('about:blank')
      await page.goto(`${url}/sign-in/with#error=${error}`)
      await page.getByText(sentence ?? '').waitFor()
    }
    await expectAccessible(page)
    await page.reload()
    await page.getByText('That sign-in is over').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describePages('a forgotten password', () => {
  test('is replaced by the link of a mail', async () => {
    const person = await newNeighbour()
    await forgotToolPassword({ client: person.app, body: { email: person.email }, security: [] })
    const [token] = /#token=([\w-]+)/.exec(await outboxText(person.email))?.slice(1) ?? []
    const { page, context, complaints } = await visit(`/forgotten-password#token=${token}`)
    await page.getByLabel('New password').fill('an entirely new harbour')
    await expectAccessible(page)
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.waitForURL('**/sign-in')
    await fillSignIn(page, { ...person, word: 'an entirely new harbour' })
    await page.waitForURL((address) => address.pathname === '/')
    expect(complaints).toEqual([])
    await context.close()
  })
})
