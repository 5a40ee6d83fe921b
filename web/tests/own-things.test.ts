import {
  createChatroom,
  favouritePost,
  getAllPostViews,
  getCollectionList,
  getPostDetail,
  sendMessage,
  softDeletePost,
} from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

describePages('the pages of a person', () => {
  test('lead back to where they are all listed, for whoever is signed in', async () => {
    const { page, context, url } = await visitAs(await newNeighbour(), '/you')
    const ways = ['/my-listings', '/favourites', '/saved-searches', '/purchases', '/people', '/help']
    for (const place of ways) {
      await page.goto(url + place)
      await page.getByRole('link', { name: 'Back to you' }).click()
      await page.waitForURL(`${url}/you`)
    }
    await context.close()
    const stranger = await visit('/help')
    await stranger.page.getByRole('heading', { level: 1, name: 'Help and feedback' }).waitFor()
    expect(await stranger.page.getByRole('link', { name: 'Back to you' }).count()).toBe(0)
    await stranger.context.close()
  })

  test('show the first letter of a name alike, whatever the language of the browser', async () => {
    const person = await newNeighbour('ingrid iversen')
    const { page, context } = await visit(`/sellers/${person.id}`)
    // As in a browser that speaks Turkish, which no window can be set to by itself.
    await page.addInitScript(() => {
      const { toLocaleUpperCase } = String.prototype
      String.prototype.toLocaleUpperCase = function (this: string, locales = 'tr') {
        return toLocaleUpperCase.call(this, locales)
      }
    })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'ingrid iversen' }).waitFor()
    await page.locator('[aria-hidden]').getByText('I', { exact: true }).first().waitFor()
    await context.close()
  })
})

describePages('collections', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are filled from the heart, renamed, shared and removed, on a %s',
    async (size) => {
      const [seller, fan] = await Promise.all([newNeighbour(), newNeighbour()])
      const [lamp, chair] = await Promise.all(
        ['Red lamp', 'Red chair'].map((title) => addListing(seller, { title })),
      )
      const { page, context, complaints, url } = await visitAs(fan, `/listing/${lamp}`, { size })
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: 'Save Red lamp' }).first().click()
      await page.getByRole('status').getByRole('button', { name: 'Add to a collection' }).click()
      await dialog.getByText('You have no collections yet').waitFor()
      await dialog.getByLabel('New collection').fill('Kitchen')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect.poll(() => dialog.getByRole('checkbox', { name: 'Kitchen' }).isChecked()).toBe(true)
      await dialog.getByLabel('New collection').fill('Hall')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await expect.poll(() => dialog.getByRole('checkbox', { name: 'Hall' }).isChecked()).toBe(true)
      await dialog.getByRole('checkbox', { name: 'Hall' }).click()
      await expect.poll(() => dialog.getByRole('checkbox', { name: 'Hall' }).isChecked()).toBe(false)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.goto(`${url}/listing/${chair}`)
      await page.getByRole('button', { name: 'Save Red chair' }).first().click()
      await page.getByRole('main').getByRole('button', { name: 'Add to a collection' }).click()
      await dialog.getByRole('checkbox', { name: 'Kitchen' }).click()
      await expect.poll(() => dialog.getByRole('checkbox', { name: 'Kitchen' }).isChecked()).toBe(true)
      // It is ticked before the server has heard of it.
      await expect
        .poll(async () => {
          const { data } = await dataOf(getCollectionList({ client: fan.app }))
          return data.find(({ name }) => name === 'Kitchen')?.count
        })
        .toBe(2)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.goto(`${url}/favourites`)
      await expectAccessible(page)
      await page.getByRole('link', { name: /Kitchen.*2 listings/s }).click()
      await page.getByRole('button', { name: 'Take Red lamp out of this collection' }).click()
      await page.getByRole('link', { name: /Red lamp/ }).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('link', { name: /Red lamp/ }).waitFor()
      await page.getByRole('button', { name: 'Actions for this collection' }).click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await dialog.getByLabel('Name').fill('hall')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('You have a collection of this name already.').waitFor()
      await dialog.getByLabel('Name').fill('Dining room')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { level: 1, name: 'Dining room' }).waitFor()
      await page.getByRole('button', { name: 'Share' }).click()
      await dialog.getByRole('button', { name: 'Make a link' }).click()
      const link = await dialog.getByLabel('Link').inputValue()
      await expectAccessible(page)
      const stranger = await visit(link.replace(url, ''), { size })
      await stranger.page.getByRole('link', { name: /Red chair/ }).waitFor()
      await stranger.page.getByText('Somebody shared this collection with you.').waitFor()
      await expectAccessible(stranger.page)
      await dialog.getByRole('button', { name: 'End the link' }).click()
      await dialog.getByRole('button', { name: 'Make a link' }).waitFor()
      await stranger.page.reload()
      await stranger.page.getByRole('heading', { name: 'This collection is not available' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Actions for this collection' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await page.waitForURL('**/favourites')
      await page.getByRole('link', { name: /Red chair/ }).waitFor()
      await page.getByRole('link', { name: /Dining room/ }).waitFor({ state: 'detached' })
      expect([...complaints, ...stranger.complaints]).toEqual([])
      await stranger.context.close()
      await context.close()
    },
  )

  test('show what was ticked, also while what was ticked before is on its way', async () => {
    const [seller, fan] = await Promise.all([newNeighbour(), newNeighbour()])
    const [lamp = '', chair = ''] = await Promise.all(
      ['Red lamp', 'Red chair'].map((title) => addListing(seller, { title })),
    )
    for (const collection_name of ['Kitchen', 'Hall'])
      await dataOf(
        favouritePost({ client: fan.app, body: { post_id: chair, collection_name, favourite: true } }),
      )
    const { page, context } = await visitAs(fan, `/listing/${lamp}`)
    await page.getByRole('button', { name: 'Save Red lamp' }).first().click()
    await page.getByRole('status').getByRole('button', { name: 'Add to a collection' }).click()
    const boxes = ['Kitchen', 'Hall'].map((name) => page.getByRole('dialog').getByRole('checkbox', { name }))
    await boxes[0]?.waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/post-mgt/favourite', async (route) => {
      await released
      await route.continue()
    })
    for (const box of boxes) {
      await box.click()
      await expect.poll(() => box.isChecked()).toBe(true)
    }
    expect(await boxes[0]?.isChecked()).toBe(true)
    release()
    await expect
      .poll(async () => {
        const { data } = await dataOf(getCollectionList({ client: fan.app }))
        return data.filter(({ is_default }) => !is_default).map(({ count }) => count)
      })
      .toEqual([2, 2])
    await context.close()
  })
})

describePages('one’s own listings', () => {
  test('are counted as they were known, while those of another state come', async () => {
    const seller = await newNeighbour()
    await addListing(seller, { title: 'Blue sofa' })
    const { page, context } = await visitAs(seller, '/my-listings')
    await page.getByRole('link', { name: 'Active 1' }).waitFor()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/get-mine?*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('link', { name: 'Active 1' }).count()).toBe(1)
    release()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    await context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'have their figures, end, come back and are deleted, on a %s',
    async (size) => {
      const [seller, buyer] = await Promise.all([newNeighbour('Sven Sell'), newNeighbour('Bea Buy')])
      const title = 'Blue sofa'
      const id = await addListing(seller, { title })
      const room = await createChatroom({
        client: buyer.app,
        throwOnError: true,
        body: { user_id: seller.id, product_id: id },
      })
      const chat = room.data.data._id
      await sendMessage({
        client: buyer.app,
        throwOnError: true,
        body: { chatroom_id: chat, messageText: 'Is it there?' },
      })
      const theirs = await visitAs(buyer, '/you', { size })
      // Looking at it counts, but for browsers that say that a program drives them.
      await theirs.page.route('**/record-*', (route) =>
        route.continue({
          headers: { ...route.request().headers(), 'user-agent': 'Mozilla/5.0 Chrome/140.0' },
        }),
      )
      const isShown = theirs.page.waitForResponse('**/record-impressions')
      await theirs.page.goto(`${theirs.url}/sellers/${seller.id}`)
      await isShown
      await theirs.page.getByRole('link', { name: /Blue sofa/ }).click()
      await expect
        .poll(async () => {
          const { data } = await dataOf(getAllPostViews({ client: seller.app, query: { post_id: id } }))
          return data.total
        })
        .toBe(1)
      const { page, context, complaints, url } = await visitAs(seller, '/my-listings', { size })
      const menu = page.getByRole('button', { name: `More actions for ${title}` })
      const dialog = page.getByRole('dialog')
      await page.getByRole('img', { name: /^1 views a day by day/ }).waitFor()
      await page.getByRole('term').filter({ hasText: 'Shown in lists' }).waitFor()
      expect(await page.getByRole('definition').first().textContent()).toBe('1')
      await menu.click()
      await page.getByRole('menuitem', { name: /^Can go to the top again/ }).waitFor()
      await page.getByRole('menuitem', { name: 'Renew by itself' }).click()
      await page.getByText(/Renews by itself on/).waitFor()
      await expectAccessible(page)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Figures' }).click()
      await page.getByRole('heading', { level: 1, name: `Figures of ${title}` }).waitFor()
      await page.getByRole('listitem').getByText('Your page').waitFor()
      await expectAccessible(page)
      await page.goto(`${url}/my-listings`)
      const seenStatus = async () => (await fetch(`${url}/api/v1/post-mgt/detail/${id}`)).status
      await page.getByRole('switch', { name: 'Hide my listings while I am away' }).click()
      await page.getByRole('button', { name: 'Hide them' }).click()
      await page.getByText(/^You are away: your listings are hidden until/).waitFor()
      await expectAccessible(page)
      expect(await seenStatus()).toBe(404)
      await page.getByRole('button', { name: 'I am back' }).click()
      await page.getByText('Your listings are there again.').waitFor()
      expect(await seenStatus()).toBe(200)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Close' }).click()
      await dialog.getByLabel('A note to yourself').fill('Aunt has it')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
      await page.getByText('Your listing is closed.').waitFor()
      await theirs.page.goto(`${url}/chats/${chat}`)
      await theirs.page.getByRole('link', { name: /Blue sofa.*Closed/ }).click()
      await theirs.page.getByText('This listing has ended.').waitFor()
      await page.getByRole('link', { name: 'Ended 1' }).click()
      await page.getByText('Closed: Aunt has it').waitFor()
      await page.getByRole('button', { name: 'Bring back' }).click()
      await page.getByText('Your listing is live again.').waitFor()
      await page.getByRole('link', { name: 'Active 1' }).click()
      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('link', { name: 'Ended 1' }).click()
      await page.getByText(/Can be restored until/).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.getByText('Your listing is restored.').waitFor()
      const { data } = await dataOf(getPostDetail({ client: seller.app, path: { post_id: id } }))
      expect(data).toMatchObject({ status: 'active', auto_renew: true })
      await page.goto(`${url}/listing/${id}`)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.goto(`${url}/my-listings?state=ended`)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete for good' }).click()
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
      expect([...complaints, ...theirs.complaints]).toEqual([])
      await theirs.context.close()
      await context.close()
    },
  )

  test('are gone from their own page, too, when they are deleted for good', async () => {
    const seller = await newNeighbour()
    const id = await addListing(seller, { title: 'Blue sofa' })
    await dataOf(softDeletePost({ client: seller.app, path: { post_id: id }, body: {} }))
    const { page, context } = await visitAs(seller, `/listing/${id}`)
    await page.getByRole('button', { name: 'More actions for Blue sofa' }).click()
    await page.getByRole('menuitem', { name: 'Delete for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.getByRole('heading', { name: 'This listing was removed.' }).waitFor()
    await context.close()
  })
})

describePages('invitations', () => {
  test.each<Size>(['phone', 'desktop'])('are made, handed on and ended, on a %s', async (size) => {
    const { page, context, complaints } = await visitAs(await newNeighbour('Ina'), '/you/invites', { size })
    await page.getByText('No invitations yet').waitFor()
    await page.getByRole('button', { name: 'New invitation' }).click()
    const link = page.getByRole('textbox', { name: 'Link' })
    await page.getByText('Nobody yet, of 10').waitFor()
    await expectAccessible(page)
    const { pathname, search } = new URL(await link.inputValue())
    const invited = await visit(pathname + search, { size })
    await invited.page.getByText('Ina', { exact: true }).waitFor()
    await invited.context.close()
    await page.getByRole('button', { name: 'End invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End invitation' }).click()
    await page.getByText('Ended', { exact: true }).waitFor()
    await link.waitFor({ state: 'detached' })
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await context.close()
  })
})
