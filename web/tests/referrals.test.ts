import { createClient, createConfig, getReferralStats, login } from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf, password as joinedPassword, joinWellness } from '../../acceptance/steps.ts'
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

closeTownAfterwards()

const newAddress = () => `web-${crypto.randomUUID().slice(0, 12)}@example.org`

/** Somebody who has been here for a while, with their code. */
async function newReferrer(): Promise<{ email: string; code: string }> {
  const { url } = await town()
  const email = newAddress()
  const auth = await joinWellness({ baseUrl: url }, email)
  const client = createClient(createConfig({ baseUrl: url, auth }))
  return { email, code: (await dataOf(getReferralStats({ client }))).data.code }
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs somebody up by the link of a friend. */
async function arrive(size: Size, code: string): Promise<void> {
  const { page, context, complaints } = await visit(`/wellness/sign-up?invite=${code}`, { size })
  const email = newAddress()
  expect(await page.getByLabel(/Invitation code/).inputValue()).toBe(code)
  await expectAccessible(page)
  await page.getByLabel('What should we call you?').fill('Grace Brewster Hopper')
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill('a quiet sentence of mine')
  await page.getByLabel(/I accept/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Open the outbox' }).waitFor()
  const { data } = await (await page.request.get(new URL('/outbox.json', page.url()).href)).json()
  const mail = data.find((other: { recipient: string; text: string }) => other.recipient === email)
  await page.getByLabel('Code').fill(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: /, Grace/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
}

describePages('inviting a friend', () => {
  test.each<Size>(['phone', 'desktop'])('by a link, and seeing that they came, on a %s', async (size) => {
    const { email, code } = await newReferrer()
    const { page, context, url, complaints } = await visit('/wellness/invite', { size })
    await signIn(page, email, joinedPassword)
    await page.getByRole('heading', { level: 1, name: 'Invite a friend' }).waitFor()
    await page.getByText('Nobody yet').waitFor()
    await expectAccessible(page)
    expect(await page.getByLabel('Your link').inputValue()).toBe(`${url}/wellness/sign-up?invite=${code}`)
    await arrive(size, code)
    // It is told of as it happens.
    await page.getByText('G*** B***').waitFor()
    await page.getByText('Joined', { exact: true }).waitFor()
    await page.getByText(/Counts with practice on two days until/).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to you' }).click()
    await page.getByRole('link', { name: 'Invite a friend' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Notices/ }).click()
    await page.getByText('Your invitation was accepted').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a code that nobody has is refused beside its field', async () => {
    const { page, context } = await visit('/wellness/sign-up?invite=NOBODY99')
    await page.getByLabel('What should we call you?').fill('Ada')
    await page.getByLabel('E-mail address').fill(newAddress())
    await page.locator('input[type=password]').fill('a quiet sentence of mine')
    await page.getByLabel(/I accept/).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => page.getByLabel(/Invitation code/).getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await context.close()
  })
})

describePages('referrals in the console', () => {
  test.each<Size>(['phone', 'desktop'])('are looked at and decided, on a %s', async (size) => {
    const { url } = await town()
    const referrer = await newReferrer()
    await arrive('phone', referrer.code)
    const { page, context, complaints } = await visit('/admin/referrals', { size })
    await signIn(page, people.wellnessAdministrator, password)
    await page.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor()
    await expectAccessible(page)
    const own = createClient(createConfig({ baseUrl: url }))
    const { data } = await dataOf(
      login({ client: own, body: { email: referrer.email, password: joinedPassword } }),
    )
    await page.getByLabel('Open a person by their id').fill(data.user.id)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const came = page.getByRole('article', { name: 'Grace Brewster Hopper' })
    await came.waitFor()
    await page.getByText('By themselves: nobody invited them.').waitFor()
    await expectAccessible(page)
    await came.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject this referral?' })
    const reject = dialog.getByRole('button', { name: 'Reject' })
    expect(await reject.isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('Both accounts belong to one person.')
    await expectAccessible(page)
    await reject.click()
    await came.getByText('Both accounts belong to one person.').waitFor()
    await expect.poll(() => came.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})
