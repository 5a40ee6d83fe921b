import {
  createChatroom,
  deleteMessage,
  getMessages,
  getPosts,
  sendMessage,
  updateBlockStatus,
} from '@plaza/client/marketplace'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size, sizes } from './browser.ts'
import { fillSignIn, type Neighbour, newNeighbour, newRoom, visitAs, write } from './people.ts'

closeTownAfterwards()

async function twoInARoom(): Promise<{ ada: Neighbour; bea: Neighbour; room: string }> {
  const [ada, bea] = await Promise.all([newNeighbour('Ada'), newNeighbour('Bea')])
  return { ada, bea, room: await newRoom(ada, bea) }
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Write a message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

const waiting = (page: Page) => page.getByText('Waiting to be sent')
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

/** The newest messages of a chat, which stay unseen. */
async function messagesIn(room: string, reader: Neighbour) {
  const { data } = await getMessages({
    client: reader.app,
    throwOnError: true,
    body: { chatroom_id: room, mark_seen: false },
  })
  return data.data
}

const textsIn = async (room: string, reader: Neighbour) =>
  (await messagesIn(room, reader)).map(({ messageText }) => messageText).reverse()

const isLastSeen = async (room: string, reader: Neighbour) =>
  (await messagesIn(room, reader))[0]?.message_status.isSeen

describePages('a chat', () => {
  test('is live between two people, who see what was seen', async () => {
    const { ada, bea, room } = await twoInARoom()
    const phone = await visitAs(ada, `/chats/${room}`)
    const desktop = await visitAs(bea, '/chats', { size: 'desktop' })
    await desktop.page.getByText('No messages yet').waitFor()
    await say(phone.page, 'Is the lamp still there?')
    await desktop.page.getByRole('link', { name: /Chats.*1 unread message/ }).waitFor()
    await desktop.page.getByRole('link', { name: /Ada.*Is the lamp still there/ }).click()
    await bubble(desktop.page, 'Is the lamp still there?').waitFor()
    const field = desktop.page.getByLabel('Write a message')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await phone.page.getByRole('log').getByText('Seen').waitFor()
    await say(desktop.page, 'It is.')
    await bubble(phone.page, 'It is.').waitFor()
    await desktop.page.getByRole('log').getByText('Seen').waitFor()
    await expectAccessible(phone.page)
    await expectAccessible(desktop.page)
    expect([...phone.complaints, ...desktop.complaints]).toEqual([])
    await phone.context.close()
    await desktop.context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'what is sent offline arrives once and in order, on a %s',
    async (size) => {
      const { ada, bea, room } = await twoInARoom()
      const { page, context } = await visitAs(ada, `/chats/${room}`, { size })
      await say(page, 'Before')
      await bubble(page, 'Before').waitFor()
      await expect.poll(() => waiting(page).count()).toBe(0)
      await context.setOffline(true)
      for (const text of ['one', 'two', 'three']) await say(page, text)
      await waiting(page).nth(2).waitFor()
      const notice = page.getByText('No connection.')
      await notice.waitFor()
      await page.getByLabel('Write a message').fill('In two\nlines')
      const boxes = async () => {
        const [above, name, send] = await Promise.all([
          notice.boundingBox(),
          page.getByRole('heading', { level: 1, name: 'Bea' }).boundingBox(),
          page.getByRole('button', { name: 'Send' }).boundingBox(),
        ])
        if (!above || !name || !send) return false
        return above.y + above.height <= name.y && send.y + send.height <= sizes[size].height
      }
      await expect.poll(boxes).toBe(true)
      await page.getByLabel('Write a message').fill('')
      await context.setOffline(false)
      await waiting(page).first().waitFor({ state: 'detached' })
      expect(await textsIn(room, bea)).toEqual(['Before', 'one', 'two', 'three'])
      expect(await bubble(page, 'two').count()).toBe(1)
      await context.close()
    },
  )

  test('what waits goes out from any page, and a reply that broke off is no refusal', async () => {
    const { ada, bea, room } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await page.route('**/chat-mgt/send-message', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"data":' }),
    )
    const answered = page.waitForResponse('**/chat-mgt/send-message')
    await say(page, 'Sooner or later')
    await answered
    await waiting(page).waitFor()
    expect(await page.getByText('Not sent').count()).toBe(0)
    await page.unroute('**/chat-mgt/send-message')
    await page.goto(new URL('/', page.url()).href)
    await expect.poll(() => textsIn(room, bea)).toEqual(['Sooner or later'])
    await context.close()
  })

  test('a picture that the server threw away meanwhile is sent once more', async () => {
    const { ada, bea, room } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await page.route('**/chat-mgt/send-message', (route) => route.abort())
    const buffer = await page.screenshot()
    await page.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/send-message'))
    await page.getByRole('button', { name: 'Send' }).click()
    await failed
    await page.unroute('**/chat-mgt/send-message')
    const gone = { message: 'It is gone.', error: { code: 'MEDIA_NOT_READY' } }
    const refuse = { status: 409, json: gone }
    await page.route('**/chat-mgt/send-message', (route) => route.fulfill(refuse), { times: 1 })
    await page.reload()
    await page.getByRole('img', { name: 'Picture from' }).waitFor()
    expect(await textsIn(room, bea)).toEqual([''])
    await context.close()
  })

  test('a press too many sends nothing twice', async () => {
    const { ada, bea, room } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`, { size: 'desktop' })
    await page.getByLabel('Write a message').fill('Once')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await say(page, 'After')
    await bubble(page, 'After').waitFor()
    await expect.poll(() => waiting(page).count()).toBe(0)
    expect(await textsIn(room, bea)).toEqual(['Once', 'After'])
    await context.close()
  })

  test('a proposal to meet says where and when', async () => {
    const { ada, bea, room } = await twoInARoom()
    const meetup = { place: 'At the fountain', at: '2030-05-04T15:30:00Z' }
    await sendMessage({ client: bea.app, throwOnError: true, body: { chatroom_id: room, meetup } })
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await bubble(page, 'At the fountain').waitFor()
    await bubble(page, '4 May 2030, 17:30').waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('what waits is not sent as somebody else', async () => {
    const { ada, bea, room } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await page.route('**/chat-mgt/send-message', (route) => route.abort())
    await say(page, 'From Ada')
    await waiting(page).waitFor()
    await page.goto(new URL('/you', page.url()).href)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((address) => address.pathname === '/')
    await page.unroute('**/chat-mgt/send-message')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, bea)
    // Whoever is signed in is shown before the page leads on.
    await page.waitForURL((address) => address.pathname !== '/sign-in')
    await page.getByRole('link', { name: /Chats/ }).click()
    await page.getByRole('link', { name: /Ada/ }).click()
    await say(page, 'From Bea')
    await bubble(page, 'From Bea').waitFor()
    await expect.poll(() => waiting(page).count()).toBe(0)
    expect(await textsIn(room, bea)).toEqual(['From Bea'])
    await context.close()
  })

  test('what the server refuses can be tried again or removed', async () => {
    const { ada, bea, room } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await page.getByLabel('Write a message').waitFor()
    await context.setOffline(true)
    await say(page, 'Too late')
    await waiting(page).waitFor()
    await updateBlockStatus({
      client: bea.app,
      throwOnError: true,
      body: { chatroom_id: room, is_blocked: true },
    })
    await context.setOffline(false)
    await page.getByText('Not sent: One of you blocked the other.').waitFor()
    await page.getByText('You can’t message each other.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove' }).click()
    await bubble(page, 'Too late').waitFor({ state: 'detached' })
    await context.close()
  })

  test('older messages come when one scrolls up, and nothing jumps', async () => {
    const { ada, bea, room } = await twoInARoom()
    for (let number = 1; number <= 70; number += 1) await write(bea, room, `Message ${number} of many`)
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await bubble(page, 'Message 70 of many').waitFor()
    expect(await bubble(page, 'Message 3 of many').count()).toBe(0)
    const marker = bubble(page, 'Message 24 of many')
    await marker.scrollIntoViewIfNeeded()
    const before = await marker.boundingBox()
    await bubble(page, 'Message 3 of many').waitFor({ state: 'attached' })
    expect((await marker.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1)
    await write(bea, room, 'One more')
    await page.getByRole('button', { name: 'New messages' }).click()
    await bubble(page, 'One more').waitFor()
    await context.close()
  })

  test('a message that comes while older ones are on their way stays', async () => {
    const { ada, bea, room } = await twoInARoom()
    for (let number = 1; number <= 60; number += 1) await write(bea, room, `Message ${number} of many`)
    const { page, context, url } = await visitAs(ada, '/you')
    const badge = page.getByRole('img', { name: '60 unread messages' })
    expect(await badge.textContent()).toBe('60')
    const isWhole = (element: Element) =>
      [element, ...element.querySelectorAll('*')].every(
        ({ scrollWidth, clientWidth }) => clientWidth === 0 || scrollWidth <= clientWidth,
      )
    expect(await badge.evaluate(isWhole)).toBe(true)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const older = page.waitForRequest(/get-messages\?.*cursor/)
    await page.route(/get-messages\?.*cursor/, async (route) => {
      // The page as it was when it was asked for.
      const response = await route.fetch()
      await released
      await route.fulfill({ response }).catch(() => undefined)
    })
    await page.goto(`${url}/chats/${room}`)
    await bubble(page, 'Message 60 of many').waitFor()
    await bubble(page, 'Message 11 of many').scrollIntoViewIfNeeded()
    await older
    await write(bea, room, 'Are you there?')
    await bubble(page, 'Are you there?').waitFor()
    await expect.poll(() => isLastSeen(room, bea)).toBe(true)
    release()
    await bubble(page, 'Message 1 of many').waitFor({ state: 'attached' })
    expect(await bubble(page, 'Are you there?').count()).toBe(1)
    await context.close()
  })

  /** Keeps the reply to the next reading of a chat as it was made. */
  async function holdReading(page: Page): Promise<{ made: Promise<void>; release: () => void }> {
    const made = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const isReading = (route: Route) => !('after_seq' in route.request().postDataJSON())
    let isHeld = false
    await page.route('**/get-messages*', async (route) => {
      if (isHeld || !isReading(route)) return route.continue()
      isHeld = true
      const response = await route.fetch()
      made.resolve()
      await released.promise
      await route.fulfill({ response }).catch(() => undefined)
    })
    return { made: made.promise, release: released.resolve }
  }

  test('a message that comes while the chat is opened is there', async () => {
    const { ada, bea, room } = await twoInARoom()
    await write(bea, room, 'Hello')
    const { page, context } = await visitAs(ada, '/chats', { size: 'desktop' })
    const { made, release } = await holdReading(page)
    await page.getByRole('link', { name: /Bea.*Hello/ }).click()
    await made
    await write(bea, room, 'Are you there?')
    await page.getByRole('link', { name: /Bea.*Are you there/ }).waitFor()
    release()
    await bubble(page, 'Are you there?').waitFor()
    expect(await bubble(page, 'Hello').count()).toBe(1)
    await context.close()
  })

  test('what is written on both sides while the chat is read anew stays', async () => {
    const { ada, bea, room } = await twoInARoom()
    await write(bea, room, 'A slip')
    const { page, context } = await visitAs(ada, `/chats/${room}`)
    await bubble(page, 'A slip').waitFor()
    await expect.poll(() => isLastSeen(room, bea)).toBe(true)
    const { made, release } = await holdReading(page)
    const [slip] = await messagesIn(room, bea)
    await deleteMessage({ client: bea.app, throwOnError: true, path: { message_id: slip?._id ?? '' } })
    await made
    await write(bea, room, 'Are you there?')
    await bubble(page, 'Are you there?').waitFor()
    await say(page, 'Here I am')
    await expect.poll(() => textsIn(room, bea)).toContain('Here I am')
    await waiting(page).waitFor({ state: 'detached' })
    release()
    await page.getByRole('log').getByText('This message was deleted.').waitFor()
    expect(await bubble(page, 'Are you there?').count()).toBe(1)
    expect(await bubble(page, 'Here I am').count()).toBe(1)
    await context.close()
  })

  test('draft, deletion, block and their end', async () => {
    const { ada, room, bea } = await twoInARoom()
    const { page, context } = await visitAs(ada, `/chats/${room}`, { size: 'desktop' })
    await say(page, 'A slip')
    await page.getByRole('button', { name: 'Actions for: A slip' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('log').getByText('This message was deleted.').waitFor()
    expect(await textsIn(room, bea)).toEqual([undefined])
    await page.getByLabel('Write a message').fill('Not finished')
    await page.reload()
    await page.getByLabel('Write a message').waitFor()
    expect(await page.getByLabel('Write a message').inputValue()).toBe('Not finished')
    await page.getByRole('button', { name: 'Chat actions' }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await page.getByText('You blocked Bea.').waitFor()
    // As long as it is there it has a button of that name, too.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Unblock' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
    await page.getByLabel('Write a message').waitFor()
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])('carries pictures and warns of tricks, on a %s', async (size) => {
    const { ada, bea, room } = await twoInARoom()
    await write(bea, room, 'Pay me first by Western Union, please')
    const { page, context, complaints } = await visitAs(ada, `/chats/${room}`, { size })
    await page.getByText('Careful with payments to people you have not met.').waitFor()
    const buffer = await page.screenshot()
    await page.locator('input[type=file]').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Remove lamp.png' }).waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('img', { name: 'Picture from' }).waitFor()
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(['light', 'dark'] as const)('shows the listing it is about, in %s', async (scheme) => {
    const ada = await newNeighbour('ليلى العمري')
    const { data } = await getPosts({
      client: ada.app,
      throwOnError: true,
      query: { limit: 1 },
    })
    const [post] = data.data
    const { data: opened } = await createChatroom({
      client: ada.app,
      throwOnError: true,
      body: { user_id: post?.seller._id ?? '', product_id: post?._id ?? '' },
    })
    const { page, context } = await visitAs(ada, `/chats/${opened.data._id}`, { scheme })
    await page.getByText('This is where your chat begins.').waitFor()
    await page.getByRole('button', { name: 'Hi! Is this still available?' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hi! Is this still available?' }).click()
    await page.getByRole('list', { name: 'Quick replies' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Send' }).click()
    await bubble(page, 'Hi! Is this still available?').waitFor()
    await expect.poll(() => waiting(page).count()).toBe(0)
    await page.getByRole('list', { name: 'Quick replies' }).waitFor({ state: 'detached' })
    await page
      .getByRole('main')
      .getByRole('link', { name: post?.title ?? '' })
      .click()
    await page.waitForURL(`**/listing/${post?._id}`)
    await context.close()
  })
})
