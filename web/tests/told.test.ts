import {
  createChatroom,
  getNotificationPreferences,
  updateNotificationPreferences,
} from '@plaza/client/marketplace'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { wholeChromiumPath } from './chromium.ts'
import { newNeighbour, newRoom, visitAs, write } from './people.ts'

closeTownAfterwards(undefined, wholeChromiumPath)

const choice = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

async function turnOff(page: Page, name: string): Promise<void> {
  await choice(page, name).click()
  await page.getByRole('checkbox', { name, exact: true, checked: false }).waitFor()
}

describePages('what somebody is told', () => {
  test.each<Size>(['phone', 'desktop'])('is theirs to choose, and stays as chosen, on a %s', async (size) => {
    const { page, context, complaints } = await visitAs(await newNeighbour('Ada'), '/you', { size })
    await page.getByRole('link', { name: /Notifications/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
    await turnOff(page, 'Messages: Push')
    await turnOff(page, 'Tips: In Plaza')
    expect(await choice(page, 'Tips: Mail').isDisabled()).toBe(true)
    expect(await choice(page, 'Town news: In Plaza').isDisabled()).toBe(true)
    await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
    await page.getByLabel('From', { exact: true }).fill('21:30')
    await page.getByLabel('From', { exact: true }).blur()
    await page.getByRole('radio', { name: 'Keep them apart until I accept them' }).click()
    // An address that nobody proved gets no mails.
    await page.getByLabel('How often').selectOption('Every day')
    await page
      .getByText(/e-mail address that you have verified|Some of the request/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.reload()
    await choice(page, 'Messages: In Plaza').waitFor()
    expect(await choice(page, 'Messages: Push').isChecked()).toBe(false)
    expect(await choice(page, 'Tips: In Plaza').isChecked()).toBe(false)
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('21:30')
    expect(await page.getByLabel('Keep them apart until I accept them').isChecked()).toBe(true)
    expect(await page.getByLabel('How often').inputValue()).toBe('off')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('stays as chosen on the page while a notice comes and the choice is under way', async () => {
    const [ada, bea] = [await newNeighbour('Ada'), await newNeighbour('Bea')]
    const room = await newRoom(bea, ada)
    const { page, context } = await visitAs(ada, '/you/notifications')
    const kept = Promise.withResolvers<void>()
    await page.route('**/notification-mgt/preferences', async (route) => {
      if (route.request().method() !== 'GET') await kept.promise
      await route.continue()
    })
    const from = page.getByLabel('From', { exact: true })
    await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
    await from.fill('21:30')
    const reread = page.waitForResponse((reply) => reply.url().endsWith('/notification-mgt/preferences'))
    await write(bea, room, 'Is the lamp still there?')
    await (await reread).finished()
    await page.getByRole('link', { name: /Notices.*3 unread notices/ }).waitFor()
    expect(await from.inputValue()).toBe('21:30')
    kept.resolve()
    await from.blur()
    await expect
      .poll(async () => (await getNotificationPreferences({ client: ada.app })).data?.data.quiet_hours)
      .toMatchObject({ enabled: true, start: '21:30' })
    await context.close()
  })

  test('can all be dismissed', async () => {
    const { page, context } = await visitAs(await newNeighbour('Bea'), '/notices')
    await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
    await page.getByRole('button', { name: 'Dismiss all' }).click()
    await page.getByRole('heading', { name: 'No notices yet' }).waitFor()
    await page.getByRole('link', { name: /Notices.*unread/ }).waitFor({ state: 'detached' })
    await context.close()
  })
})

describePages('a stranger’s chat', () => {
  test.each<Size>(['phone', 'desktop'])(
    'waits beside the others, to be accepted or dropped, on a %s',
    async (size) => {
      const [bea, ada, cleo] = await Promise.all([
        newNeighbour('Bea'),
        newNeighbour('Ada'),
        newNeighbour('Cleo'),
      ])
      await updateNotificationPreferences({
        client: bea.app,
        throwOnError: true,
        body: { strangers: 'filter' },
      })
      for (const stranger of [ada, cleo])
        await write(stranger, await newRoom(stranger, bea), `Hello, this is ${stranger.name}`)
      const { page, context, complaints } = await visitAs(bea, '/chats', { size })
      const requests = page.getByRole('region', { name: 'Requests from strangers' })
      await requests.getByRole('link', { name: /Ada.*Hello, this is Ada/ }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Drop the chat with Cleo' }).click()
      await requests.getByRole('link', { name: /Cleo/ }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Accept the chat with Ada' }).click()
      await requests.waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /Chats.*1 unread message/ }).waitFor()
      await page.getByRole('link', { name: /Ada.*Hello, this is Ada/ }).waitFor()
      expect(await page.getByRole('link', { name: /Hello, this is Cleo/ }).count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('is accepted by an answer', async () => {
    const [bea, ada] = await Promise.all([newNeighbour('Bea'), newNeighbour('Ada')])
    await updateNotificationPreferences({
      client: bea.app,
      throwOnError: true,
      body: { strangers: 'filter' },
    })
    await write(ada, await newRoom(ada, bea), 'Is the lamp still there?')
    const { page, context } = await visitAs(bea, '/chats', { size: 'desktop' })
    const requests = page.getByRole('region', { name: 'Requests from strangers' })
    await requests.getByRole('link', { name: /Ada/ }).click()
    await page.getByLabel('Write a message').fill('It is.')
    await page.getByRole('button', { name: 'Send' }).click()
    await requests.waitFor({ state: 'detached' })
    await createChatroom({ client: bea.app, throwOnError: true, body: { user_id: ada.id } })
    await context.close()
  })
})

const key = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U'

/**
 * Chromium subscribes only with the service of its maker, which no test reaches: here it is given a subscription as such
 * a service would give it.
 */
const subscribing = (endpoint: string) => `
  let subscription = null
  const made = { endpoint: '${endpoint}', unsubscribe: async () => { subscription = null; return true },
    toJSON: () => ({ endpoint: '${endpoint}', expirationTime: null, keys: { p256dh: 'BA', auth: 'AA' } }) }
  PushManager.prototype.subscribe = async () => (subscription = made)
  PushManager.prototype.getSubscription = async () => subscription`

/** The registration of the page's service worker, as the browser knows it. */
function registrationIn(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (registration) resolve(registration.registrationId)
    })
  })
}

/**
 * Presses the message that is shown. Browsers open and raise windows for a person’s hand alone, so it is noted what
 * the worker asks them for.
 */
const pressing = `new Promise(async (resolve) => {
  const asked = []
  clients.openWindow = async (url) => asked.push('open ' + url)
  WindowClient.prototype.focus = async function () { asked.push('focus'); return this }
  WindowClient.prototype.navigate = async function (url) { asked.push('navigate ' + url) }
  const [notification] = await registration.getNotifications()
  const event = new NotificationEvent('notificationclick', { notification })
  event.waitUntil = (done) => resolve(done.then(() => asked))
  dispatchEvent(event)
})`

describePages('push messages in the browser', () => {
  test.skipIf(!wholeChromiumPath)(
    'are switched on, shown while no page looks, and switched off',
    async () => {
      const [bea, ada] = await Promise.all([newNeighbour('Bea'), newNeighbour('Ada')])
      const { page, context, url, complaints } = await visitAs(bea, '/you', { hasWorkers: true })
      await context.grantPermissions(['notifications'], { origin: url })
      await page.route('**/notification-mgt/push-key', (route) =>
        route.fulfill({
          json: { status: 200, statusCode: 200, message: 'Push key fetched', data: { public_key: key } },
        }),
      )
      const endpoint = `https://push.example/${crypto.randomUUID()}`
      await page.addInitScript(subscribing(endpoint))
      await page.goto(`${url}/you/notifications`)
      const browser = await context.newCDPSession(page)
      const registered = registrationIn(browser)
      await browser.send('ServiceWorker.enable')
      const told = page.waitForRequest('**/post-mgt/update-push-token')
      await page.getByRole('switch', { name: 'Show push messages here' }).click()
      const { fcm_token, platform } = (await told).postDataJSON()
      expect([JSON.parse(fcm_token).endpoint, platform]).toEqual([endpoint, 'WEB'])
      const room = await newRoom(ada, bea)
      await write(ada, room, 'Is the lamp still there?')

      const message = { id: crypto.randomUUID(), title: 'Ada', body: 'Is it?', link: `chat_room/${room}` }
      await browser.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId: await registered,
        data: JSON.stringify(message),
      })
      const shown = await page.waitForFunction(async () => {
        const registration = await navigator.serviceWorker.ready
        const [notification] = await registration.getNotifications()
        return notification && { title: notification.title, body: notification.body, data: notification.data }
      })
      expect(await shown.jsonValue()).toEqual({ title: 'Ada', body: 'Is it?', data: { link: message.link } })

      // A page that came after the worker, and in which something is typed.
      const other = await context.newPage()
      await other.goto(`${url}/chats`)
      await other.getByRole('link', { name: /Ada/ }).click()
      await other.waitForURL(`**/chats/${room}`)
      await other.getByLabel('Write a message').fill('Not finished')
      const worker = context.serviceWorkers().find((one) => one.url().endsWith('/push-worker.js'))
      expect(await worker?.evaluate(pressing)).toEqual([`open /chats/${room}`])
      await other.close()

      const ended = page.waitForRequest('**/post-mgt/update-push-token')
      await page.getByRole('switch', { name: 'Show push messages here' }).click()
      expect((await ended).postDataJSON()).toMatchObject({ fcm_token: null })
      await expectAccessible(page)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('are not offered where the server sends none', async () => {
    const { page, context } = await visitAs(await newNeighbour('Cleo'), '/you/notifications')
    await page.getByText('This browser, or this server, has no push messages.').waitFor()
    await context.close()
  })
})
