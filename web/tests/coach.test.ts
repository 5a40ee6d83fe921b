import { createClient, createConfig, sendChatMessage } from '@plaza/client/wellness'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { dataOf, joinWellness, password } from '../../acceptance/steps.ts'
import { type ModelServer, startModelServer } from '../../server/src/testing/model-server.ts'
import { texts as german } from '../texts/de/coach.ts'
import { texts } from '../texts/en/coach.ts'
import { newId } from '../ui/ids.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  people,
  type Size,
  town,
  type VisitOptions,
  visit,
} from './browser.ts'
import { fillSignIn } from './people.ts'

let model: ModelServer
closeTownAfterwards(async () => {
  model = await startModelServer()
  return { LANGUAGE_MODEL_PROVIDER: 'openai', ...model.settings }
})
afterAll(() => model?.close())

/** Somebody new at the page of the coach. */
async function newcomer(options: VisitOptions = {}) {
  const { url: baseUrl } = await town()
  const email = `web-${newId()}@example.org`
  const client = createClient(createConfig({ baseUrl, auth: await joinWellness({ baseUrl }, email) }))
  const visited = await visit('/wellness/sign-in?next=%2Fwellness%2Fcoach', options)
  return { ...visited, email, client }
}
/** @param messages how many the person has written before. */
async function opened(size: Size, messages = 0) {
  const visited = await newcomer({ size })
  for (let count = 0; count < messages; count += 1)
    await dataOf(sendChatMessage({ client: visited.client, body: { message: 'thanks' } }))
  await fillSignIn(visited.page, { email: visited.email, word: password })
  await visited.page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
  return visited
}
async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: texts.write }).fill(words)
  await page.getByRole('button', { name: texts.send }).click()
}
const conversation = (page: Page) => page.getByRole('list', { name: texts.conversation })
const help = (page: Page) => page.locator('details', { hasText: texts.help })

describePages('the coach', () => {
  test.each<Size>(['phone', 'desktop'])(
    'answers, suggests and says that it is a program, on a %s',
    async (size) => {
      const { page, context, complaints } = await opened(size)
      await page.getByText('written by a program, not by a person').waitFor()
      await expectAccessible(page)
      await page.getByRole('navigation').getByRole('link', { name: texts.title }).waitFor()
      await say(page, 'I am stressed')
      await conversation(page).getByText('My suggestion').waitFor()
      await expectAccessible(page)
      await page.reload()
      await conversation(page).getByText('I am stressed').waitFor()
      await conversation(page).getByRole('link').first().click()
      await page.waitForURL(/\/wellness\/exercise\//)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each<Size>(['phone', 'desktop'])(
    'shows who helps as soon as somebody may be in danger, on a %s',
    async (size) => {
      const { page, context, complaints } = await opened(size)
      const call = page.getByRole('link', { name: texts.safety.call('0800 111 0 111') })
      expect(await call.isVisible()).toBe(false)
      // It is there for whoever looks, too.
      await page.getByText(texts.help, { exact: true }).click()
      await call.waitFor()
      await page.getByText(texts.help, { exact: true }).click()
      await say(page, 'I do not want to live anymore')
      await conversation(page).getByText('Thank you for telling me').waitFor()
      await call.waitFor()
      expect(await call.getAttribute('href')).toBe('tel:08001110111')
      expect(
        await help(page)
          .getByRole('link', { name: texts.safety.emergency('112') })
          .getAttribute('href'),
      ).toBe('tel:112')
      await expectAccessible(page)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('asks before words go to a model, and shows its reply as it comes', async () => {
    const { page, context, complaints } = await opened('phone')
    // A first try may have asked already.
    const before = model.asked.length
    model.says('Breathe ', 'with the ', 'sea.')
    await say(page, 'Something for the evening')
    await conversation(page).getByText('My suggestion').waitFor()
    expect(model.asked).toHaveLength(before)
    await page.getByText(texts.choices, { exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('switch', { name: texts.model }).click({ force: true })
    await page.getByText(texts.saved).waitFor()
    const go = model.holdNext()
    await say(page, 'And for the morning?')
    await conversation(page).getByText('Breathe', { exact: true }).waitFor()
    go()
    await conversation(page).getByText('Breathe with the sea.').waitFor()
    expect(await conversation(page).getByText('And for the morning?').count()).toBe(1)
    expect(model.asked).toHaveLength(before + 1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a lost connection loses no reply', async () => {
    const { page, context } = await opened('phone')
    await page.getByText(texts.choices, { exact: true }).click()
    await page.getByRole('switch', { name: texts.model }).click({ force: true })
    await page.getByText(texts.saved).waitFor()
    await page.route('**/user/chat', (route) => route.abort())
    await say(page, 'Into the tunnel')
    await page.getByRole('alert').getByText(texts.lost).waitFor()
    expect(await conversation(page).getByText('Into the tunnel').count()).toBe(1)
    await page.unroute('**/user/chat')
    model.says('Out ', 'of it.')
    await page.getByRole('button', { name: texts.again }).click()
    await conversation(page).getByText('Out of it.').waitFor()
    expect(await conversation(page).getByText('Into the tunnel').count()).toBe(1)
    expect(await page.getByRole('alert').getByText(texts.lost).count()).toBe(0)
    await context.close()
  })

  test('what was written into the tunnel goes before what is written next', async () => {
    const { page, context } = await opened('phone')
    await page.route('**/user/chat', (route) => route.abort())
    await say(page, 'Hello')
    await page.getByRole('alert').getByText(texts.lost).waitFor()
    await say(page, 'Thanks')
    await page.getByRole('alert').getByText(texts.lost).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: texts.write }).inputValue()).toBe('Thanks')
    await page.unroute('**/user/chat')
    await page.getByRole('button', { name: texts.send }).click()
    await conversation(page)
      .getByText(/^(You are welcome|Gladly)/)
      .waitFor()
    expect(await conversation(page).getByText('Hello', { exact: true }).count()).toBe(1)
    const said = (await conversation(page).textContent()) ?? ''
    expect(said.indexOf('Hello')).toBeLessThan(said.indexOf('Thanks'))
    await context.close()
  })

  test('what was just said stays when earlier words are asked for at once', async () => {
    const { page, context } = await opened('phone', 16)
    const earlier = page.getByRole('button', { name: texts.earlier })
    await earlier.waitFor()
    const [reread, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const isFirstPage = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/user/chat-history') && !searchParams.has('cursor')
    await page.route(isFirstPage, async (route) => {
      reread.resolve()
      await held.promise
      await route.continue()
    })
    await say(page, 'I am stressed')
    await reread.promise
    await earlier.dispatchEvent('click')
    held.resolve()
    // What is in the history has a time.
    const said = conversation(page).getByRole('listitem').filter({ hasText: 'I am stressed' })
    await said.getByText(`${texts.you} ·`).waitFor()
    await earlier.click()
    await earlier.waitFor({ state: 'detached' })
    expect(await said.count()).toBe(1)
    await context.close()
  })

  test('what did not go waits for whoever looks at another page', async () => {
    const { page, context } = await opened('phone')
    await page.route('**/user/chat', (route) => route.abort())
    await say(page, 'Hello')
    await page.getByRole('alert').getByText(texts.lost).waitFor()
    await page.getByRole('link', { name: 'Goals', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Your goals' }).waitFor()
    await page.goBack()
    await page.getByRole('alert').getByText(texts.lost).waitFor()
    await page.unroute('**/user/chat')
    await page.getByRole('button', { name: texts.again }).click()
    await page.getByRole('alert').getByText(texts.lost).waitFor({ state: 'detached' })
    expect(await conversation(page).getByText('Hello', { exact: true }).count()).toBe(1)
    await context.close()
  })

  test('people choose how long is kept, and erase everything', async () => {
    const { page, context, complaints } = await opened('desktop')
    await say(page, 'thanks')
    await conversation(page).getByText('You are welcome').waitFor()
    await page.getByText(texts.choices, { exact: true }).click()
    await page.getByLabel(texts.retention).selectOption('30')
    await page.getByText(texts.saved).waitFor()
    await page.getByRole('button', { name: texts.erase }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.erase }).click()
    await page.getByText(texts.erased).waitFor()
    await page.getByRole('heading', { name: texts.begin }).waitFor()
    expect(await page.getByLabel(texts.retention).inputValue()).toBe('30')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('speaks German', async () => {
    const { page, context, email } = await newcomer({ locale: 'de-DE' })
    const { texts: ui } = await import('../texts/de/ui.ts')
    await fillSignIn(page, { email, word: password }, ui.account)
    await page.getByRole('textbox', { name: german.write }).fill('Bist du ein Mensch?')
    await page.getByRole('button', { name: german.send }).click()
    await page.getByText('Ich bin ein Programm, kein Mensch').waitFor()
    await context.close()
  })

  test('is counted for administrators, who are not told of few', async () => {
    const { page: theirs, context: own } = await opened('phone')
    await say(theirs, 'I am stressed')
    await conversation(theirs).getByText('My suggestion').waitFor()
    await own.close()
    const { page, context, complaints } = await visit('/admin/coach', { size: 'desktop' })
    await fillSignIn(page, { email: people.wellnessAdministrator })
    await page.getByRole('heading', { level: 1, name: 'Coach' }).waitFor()
    await page
      .getByRole('row', { name: /By the built-in coach/ })
      .first()
      .waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    expect(complaints).toEqual([])
    await context.close()
  })
})
