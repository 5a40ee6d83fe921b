import { favouritePost } from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, newRoom, visitAs, write } from './people.ts'

closeTownAfterwards()

// Everybody new has two: the welcome, and that they signed in with a browser.
describePages('the inbox of notices', () => {
  test.each<Size>(['phone', 'desktop'])(
    'is live, and leads to what a notice is about, on a %s',
    async (size) => {
      const [ada, bea] = await Promise.all([newNeighbour('Ada'), newNeighbour('Bea')])
      const room = await newRoom(ada, bea)
      const { page, context, complaints } = await visitAs(bea, '/notices', { size })
      await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
      await write(ada, room, 'Is the lamp still there?')
      await page.getByRole('link', { name: /Notices.*3 unread notices/ }).waitFor()
      await expectAccessible(page)
      await page.getByRole('listitem').getByRole('link', { name: /Ada/ }).click()
      await page.waitForURL(`**/chats/${room}`)
      await page.getByRole('log').getByText('Is the lamp still there?').waitFor()
      await page.goBack()
      await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('what came before the live connection did is shown with it', async () => {
    const [ada, bea] = await Promise.all([newNeighbour('Ada'), newNeighbour('Bea')])
    const room = await newRoom(ada, bea)
    const { page, context, url } = await visitAs(bea, '/you')
    await page.route('**/api/v1/stream?*', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/stream?'))
    await page.goto(`${url}/notices`)
    await failed
    await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
    await write(ada, room, 'Is the lamp still there?')
    await page.unroute('**/api/v1/stream?*')
    await page.getByRole('link', { name: /Notices.*3 unread notices/ }).waitFor()
    await context.close()
  })

  test('come also while a tab has the live connection that does not answer, as when it is suspended', async () => {
    const [ada, bea] = await Promise.all([newNeighbour('Ada'), newNeighbour('Bea')])
    const room = await newRoom(ada, bea)
    const { page, context, url } = await visitAs(bea, '/notices')
    let lock = ''
    await expect
      .poll(async () => {
        lock = await page.evaluate(async () => {
          const { held = [] } = await navigator.locks.query()
          return held.find(({ name }) => name?.startsWith('plaza-live'))?.name ?? ''
        })
        return lock
      })
      .not.toBe('')
    const suspended = await context.newPage()
    await suspended.goto(`${url}/health/live`)
    // It is the next in line once its question, which comes after its request, is answered.
    const taken = await suspended.evaluateHandle(async (name) => {
      const ended = navigator.locks.request(name, () => new Promise(() => {})).catch(String)
      await navigator.locks.query()
      return { ended }
    }, lock)
    await page.goto('about:blank')
    await page.goto(`${url}/notices`)
    await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
    await write(ada, room, 'Is the lamp still there?')
    await page.getByRole('link', { name: /Notices.*3 unread notices/ }).waitFor()
    expect(await taken.evaluate(({ ended }) => ended)).toMatch(/AbortError/)
    await context.close()
  })

  test('who caused a notice together is named, and where it leads is said', async () => {
    const [seller, ada, bea] = await Promise.all(['Sven', 'Ada', 'Bea'].map((name) => newNeighbour(name)))
    if (!seller || !ada || !bea) throw new Error('three people were made')
    const id = await addListing(seller, { title: 'Globe' })
    for (const { app: client } of [ada, bea])
      await favouritePost({ client, throwOnError: true, body: { post_id: id, favourite: true } })
    const { page, context } = await visitAs(seller, '/notices')
    const notice = page.getByRole('link', {
      name: /2 people saved your listing.*(Ada and Bea|Bea and Ada).*View/,
    })
    await notice.click()
    await page.waitForURL(`**/listing/${id}`)
    await context.close()
  })

  test('notices are dismissed, brought back and all read', async () => {
    const { page, context } = await visitAs(await newNeighbour('Cleo'), '/notices')
    await page.getByRole('button', { name: 'Dismiss Welcome, Cleo' }).click()
    await page.getByText('Dismissed.').waitFor()
    await page.getByRole('link', { name: /Notices.*1 unread notice/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: /Notices.*2 unread notices/ }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('link', { name: /Notices.*unread/ }).waitFor({ state: 'detached' })
    await page.getByText('Unread', { exact: true }).click()
    await page.getByRole('heading', { name: 'All caught up' }).waitFor()
    await expectAccessible(page)
    await context.close()
  })

  test('one is dismissed while another still is', async () => {
    const { page, context } = await visitAs(await newNeighbour('Cleo'), '/notices')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/notification-mgt/dismiss/*', async (route) => {
      await released
      await route.continue()
    })
    for (const name of ['Dismiss Welcome, Cleo', /^Dismiss .*sign-in/]) {
      const sent = page.waitForRequest('**/notification-mgt/dismiss/*')
      await page.getByRole('button', { name }).click()
      await sent
    }
    release()
    await page.getByRole('link', { name: /Notices.*unread/ }).waitFor({ state: 'detached' })
    await context.close()
  })

  test('what was dismissed stays away when the page is closed at once', async () => {
    const person = await newNeighbour('Dora')
    const first = await visitAs(person, '/notices')
    await first.page.getByRole('button', { name: 'Dismiss Welcome, Dora' }).click()
    await first.page.close()
    const second = await visitAs(person, '/notices', { scheme: 'dark' })
    await second.page
      .getByText(/new sign-in|No notices yet/i)
      .first()
      .waitFor()
    expect(await second.page.getByText('Welcome, Dora').count()).toBe(0)
    await expectAccessible(second.page)
    await first.context.close()
    await second.context.close()
  })
})
