import {
  adminCreateExercise,
  adminCreateExerciseCategory,
  adminLogin,
  createClient,
  createConfig,
  login,
  logout,
  signUp,
} from '@plaza/client/wellness'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf, password as joinedPassword, joinWellness } from '../../acceptance/steps.ts'
import { openDatabase, openPool } from '../../server/src/platform/db/database.ts'
import { texts as german } from '../texts/de/wellness.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  town,
  townDatabase,
  visit,
} from './browser.ts'

closeTownAfterwards()

const newAddress = () => `web-${crypto.randomUUID().slice(0, 12)}@example.org`

/** The newest code that was mailed to somebody. */
async function codeFor(page: Page, email: string): Promise<string> {
  const { data } = await (await page.request.get(new URL('/outbox.json', page.url()).href)).json()
  const mail = data.find((other: { recipient: string; text: string }) => other.recipient === email)
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
}

async function signIn(page: Page, email: string = people.wellnessUser, secret = password): Promise<void> {
  await signInThere(page, email, secret)
  await page.getByRole('heading', { level: 1, name: /^(Hello|Good)/ }).waitFor()
}

/** On the page that one was sent to the sign-in from. */
async function signInThere(page: Page, email: string, secret = joinedPassword): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Somebody new, who has practised nothing yet. @returns their address. */
async function newcomer(): Promise<string> {
  const email = newAddress()
  await joinWellness({ baseUrl: (await town()).url }, email)
  return email
}

/** Somebody buys a subscription for the month of June 2099, as a store would tell. */
async function subscribe(email: string): Promise<void> {
  const connectionString = await townDatabase()
  if (connectionString === undefined) throw new Error('this town is not ours to sell in')
  const db = openDatabase(openPool({ connectionString, size: 1 }))
  await sql`
    insert into wellness.store_purchase (id, provider, purchase_token, product_id, state, expires_at, is_renewing, answer,
      question, asked_at, owner_id, created_at)
    select gen_random_uuid(), 'google', ${email}, 'monthly', 'SUBSCRIPTION_STATE_ACTIVE', '2099-06-15T12:00:00Z', true, '{}', 1,
      now(), u.id, now() from wellness.users u where u.email = ${email}`.execute(db)
  await db.destroy()
}

/** By its tile: what is suggested for the hour may be called alike. */
async function openCategory(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${name}.*\\d exercises?$`) }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Of what is drawn, in heights of its frame: beyond one, heads or feet are cut off. */
const heightOfDrawing = (page: Page): Promise<number> =>
  page.locator('main svg[viewBox="0 0 160 120"]').evaluate((svg: SVGSVGElement) => {
    const scale = svg.getScreenCTM()?.d ?? 0
    return (scale * svg.viewBox.baseVal.height) / (svg.parentElement?.clientHeight ?? 0)
  })

async function openExercise(page: Page, category: string, title: string): Promise<void> {
  await openCategory(page, category)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: 'Start' }).waitFor()
  expect(await heightOfDrawing(page)).toBeCloseTo(1, 1)
  await page.getByRole('link', { name: 'Start' }).click()
}

/** A clock that can be moved. Shortly before midnight it is put back, so that all is done on one day. */
async function installClock(page: Page): Promise<void> {
  const time = await page.evaluate(() => {
    const now = Date.now()
    const isTomorrowSoon = new Date(now + 15 * 60_000).getDate() !== new Date(now).getDate()
    return isTomorrowSoon ? now - 30 * 60_000 : now
  })
  await page.clock.install({ time })
}

/** Practises half a minute of “Lights low” while the connection is lost, by a clock that is installed. */
async function practiseOffline(page: Page): Promise<void> {
  await openExercise(page, 'Sleep', 'Lights low')
  await page.getByRole('button', { name: 'Skip' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.clock.fastForward('00:31')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByText('will be sent once').waitFor()
}

/** Moves the slider, as a key or a finger does. */
const feel = (page: Page, value: number) =>
  page.getByRole('slider', { name: /How you feel/ }).fill(String(value))

/** Stops what goes on, by the menu. */
async function askToStop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Stop early' }).click()
}

/** A WAV file: eight thousand times nothing. */
function secondOfSilence(): Buffer {
  const samples = Buffer.alloc(8000, 128)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.write('WAVEfmt ', 8)
  header.write('data', 36)
  header.writeUInt32LE(36 + samples.length, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

describePages('the wellness pages', () => {
  test.each<[Size, string, string]>([
    ['phone', 'en-GB', 'Welcome back'],
    ['desktop', 'de-DE', german.signIn.title],
  ])('says where one is before the app is there, on a %s in %s', async (size, locale, title) => {
    const { page, context, url } = await visit('/health/live', { size, locale })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/app-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${url}/wellness/`, { waitUntil: 'commit' })
    const early = page.locator('.shell h1')
    await early.waitFor()
    expect(await early.textContent()).toBe(title)
    const top = (await early.boundingBox())?.y
    release()
    const heading = page.getByRole('heading', { level: 1, name: title })
    await heading.waitFor()
    expect((await heading.boundingBox())?.y).toBeCloseTo(top ?? 0, 0)
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'somebody joins by code and does an exercise, on a %s',
    async (size) => {
      const { page, context, complaints } = await visit('/wellness', { size })
      await page.getByRole('link', { name: 'Create account' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Create account' }).click()
      await expectAccessible(page)
      const email = newAddress()
      await page.getByLabel('What should we call you?').fill('Ada')
      await page.getByLabel('E-mail address').fill(email)
      await page.locator('input[type=password]').fill('a quiet sentence of mine')
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Please accept the terms').waitFor()
      await page.getByLabel(/I accept/).check()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('link', { name: 'Open the outbox' }).waitFor()
      await expectAccessible(page)
      await page.getByLabel('Code').fill(await codeFor(page, email))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: /, Ada$/ }).waitFor()
      await expectAccessible(page)

      await installClock(page)
      await openExercise(page, 'Sleep', 'Park the thought')
      await expectAccessible(page)
      await feel(page, 2)
      const slider = page.getByRole('slider', { name: /How you feel/ })
      expect(await slider.getAttribute('aria-valuetext')).toBe('Unpleasant')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('timer', { name: 'Time left' }).waitFor()
      await page.getByText('One sentence on paper').waitFor()
      expect(await page.getByRole('button', { name: 'Finish' }).count()).toBe(0)
      await expectAccessible(page)
      await page.clock.fastForward('00:31')
      await page.getByRole('button', { name: 'Finish' }).waitFor()
      await expectAccessible(page)
      await page.clock.fastForward('02:35')
      await page.getByText('And how do you feel now?').waitFor()
      await feel(page, 6)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('3 minutes for yourself.').waitFor()
      await page.getByRole('link', { name: 'Back to today' }).click()
      await page.getByText('Unpleasant → Pleasant').waitFor()
      await page.getByRole('heading', { name: '1 day in a row' }).waitFor()
      await page.getByRole('link', { name: 'History' }).click()
      await page.getByText('1 session', { exact: true }).waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: /^Notices/ }).click()
      await page.getByRole('button', { name: /^Welcome, Ada/ }).click()
      if (size === 'desktop')
        await page
          .getByRole('region', { name: 'What it says' })
          .getByText(/^Welcome, Ada/)
          .waitFor()
      // What is nowhere is not promised.
      expect(await page.getByText(/question/i).count()).toBe(0)
      await expectAccessible(page)
      await page.getByRole('button', { name: /^Remove: Welcome/ }).click()
      await page.getByRole('heading', { name: 'All caught up' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('what ends without a connection is delivered once', async () => {
    const { page, context } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    const before = await page.request.storageState()
    expect(before.cookies.find(({ name }) => name.startsWith('plaza-refresh'))?.httpOnly).toBe(true)
    await installClock(page)
    await openExercise(page, 'Sleep', 'Lights low')
    await page.getByRole('button', { name: 'Skip' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText('No connection').waitFor()
    await page.clock.fastForward('00:31')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByText('will be sent once').waitFor()
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByText('2 entries are waiting').waitFor()
    await context.setOffline(false)
    await page.getByText('2 entries are waiting').waitFor({ state: 'detached' })
    const section = page.getByRole('region', { name: 'Done today' })
    await section.getByText('Lights low').waitFor()
    expect(await section.getByText('Lights low').count()).toBe(1)
    await context.close()
  })

  test('an exercise leads the breath, keeps the screen on, and is heard by whoever wants to', async () => {
    const { page, context, complaints, url } = await visit('/wellness')
    await page.addInitScript(() => {
      const screen = { locks: 0 }
      const request = async () => {
        screen.locks += 1
        const release = async () => {
          screen.locks -= 1
        }
        return { released: false, release }
      }
      Object.assign(window, { kept: screen })
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    const locks = (wanted: number) =>
      page.waitForFunction(
        (count) => (window as unknown as { kept: { locks: number } }).kept.locks === count,
        wanted,
      )
    await signIn(page)
    await page.getByRole('link', { name: /^Play / }).waitFor()
    await page
      .getByText(/You have|Something for today|lifted your mood/)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: /days in a row$/ }).waitFor()
    await page.getByRole('img', { name: /^Your mood/ }).waitFor()
    await openCategory(page, 'Movement')
    await page.getByRole('link', { name: /Neck and shoulders at the desk.*Move · 5 min/ }).waitFor()
    await page.goto(`${url}/wellness`)
    await openCategory(page, 'Breathing')
    const long = page.getByRole('link', { name: /Breathing backwards from fifty/ })
    await long.waitFor()
    await page.getByRole('link', { name: 'Up to 5 min' }).click()
    await long.waitFor({ state: 'detached' })
    await expectAccessible(page, 'phone', 'desktop')
    await page.clock.install()
    await page.getByRole('link', { name: /Box breathing/ }).click()
    await page.getByRole('link', { name: '← Breathing' }).waitFor()
    await page.getByRole('heading', { name: 'One breath' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('link', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByText('Draw the box with a finger').waitFor()
    await locks(1)
    const startedAt = await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('plaza.wellness.practice.')) ?? ''
      return JSON.parse(localStorage.getItem(key) ?? '{}').startedAt as number
    })
    // A breath takes sixteen seconds, in four equal parts.
    for (const [second, cue] of [
      [117, 'Hold'],
      [121, 'Breathe out'],
      [129, 'Breathe in'],
    ] as const) {
      await page.clock.pauseAt(startedAt + second * 1000)
      await page.getByText(cue, { exact: true }).waitFor()
    }
    await page.clock.resume()
    await page.locator('[data-pacer=bar]').waitFor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.locator('[data-pacer=circle]').waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Sound', pressed: false }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitemradio', { name: 'Waves' }).click()
    await page.keyboard.press('Escape')
    // On the lock screen, too.
    expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Box breathing')
    await page.getByRole('button', { name: 'Pause' }).click()
    await locks(0)
    await expectAccessible(page, 'phone', 'desktop')
    await page.reload()
    await page.getByRole('button', { name: 'Sound', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitemradio', { name: 'Waves', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByRole('link', { name: /^Play / }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a practice goes on after the page was closed, and may be stopped early', async () => {
    const { page, context } = await visit('/wellness', { scheme: 'dark' })
    await signIn(page)
    await expectAccessible(page)
    await openExercise(page, 'Sleep', 'Legs up the wall')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    await page.goto(new URL('/wellness', page.url()).href)
    await page.getByRole('link', { name: /^Resume/ }).click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await askToStop(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('Stopped early').first().waitFor()
    await context.close()
  })

  test('a practice that nobody said the feeling after counts once another is begun, or two days later', async () => {
    const { page, context, url } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    const now = Date.now()
    await page.clock.install({ time: now - 60 * 3600 * 1000 })
    await page.goto(`${url}/wellness`)
    await openExercise(page, 'Sleep', 'Park the thought')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    await page.clock.fastForward('03:01')
    const after = 'And how do you feel now?'
    await page.getByText(after).waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByText(after).waitFor()
    await page.goto(`${url}/wellness`)
    await openExercise(page, 'Sleep', 'Lights low')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    await other.getByRole('link', { name: 'History' }).click()
    // Its length, whatever the time of day was.
    await other.getByText('3:00', { exact: true }).waitFor()
    await page.clock.fastForward('20:01')
    await page.getByText(after).waitFor()
    await page.close()
    await other.clock.setSystemTime(now)
    await other.reload()
    await other.getByText('20:00', { exact: true }).last().waitFor()
    await other.getByText('23 minutes', { exact: true }).waitFor()
    expect(await other.locator('main li').filter({ hasText: 'Park the thought' }).count()).toBe(1)
    expect(await other.getByText(/Could not be saved|Stopped early/).count()).toBe(0)
    await context.close()
  })

  test('a wrong code is said, a forgotten password is replaced', async () => {
    const { page, context } = await visit('/wellness/forgotten-password')
    const address = 'web-nobody@example.org'
    await page.getByLabel('E-mail address').fill(address)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('input[type=password]').fill('another quiet sentence')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByRole('alert').getByText(/code/).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await context.close()
  })

  test('who has set a device to an offset, and to no place, comes in as well', async () => {
    const { page, context, complaints } = await visit('/wellness', { timezoneId: 'Etc/GMT+2' })
    await signIn(page, await newcomer(), joinedPassword)
    await page.getByRole('heading', { name: 'Done today' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('numbers and days are in the language of the texts, not in others of the browser', async () => {
    const { page, context, url } = await visit('/wellness/verify?email=web-nobody@example.org', {
      locale: 'fr-FR',
    })
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.getByText(/A new code can be sent in \d+ seconds/).waitFor()
    await page.goto(`${url}/wellness`)
    await signIn(page)
    const days = page.getByRole('list', { name: 'The last four weeks' })
    expect(await days.locator('xpath=preceding-sibling::div').textContent()).toBe('MTWTFSS')
    await context.close()
  })

  test('a code typed in another browser asks for a password, and that one counts', async () => {
    const [email, { url: baseUrl }] = [newAddress(), await town()]
    const client = createClient(createConfig({ baseUrl, headers: { deviceId: 'another browser' } }))
    await dataOf(signUp({ client, body: { name: 'Ada', email, password: joinedPassword } }))
    const { page, context, complaints } = await visit(`/wellness/verify?email=${email}`)
    const right = await codeFor(page, email)
    await page.getByLabel('Code').fill(right === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Is not the code that was mailed.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Code').fill(right)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: 'Set a password' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.locator('input[type=password]').fill('another quiet sentence')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Your password has been changed. Sign in with it.').waitFor()
    await signIn(page, email, 'another quiet sentence')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a practice over midnight counts on its day, without its pause, though it is told of the next morning', async () => {
    const { page, context, url } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    const [late, itsDay] = await page.evaluate(() => {
      // Of an hour ago: a server does not believe what a phone says has yet to come.
      const beforeMidnight = new Date(Date.now() - 3_600_000).setHours(0, 0, 0, 0) - 120_000
      const day = { weekday: 'long', day: 'numeric', month: 'long' } as const
      return [beforeMidnight, new Intl.DateTimeFormat('en-GB', day).format(beforeMidnight)] as const
    })
    await page.clock.install({ time: late })
    await page.goto(`${url}/wellness`)
    await openExercise(page, 'Sleep', 'Park the thought')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    await page.clock.fastForward('00:30')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.fastForward('10:00')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.goto(`${url}/wellness`)
    await page.clock.fastForward('08:00:00')
    await page.reload()
    await page.getByRole('link', { name: /^Finished\./ }).click()
    await page.getByText('And how do you feel now?').waitFor()
    await feel(page, 6)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('3 minutes for yourself.').waitFor()
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByText('3 minutes', { exact: true }).waitFor()
    const day = page.getByRole('region', { name: itsDay })
    await day.getByText('Park the thought').waitFor()
    await day.getByText('3:00').waitFor()
    await context.close()
  })

  test('a practice that is open in two tabs is told of once', async () => {
    const { page, context } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    await installClock(page)
    await openExercise(page, 'Sleep', 'Lights low')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('timer').waitFor()
    await page.clock.fastForward('00:31')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('link', { name: 'Back to today' }).waitFor()
    const done = other.getByRole('region', { name: 'Done today' }).getByText('Lights low')
    await done.first().waitFor()
    expect(await done.count()).toBe(1)
    await context.close()
  })

  test('what waited for more than a week is refused, and says so', async () => {
    const { page, context, url } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    const now = Date.now()
    await page.clock.install({ time: now - 8 * 24 * 3600 * 1000 })
    await page.goto(`${url}/wellness`)
    await practiseOffline(page)
    await page.clock.setSystemTime(now)
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Back to today' }).click()
    await page.getByRole('link', { name: /not accepted/ }).click()
    await page.getByText('Could not be saved: It was more than seven days ago.').first().waitFor()
    await context.close()
  })

  test('an open practice is its own person’s only', async () => {
    const { page, context, url } = await visit('/wellness')
    const ada = await newcomer()
    await signIn(page, ada, joinedPassword)
    await openExercise(page, 'Sleep', 'Legs up the wall')
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.getByRole('timer').waitFor()
    await page.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'You', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(page)
    await page.getByRole('heading', { name: 'Done today' }).waitFor()
    expect(await page.getByRole('link', { name: /^Resume/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'You', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(page, ada, joinedPassword)
    await page.goto(`${url}/wellness`)
    await page.getByRole('link', { name: /^Resume/ }).waitFor()
    // It is not done yet.
    await page
      .getByRole('region', { name: 'Done today' })
      .getByText(/^Nothing yet/)
      .waitFor()
    await context.close()
  })

  test('what waits goes out with whatever page is opened next', async () => {
    const { page, context, url } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    await page.clock.install()
    await practiseOffline(page)
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    const delivered = next.waitForResponse(
      (reply) => reply.url().includes('/user/wellness?type=COMPLETE') && reply.ok(),
    )
    await next.goto(`${url}/wellness/notices`)
    await delivered
    await next.getByRole('link', { name: 'History' }).click()
    await next.getByText('Lights low').waitFor()
    await context.close()
  })

  test('a recording plays in the exercise', async () => {
    const { page, context, complaints } = await visit('/wellness')
    await signIn(page)
    // The town has no recordings: the exercise gets one on its way here, signed anew each time.
    let answers = 0
    await page.route(/\/user\/category-exercise\/[^/?]+$/, async (route) => {
      const reply = await route.fetch()
      const body = await reply.json()
      answers += 1
      const mediaUrl = `/files/second-of-silence.wav?signed=${answers}`
      const data = { ...body.data, mediaType: 'AUDIO', mediaUrl, steps: [{ text: `Answer ${answers}` }] }
      await route.fulfill({ response: reply, json: { ...body, data } })
    })
    const asked = new Set<string>()
    await page.route('**/files/second-of-silence.wav*', async (route) => {
      asked.add(new URL(route.request().url()).search)
      await route.fulfill({ contentType: 'audio/wav', body: secondOfSilence() })
    })
    await openExercise(page, 'Sleep', 'Legs up the wall')
    const first = answers
    await page.getByRole('button', { name: 'Skip' }).click()
    await page.waitForFunction(() => document.querySelector('audio')?.duration === 1)
    // It is asked for again when the beginning was delivered.
    await page.getByText(`Answer ${first + 1}`).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    expect([...asked]).toEqual([`?signed=${first}`])
    await page.locator('audio').dispatchEvent('error')
    await expect.poll(() => asked.size).toBeGreaterThan(1)
    await askToStop(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('what belongs to the subscription is shown, and does not begin', async () => {
    const { url } = await town()
    const client = createClient(createConfig({ baseUrl: url }))
    const body = { email: people.wellnessAdministrator, password }
    client.setConfig({ auth: (await dataOf(adminLogin({ client, body }))).data.accessToken })
    const name = `Deep rest ${crypto.randomUUID().slice(0, 8)}`
    const { data: category } = await dataOf(
      adminCreateExerciseCategory({ client, body: { name, isPremium: true } }),
    )
    const steps = [{ text: 'Nobody reads this' }]
    const exercise = { categoryId: category.id, title: 'Long sleep', mediaType: 'TIMER', steps } as const
    const { data: made } = await dataOf(adminCreateExercise({ client, body: exercise }))
    const { page, context, complaints } = await visit('/wellness')
    await signIn(page, await newcomer(), joinedPassword)
    await openCategory(page, name)
    await page.getByRole('link', { name: /Long sleep.*For subscribers/ }).click()
    await page.getByText('This exercise is part of the subscription.').waitFor()
    expect(await page.getByRole('link', { name: 'Start' }).count()).toBe(0)
    await expectAccessible(page)
    await page.goto(new URL(`/wellness/exercise/${made.id}/practice`, url).href)
    await page.getByText('This exercise is part of the subscription.').waitFor()
    expect(await page.getByText('How do you feel right now?').count()).toBe(0)
    expect(await page.getByText('Nobody reads this').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a subscription is told of beside the account', async () => {
    const email = await newcomer()
    await subscribe(email)
    const { page, context, complaints } = await visit('/wellness')
    await signIn(page, email, joinedPassword)
    await page.getByRole('link', { name: 'You', exact: true }).click()
    await page.getByText('Renews on 15 Jun 2099').waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('who is signed out elsewhere goes on where they were', async () => {
    const { page, context, url } = await visit('/wellness')
    const email = await newcomer()
    await signIn(page, email, joinedPassword)
    await openExercise(page, 'Sleep', 'Legs up the wall')
    await page.getByRole('slider', { name: /How you feel/ }).press(' ')
    const client = createClient(createConfig({ baseUrl: url }))
    const { data } = await login({ client, throwOnError: true, body: { email, password: joinedPassword } })
    await logout({ client, auth: data.data.accessToken, throwOnError: true, body: { allDevices: true } })
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
    await expectAccessible(page)
    await signInThere(page, email)
    expect(await page.getByRole('slider', { name: /How you feel/ }).getAttribute('aria-valuetext')).toBe(
      'Neutral',
    )
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])('tells somebody what they choose, on a %s', async (size) => {
    const { page, context, complaints } = await visit('/wellness/you', { size })
    await signInThere(page, await newcomer())
    await page.getByRole('link', { name: 'What you are told' }).click()
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    const choice = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await choice('Goals and streaks: Push').click()
    await page.getByRole('checkbox', { name: 'Goals and streaks: Push', checked: false }).waitFor()
    await page.getByRole('switch', { name: 'Mail' }).click()
    await expect.poll(() => choice('News of the app: Mail').isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
    await page.getByLabel('From', { exact: true }).fill('21:30')
    const kept = page.waitForResponse(
      async (reply) => reply.request().method() === 'PUT' && (await reply.text()).includes('21:30'),
    )
    await page.getByLabel('From', { exact: true }).blur()
    await kept
    await expectAccessible(page)
    await page.reload()
    await choice('Goals and streaks: In the app').waitFor()
    expect(await choice('Goals and streaks: Push').isChecked()).toBe(false)
    expect(await choice('Reminders: Push').isChecked()).toBe(true)
    expect(await choice('News of the app: Mail').isDisabled()).toBe(true)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('21:30')
    expect(complaints).toEqual([])
    await context.close()
  })
})
