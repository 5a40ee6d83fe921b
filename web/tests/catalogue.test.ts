import {
  adminCreateExercise,
  adminCreateExerciseCategory,
  adminCreateExerciseSubCategory,
  adminGetExercise,
  adminGetExerciseCategory,
  adminGetExercises,
  adminLogin,
  adminUpdateExercise,
  adminUpdateExerciseCategory,
  createClient,
  createConfig,
} from '@plaza/client/wellness'
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
import { holdUploads } from './pictures.ts'

closeTownAfterwards()

const rare = () => `Thing ${crypto.randomUUID().slice(0, 8)}`

/** Frames of silence of MPEG-1 layer III, of a second for each forty. */
function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9064)
  return Buffer.concat(Array.from({ length: Math.ceil(seconds * 38.3) }, () => frame))
}

/** An administrator, as a program. */
async function editor() {
  const { url } = await town()
  const client = createClient(createConfig({ baseUrl: url }))
  const body = { email: people.wellnessAdministrator, password }
  client.setConfig({ auth: (await dataOf(adminLogin({ client, body }))).data.accessToken })
  return client
}

async function newBranch() {
  const client = await editor()
  const name = rare()
  const { data: category } = await dataOf(adminCreateExerciseCategory({ client, body: { name } }))
  const categoryId = category.id
  const part = await dataOf(
    adminCreateExerciseSubCategory({ client, body: { name: `${name} part`, categoryId } }),
  )
  const exerciseIds: string[] = []
  for (const title of ['First', 'Second']) {
    const { data } = await dataOf(
      adminCreateExercise({
        client,
        body: { categoryId, title: `${name} ${title}`, mediaType: 'TIMER', durationSec: 60, tags: [name] },
      }),
    )
    exerciseIds.push(data.id)
  }
  const titles = async () => {
    const { data } = await dataOf(adminGetExercises({ client, query: { categoryId, sort: 'order' } }))
    return data.map(({ title, status }) => `${title.replace(`${name} `, '')} ${status}`)
  }
  return { client, name, categoryId, part: part.data, exerciseIds, titles }
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function consoleAt(place: string, size: Size) {
  const opened = await visit(place, { size })
  await signIn(opened.page, people.wellnessAdministrator, password)
  await opened.page.getByRole('heading', { level: 1, name: 'Catalogue' }).waitFor()
  return opened
}

describePages('the catalogue', () => {
  test.each<Size>(['phone', 'desktop'])('is put in order, hidden and deleted, on a %s', async (size) => {
    const { name, titles } = await newBranch()
    const { page, context, complaints } = await consoleAt('/admin/catalogue?tab=structure', size)
    await page.getByRole('button', { name: `Show what is in ${name}`, exact: true }).click()
    const grip = (title: string) => page.getByRole('button', { name: `Move ${name} ${title}:` })
    await grip('Second').waitFor()
    await expectAccessible(page)
    await grip('Second').press('ArrowUp')
    await page.getByText(`${name} Second is now number 1.`).waitFor()
    await expect.poll(titles).toEqual(['Second ACTIVE', 'First ACTIVE'])
    if (size === 'desktop') {
      await grip('Second').dragTo(page.getByText(`${name} First`, { exact: true }))
      await expect.poll(titles).toEqual(['First ACTIVE', 'Second ACTIVE'])
    }
    for (const title of ['First', 'Second'])
      await page.getByRole('checkbox', { name: `Select ${name} ${title}` }).check()
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect.poll(async () => (await titles()).sort()).toEqual(['First INACTIVE', 'Second INACTIVE'])
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await grip('First').waitFor({ state: 'detached' })
    expect(await titles()).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('waits for no file of a window that was closed', async () => {
    const { page, context } = await consoleAt('/admin/catalogue?tab=exercises', 'desktop')
    const release = await holdUploads(page)
    await page.getByRole('button', { name: 'Add exercise' }).click()
    const form = page.getByRole('dialog')
    const create = form.getByRole('button', { name: 'Create', exact: true })
    await form.getByLabel('Kind').selectOption({ label: 'Audio' })
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'sea.mp3', mimeType: 'audio/mpeg', buffer: silentMp3(90) })
    await expect.poll(() => create.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add exercise' }).click()
    await expect.poll(() => create.isEnabled()).toBe(true)
    release()
    await context.close()
  })

  test('takes a recording and a translation, and a phone plays it, also from its lock screen', async () => {
    const { name } = await newBranch()
    const { page, context } = await consoleAt('/admin/catalogue?tab=exercises', 'desktop')
    await page.getByRole('button', { name: 'Add exercise' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Category').selectOption({ label: name })
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(`${name} sea`)
    await form.getByLabel('Kind').selectOption({ label: 'Audio' })
    const release = await holdUploads(page)
    await form
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'sea.mp3',
        mimeType: 'audio/mpeg',
        // The practice goes on while the pages are looked at, and is not to end meanwhile.
        buffer: silentMp3(240),
      })
    const create = form.getByRole('button', { name: 'Create', exact: true })
    await expect.poll(() => create.isDisabled()).toBe(true)
    release()
    await form.getByText('The file has arrived.').waitFor()
    expect(Number(await form.getByLabel('Minutes').inputValue())).toBeCloseTo(4, 1)
    await form.getByRole('textbox', { name: 'Title (Deutsch)' }).fill(`${name} Meer`)
    await form.getByLabel('Tags').fill(`${name}, sea`)
    await form.getByLabel('Background sound').selectOption({ label: 'Waves' })
    await expectAccessible(page)
    await create.click()
    await page.getByRole('cell', { name: `${name} sea` }).waitFor()
    await context.close()

    const phone = await visit('/wellness')
    const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
    await joinWellness({ baseUrl: phone.url }, email)
    await signIn(phone.page, email, joinedPassword)
    await phone.page.getByRole('link', { name: 'All exercises' }).click()
    await phone.page.getByRole('heading', { level: 1, name: 'All exercises' }).waitFor()
    await phone.page.getByRole('searchbox', { name: 'Search exercises' }).fill(`${name} sea`)
    const row = phone.page.getByRole('link', { name: new RegExp(`^${name} sea.*You have not tried it yet`) })
    await row.waitFor()
    await expectAccessible(phone.page, 'phone', 'desktop')
    await row.click()
    await phone.page.getByRole('link', { name: 'Start' }).click()
    await phone.page.getByRole('button', { name: 'Skip' }).click()
    await phone.page.waitForFunction(() => {
      const player = document.querySelector('audio')
      return player !== null && player.duration > 80 && player.currentTime > 0
    })
    const shown = () =>
      phone.page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession
        return [metadata?.title, playbackState, document.querySelector('audio')?.paused]
      })
    await expect.poll(shown).toEqual([`${name} sea`, 'playing', false])
    await phone.page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect.poll(shown).toEqual([`${name} sea`, 'paused', true])
    // The player's own button, and so the lock screen, goes on with the practice too.
    await phone.page.evaluate(() => document.querySelector('audio')?.play())
    await phone.page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    // Closed and opened again it goes on where the practice is.
    await phone.page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('plaza.wellness.practice.')) ?? ''
      const practice = JSON.parse(localStorage.getItem(key) ?? '{}')
      localStorage.setItem(key, JSON.stringify({ ...practice, startedAt: practice.startedAt - 40_000 }))
    })
    await phone.page.reload()
    await phone.page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) >= 40)
    const sound = phone.page.getByRole('button', { name: 'Sound', exact: true })
    const wasHeard = await sound.getAttribute('aria-pressed')
    await sound.click()
    expect(await sound.getAttribute('aria-pressed')).not.toBe(wasHeard)
    await expectAccessible(phone.page, 'phone', 'desktop')
    expect(phone.complaints).toEqual([])

    // Kept on the device it plays in a tunnel.
    await phone.page.goBack()
    const gone = Promise.withResolvers<void>()
    await phone.page.route('**/files/**', async (route) => {
      await gone.promise
      await route.continue()
    })
    await phone.page.getByRole('button', { name: 'Keep on this device' }).click()
    await phone.page.getByText('It is on its way').waitFor()
    // It comes, too, when one leaves the page.
    await phone.page.goBack()
    await row.waitFor()
    gone.resolve()
    await phone.page.goForward()
    await phone.page.getByText(/^On this device, .* MB$/).waitFor()
    await expectAccessible(phone.page)
    await phone.context.setOffline(true)
    await phone.page.getByRole('link', { name: 'Start' }).click()
    await phone.page.waitForFunction(() => {
      const player = document.querySelector('audio')
      return player?.src.startsWith('blob:') && player.duration > 80
    })
    await phone.page.goBack()
    await phone.context.setOffline(false)
    await phone.page.getByRole('link', { name: 'You', exact: true }).click()
    await phone.page.getByRole('link', { name: 'On this device' }).click()
    await phone.page.getByRole('link', { name: `${name} sea` }).waitFor()
    await expectAccessible(phone.page, 'phone', 'desktop')
    await phone.page.getByRole('button', { name: `Remove “${name} sea” from this device` }).click()
    await phone.page.getByRole('heading', { name: 'Nothing is kept here yet' }).waitFor()
    await phone.context.close()
  })

  /** The form of an exercise, with “anew” typed behind its name. */
  async function retitling(name: string, id: string | undefined) {
    const { page, context } = await consoleAt(
      `/admin/catalogue?tab=exercises&q=${name}&show=${id}`,
      'desktop',
    )
    await page.getByRole('button', { name: 'Edit exercise' }).click()
    const form = page.getByRole('dialog', { name: 'Edit exercise' })
    await form.getByRole('textbox', { name: 'Title', exact: true }).fill(`${name} anew`)
    return { page, context, form }
  }

  test('keeps what is being typed when one comes back to the tab', async () => {
    const { client, name, exerciseIds } = await newBranch()
    const { page, context, form } = await retitling(name, exerciseIds[0])
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await dataOf(adminGetExercise({ client, path: { id: exerciseIds[0] ?? '' } }))
    expect(data.title).toBe(`${name} anew`)
    await context.close()
  })

  test('keeps what is being typed when an order that was made before is there', async () => {
    const { client, name, exerciseIds } = await newBranch()
    const { page, context } = await consoleAt('/admin/catalogue?tab=structure', 'desktop')
    await page.getByRole('button', { name: `Show what is in ${name}`, exact: true }).click()
    const [ordered, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/admin/catalog/order', async (route) => {
      await ordered.promise
      await route.continue()
    })
    await page.route(`**/admin/exercise/${exerciseIds[0]}`, async (route) => {
      await read.promise
      await route.continue()
    })
    await page.getByRole('button', { name: `Move ${name} Second:` }).press('ArrowUp')
    // By its key, since its place on the page is that of the other one in a moment.
    await page.getByRole('button', { name: `Edit ${name} First`, exact: true }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Edit exercise' })
    await form.getByRole('status', { name: 'Loading' }).waitFor()
    read.resolve()
    const title = form.getByRole('textbox', { name: 'Title', exact: true })
    await title.fill(`${name} anew`)
    const reread = page.waitForResponse((reply) => reply.url().endsWith(`/${exerciseIds[0]}`))
    ordered.resolve()
    await reread
    expect(await title.inputValue()).toBe(`${name} anew`)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Somebody else changed this meanwhile.').or(page.getByText('Saved.')).waitFor()
    const { data } = await dataOf(adminGetExercise({ client, path: { id: exerciseIds[0] ?? '' } }))
    expect(data.title).toBe(`${name} anew`)
    await context.close()
  })

  test('changes what was touched, and nothing else of it', async () => {
    const { client, name, categoryId } = await newBranch()
    const content = {
      mediaType: 'TEXT' as const,
      breath: [{ phase: 'IN' as const, seconds: 4 }],
      steps: [
        { text: 'Wait', durationSec: 20 },
        { text: 'Wait', durationSec: 90 },
      ],
    }
    const body = { ...content, categoryId, title: name }
    const { id } = (await dataOf(adminCreateExercise({ client, body }))).data
    const { context, form } = await retitling(name, id)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await dataOf(adminGetExercise({ client, path: { id } }))
    expect(data).toMatchObject({ ...content, title: `${name} anew`, durationSec: null })
    await context.close()
  })

  test('what is changed by two at once keeps what each of them wrote', async () => {
    const { client, name, categoryId } = await newBranch()
    const steps = [{ text: 'Stand up', durationSec: 30 }]
    const body = { categoryId, title: name, mediaType: 'TEXT' as const, steps }
    const { id } = (await dataOf(adminCreateExercise({ client, body }))).data
    const { context, form } = await retitling(name, id)
    const longer = [{ text: 'Stand up', durationSec: 45 }]
    const change = { description: 'Slowly.', steps: longer }
    await dataOf(adminUpdateExercise({ client, path: { id }, body: change }))
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('Somebody else changed this meanwhile.').waitFor()
    expect(await form.getByRole('textbox', { name: 'Description', exact: true }).inputValue()).toBe('Slowly.')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await dataOf(adminGetExercise({ client, path: { id } }))
    expect(data).toMatchObject({ ...change, title: `${name} anew` })
    await context.close()
  })

  test('is sorted by name only once all of it is here', async () => {
    const { client, name, categoryId } = await newBranch()
    const rare = `${name} many`
    for (let place = 10; place < 61; place += 1) {
      const body = { categoryId, title: `${rare} ${place}`, mediaType: 'TEXT' as const }
      await dataOf(adminCreateExercise({ client, body }))
    }
    const { page, context } = await consoleAt(
      `/admin/catalogue?tab=exercises&q=${rare}&sort=title`,
      'desktop',
    )
    const first = page.getByRole('row').nth(1).getByRole('link')
    await first.waitFor()
    expect(await first.textContent()).toBe(`${rare} 60`)
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    expect(await first.textContent()).toBe(`${rare} 10`)
    await context.close()
  })

  test('takes the drawing of a category away again', async () => {
    const { client, name, categoryId } = await newBranch()
    const path = { id: categoryId }
    await dataOf(adminUpdateExerciseCategory({ client, path, body: { illustration: 'NIGHT' } }))
    const { page, context } = await consoleAt('/admin/catalogue?tab=structure', 'desktop')
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit category' })
    await form.getByLabel('Illustration').selectOption('')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    const { data } = await dataOf(adminGetExerciseCategory({ client, path }))
    expect(data).toMatchObject({ name, illustration: null, color: null })
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])('is listed by tag and in other orders, on a %s', async (size) => {
    const { name } = await newBranch()
    const { page, context, complaints } = await visit('/wellness', { size })
    const email = `web-${crypto.randomUUID().slice(0, 12)}@example.org`
    await joinWellness({ baseUrl: (await town()).url }, email)
    await signIn(page, email, joinedPassword)
    await page.getByRole('link', { name: 'All exercises' }).click()
    await page.getByRole('link', { name: 'New', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Tags' })
      .getByRole('link', { name: name.toLowerCase() })
      .click()
    const rows = page.getByRole('link', { name: new RegExp(`^${name} `) })
    // The list in its first order may still be there for a moment, with the same two.
    const order = async () => (await rows.allTextContents()).map((row) => /First|Second/.exec(row)?.[0])
    await expect.poll(order).toEqual(['Second', 'First'])
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is exported, and imported once one has seen what would change', async () => {
    const { client, name } = await newBranch()
    const { page, context, complaints } = await consoleAt('/admin/catalogue', 'desktop')
    await page.getByRole('button', { name: 'Import and export' }).click()
    const dialog = page.getByRole('dialog')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export the catalogue' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('catalogue.json')
    const choose = (bundle: object) =>
      dialog.locator('input[type=file]').setInputFiles({
        name: 'catalogue.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(bundle)),
      })
    const look = () => dialog.getByRole('button', { name: 'Look what would change' }).click()
    const exercises = [{ title: `${name} Third`, mediaType: 'TIMER', durationSec: 60 }]
    const bundle = { format: 'plaza-exercise-catalog', formatVersion: 1, categories: [{ name, exercises }] }
    await choose({ ...bundle, formatVersion: 2 })
    await look()
    await dialog.getByRole('alert').waitFor()
    await choose(bundle)
    await look()
    await dialog.getByText('1 created · 0 changed · 1 unchanged').waitFor()
    await dialog.getByText(`${name} Third`).waitFor()
    await expectAccessible(page)
    const found = async () =>
      (await dataOf(adminGetExercises({ client, query: { q: `${name} Third` } }))).data.length
    expect(await found()).toBe(0)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await found()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })
})
