import { generateInviteLink, getInvites, logout, updateUser } from '@plaza/client/marketplace'
import type { Route } from 'playwright-core'
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
import { codeFor, fillSignIn, newNeighbour, visitAs, waitAnHour } from './people.ts'

closeTownAfterwards()

const newEmail = () => `n-${newId()}@lindenau.example`

describePages('opening an account', () => {
  test.each<Size>(['phone', 'desktop'])('from nothing to a confirmed address, on a %s', async (size) => {
    const { page, context, url, complaints } = await visit('/sign-up', { size })
    await context.grantPermissions(['geolocation'], { origin: url })
    await context.setGeolocation({ latitude: 52.4, longitude: 13.06 })
    const email = newEmail()
    await page.getByRole('button', { name: 'Create account' }).click()
    // All that is missing is said at once.
    for (const missing of [
      'Enter your name.',
      'Enter an e-mail address',
      'Use at least 8 characters.',
      'Choose your location.',
      'Agree to the terms to create',
    ])
      await page.getByText(missing).waitFor()
    const ring = await page
      .getByLabel('Your name')
      .evaluate((field) => [field === document.activeElement, getComputedStyle(field).outlineStyle])
    expect(ring).toEqual([true, 'solid'])
    await expectAccessible(page)
    await page.getByLabel('Your name').fill('ليلى العمري')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Choose your location' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where do you live?' })
    if (size === 'phone') await dialog.getByRole('button', { name: 'Use my location' }).click()
    else {
      await dialog.getByLabel('Town or postcode').fill('14599 alt')
      await dialog.getByRole('button', { name: /^14599 Lindenau am See, Altstadt/ }).waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
    }
    await page.getByText('14599 Lindenau am See, Altstadt').waitFor()
    await page.getByRole('checkbox', { name: /I agree/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify')
    await page.getByRole('link', { name: 'Open the outbox' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Code').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    await page.goto(`${url}/you`)
    await expect.poll(() => page.getByLabel('Postcode').inputValue()).toBe('14599')
    expect(await page.getByRole('textbox', { name: 'Location' }).inputValue()).toBe(
      'Lindenau am See, Altstadt',
    )
    await page.goto(`${url}/sell`)
    await expect
      .poll(() => page.getByLabel('Location shown to buyers').inputValue())
      .toBe('Lindenau am See, Altstadt')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('where the browser is has its name, also when the towns come after it', async () => {
    const { page, context, url } = await visit('/health/live')
    await context.grantPermissions(['geolocation'], { origin: url })
    await context.setGeolocation({ latitude: 52.4, longitude: 13.06 })
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/towns-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${url}/sign-up`)
    await page.getByRole('button', { name: 'Choose your location' }).click()
    const find = page.getByRole('dialog').getByRole('button', { name: 'Use my location' })
    await find.click()
    await expect.poll(() => find.getAttribute('data-loading')).toBe('true')
    release()
    await page.getByText('14599 Lindenau am See, Altstadt').waitFor()
    await context.close()
  })

  test.each([
    ['is still being looked at', () => new Promise<void>(() => {})],
    ['could not be looked at', (route: Route) => route.abort()],
  ])('counts for who was invited, also when the invitation %s', async (_what, answer) => {
    const ina = await newNeighbour('Ina')
    const email = newEmail()
    const { data: invite } = await dataOf(generateInviteLink({ client: ina.app, body: {} }))
    const { page, context, url } = await visit('/health/live')
    await page.addInitScript(() =>
      localStorage.setItem('plaza.place', JSON.stringify({ lat: 52.4, lng: 13.06, town: 'Altstadt' })),
    )
    await page.route('**/verify-invite-link?*', answer)
    await page.goto(`${url}/sign-up?invite=${invite.code}`)
    await page.getByLabel('Your name').fill('Ben')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('checkbox', { name: /I agree/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify?*')
    await page.getByLabel('Code').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL((address) => address.pathname !== '/verify')
    const { data: invites } = await dataOf(getInvites({ client: ina.app }))
    expect(invites.map(({ uses }) => uses)).toEqual([1])
    await context.close()
  })

  test('what no field shows is said above the form', async () => {
    const { page, context } = await visit('/forgotten-password')
    const fields = [{ path: 'body.purpose', rule: 'known', message: 'is not known' }]
    await page.route('**/forgot-password', (route) =>
      route.fulfill({
        status: 400,
        json: { message: 'Something is not right.', error: { code: 'VALIDATION_FAILED', fields } },
      }),
    )
    await page.getByLabel('E-mail address').fill(newEmail())
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByRole('alert').getByText('Something is not right. Purpose is not known.').waitFor()
    await context.close()
  })

  test('what the server refuses stands beside its field, and what was typed stays', async () => {
    const { page, context } = await visit('/sign-up')
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.4, longitude: 13.06 })
    await page.getByLabel('Your name').fill('Mira')
    await page.getByLabel('E-mail address').fill(people.member)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Choose your location' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use my location' }).click()
    await page.getByRole('checkbox', { name: /I agree/ }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Already has an account.').waitFor()
    expect(await page.getByLabel('Your name').inputValue()).toBe('Mira')
    await context.close()
  })
})

describePages('signing in', () => {
  test('leads back to where one wanted to go, and leaves no token that a script could read', async () => {
    const { page, context } = await visit('/purchases?status=sold')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await fillSignIn(page, { email: people.member })
    await page.waitForURL('**/purchases?status=sold')
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    )
    expect(readable).not.toMatch(/eyJ|refresh|token/i)
    await page.reload()
    await page.getByRole('heading', { name: 'Purchase list' }).waitFor()
    await context.close()
  })

  test('never leads to another site', async () => {
    const { page, context, url } = await visit('/sign-in?next=//evil.example/')
    await fillSignIn(page, { email: people.member })
    await page.getByRole('link', { name: 'You', exact: true }).waitFor()
    // Whoever is signed in is shown before the page leads on.
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    expect(new URL(page.url()).origin).toBe(url)
    await context.close()
  })

  test('a wrong password is said', async () => {
    const { page, context } = await visit('/sign-in')
    await page.getByLabel('E-mail address').fill(newEmail())
    await page.getByRole('textbox', { name: 'Password' }).fill('not the right one')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The e-mail address or the password is not right.').waitFor()
    await context.close()
  })

  test('a forgotten password is set anew with a code', async () => {
    const { email } = await newNeighbour()
    const { page, context } = await visit('/forgotten-password')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').filter({ hasText: /code/i }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByLabel('Code').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('textbox', { name: 'New password' }).fill('a lantern by the lake')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.waitForURL('**/sign-in')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('a lantern by the lake')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    await context.close()
  })
})

describePages('one’s own account', () => {
  test.each<Size>(['phone', 'desktop'])('profile and photo are changed, on a %s', async (size) => {
    const { page, context, complaints } = await visitAs(await newNeighbour(), '/you', { size })
    await page.getByLabel('About you').fill('Two children, one dog.')
    await page.getByRole('textbox', { name: 'Location' }).fill('Altstadt')
    await page.getByRole('switch', { name: 'Others can find me' }).uncheck({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    const picture = await page.screenshot()
    await page
      .getByLabel('Your photo')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    await page.getByLabel('Currency').selectOption('HUF')
    await page.getByLabel('Birthday', { exact: true }).fill('1990-02-03')
    // What was said of the first time may still stand there, or be gone.
    const saved = page.waitForResponse('**/usr-mgt/update')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    expect(await page.getByLabel('About you').inputValue()).toBe('Two children, one dog.')
    expect(await page.getByLabel('Currency').inputValue()).toBe('HUF')
    expect(await page.getByRole('switch', { name: 'Others can find me' }).isChecked()).toBe(false)
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a change that was made elsewhere is not undone', async () => {
    const person = await newNeighbour('Ada')
    const { page, context } = await visitAs(person, '/you')
    await page.getByLabel('About you').fill('Typed here')
    await updateUser({ client: person.app, throwOnError: true, body: { name: 'Ada Elsewhere' } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Your profile was changed elsewhere meanwhile').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Ada Elsewhere')
    expect(await page.getByLabel('About you').inputValue()).toBe('Typed here')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await context.close()
  })

  test('a new address takes the password, once the sign-in is some time ago', async () => {
    const person = await newNeighbour()
    const { page, context } = await visitAs(person, '/you')
    await waitAnHour(person)
    const email = newEmail()
    // The page before this one has such a field, too.
    await page.getByLabel('About you').waitFor()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Sign in again and ask within five minutes').waitFor()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(`We sent a six-digit code to ${email}`).waitFor()
    await context.close()
  })

  test('a device that is signed out elsewhere says so and keeps what was typed', async () => {
    const person = await newNeighbour()
    const there = await visitAs(person, '/you')
    await there.page.getByLabel('About you').fill('Half a sentence')
    const here = await visitAs(person, '/you/devices', { size: 'desktop' })
    const devices = here.page.getByRole('listitem').filter({ hasText: 'Chrome on' })
    await devices.nth(1).waitFor()
    await expectAccessible(here.page, 'phone', 'desktop')
    await devices.filter({ hasNotText: 'This device' }).getByRole('button').first().click()
    await there.page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await expectAccessible(there.page)
    await fillSignIn(there.page, person)
    await there.page.getByLabel('About you').waitFor()
    expect(await there.page.getByLabel('About you').inputValue()).toBe('Half a sentence')
    await here.context.close()
    await there.context.close()
  })

  test('a dialog makes room for signing in again, and is back as it was', async () => {
    const person = await newNeighbour()
    const { page, context } = await visitAs(person, '/you')
    await page.getByRole('button', { name: 'Choose on the map' }).click()
    const town = page.getByRole('dialog').getByLabel('Town or postcode')
    await town.fill('Lind')
    await logout({ client: person.app, throwOnError: true, body: { all_devices: true } })
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expectAccessible(page)
    await fillSignIn(page, person)
    await town.waitFor()
    expect(await town.inputValue()).toBe('Lind')
    await context.close()
  })

  test('signing out in one tab signs out the other, and the next person finds nothing of the first', async () => {
    const [first, second] = await Promise.all([newNeighbour('First Person'), newNeighbour('Second Person')])
    const { page, context, url } = await visitAs(first, '/you')
    const other = await context.newPage()
    await other.goto(`${url}/you`)
    await other.getByLabel('About you').fill('Of the first person')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    await other.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await fillSignIn(other, second)
    await other.getByText('Second Person').waitFor()
    expect(await other.getByLabel('About you').inputValue()).toBe('')
    expect(await other.getByText('First Person').count()).toBe(0)
    await context.close()
  })
})

describePages('one’s data', () => {
  test.each<Size>(['phone', 'desktop'])('a copy is made and fetched, on a %s', async (size) => {
    const person = await newNeighbour()
    const { page, context, complaints } = await visitAs(person, '/you', { size })
    await page.getByRole('link', { name: /Your data/ }).click()
    const confirm = async () => {
      await page.getByRole('textbox', { name: 'Password' }).fill(password)
      await page.getByRole('button', { name: 'Continue' }).click()
    }
    await waitAnHour(person)
    await page.getByRole('button', { name: 'Make a copy' }).click()
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    await expectAccessible(page)
    await confirm()
    const link = page.getByRole('link', { name: 'Download' })
    await link.waitFor()
    await page.getByText('Your copy is ready.').waitFor()
    await expectAccessible(page)
    await waitAnHour(person)
    // Whose account it is arrives after the password is sent.
    const profile = Promise.withResolvers<void>()
    await page.route('**/usr-mgt/get-profile', async (route) => {
      await profile.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Download' }).click()
    await confirm()
    profile.resolve()
    await link.waitFor()
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(await answer.json()).toMatchObject({ data: { 'marketplace.users': [{ name: 'Nora Neumann' }] } })
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'an account is deleted, and comes back by signing in, on a %s',
    async (size) => {
      const person = await newNeighbour()
      const { page, context, url } = await visitAs(person, '/you/data', { size })
      await page.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByText(/^Until .* you can come back\. After that:$/).waitFor()
      await page.getByText(/^Notices \(\d+\): deleted$/).waitFor()
      await page.getByRole('radio', { name: 'They stay, without my name' }).check()
      await page.getByText(/^Notices \(\d+\): deleted$/).waitFor()
      await expectAccessible(page)
      const typed = page.getByRole('textbox', { name: 'Password' })
      await typed.fill('not the password')
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.getByText('is not right').waitFor()
      await expectAccessible(page)
      await typed.fill(password)
      await page.getByRole('button', { name: 'Delete account' }).click()
      await page.waitForURL((address) => address.pathname !== '/sign-in')
      await page.getByText(/^Your account will be deleted\. Sign in before/).waitFor()
      await page.goto(`${url}/you`)
      await fillSignIn(page, person)
      await page.getByLabel('About you').waitFor()
      await context.close()
    },
  )
})
