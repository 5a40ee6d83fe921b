import {
  addComment,
  blockUser,
  deleteComment,
  followUser,
  getComments,
  updateUser,
  verifyUser,
} from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { codeFor, fillSignIn, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

describePages('people', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are followed, muted and blocked on their page, on a %s',
    async (size) => {
      const [ada, ben] = await Promise.all([newNeighbour('Ada Abel'), newNeighbour('Ben Bart')])
      await followUser({ client: ben.app, throwOnError: true, body: { user_id: ada.id, follow: true } })
      const { page, context, complaints, url } = await visitAs(ada, '/notices', { size })
      // One new follower is a person to look at.
      await page
        .getByRole('listitem')
        .getByRole('link', { name: /follow/i })
        .click()
      await page.waitForURL(`**/sellers/${ben.id}`)
      await page.getByRole('button', { name: 'Follow back: Ben Bart' }).click()
      await page.getByRole('link', { name: '1 follower' }).waitFor()
      await page.getByRole('button', { name: 'Following: Ben Bart' }).waitFor()
      const menu = page.getByRole('button', { name: 'Actions for Ben Bart' })
      await menu.click()
      await page.getByRole('menuitem', { name: 'Mute', exact: true }).click()
      await page.getByText('You muted this person.').waitFor()
      await expectAccessible(page)
      await page.route('**/get-connections?*', (route) => route.abort())
      await page.getByRole('link', { name: '1 follower' }).click()
      await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
      await page.unroute('**/get-connections?*')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('link', { name: /Ada Abel/ }).waitFor()
      await page.getByRole('navigation', { name: 'Lists of people' }).getByText('Following').click()
      await page.getByRole('heading', { level: 1, name: 'Following' }).waitFor()
      await page.getByRole('link', { name: /Ada Abel.*Member since/s }).waitFor()
      await expectAccessible(page)
      await page.getByRole('navigation', { name: 'Lists of people' }).getByText('Both').click()
      await page.getByRole('link', { name: /Ada Abel/ }).waitFor()
      await expectAccessible(page)
      await page.goto(`${url}/you/muted`)
      await page.getByRole('button', { name: 'Unmute Ben Bart' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Unmute Ben Bart' }).click()
      await page.getByRole('heading', { name: 'You have muted nobody' }).waitFor()
      await page.goto(`${url}/sellers/${ben.id}`)
      await menu.click()
      await page.getByRole('menuitem', { name: 'Block' }).click()
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
      await page.getByRole('link', { name: 'Whom you blocked' }).click()
      await page.getByRole('button', { name: 'Unblock Ben Bart' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Unblock Ben Bart' }).click()
      await page.getByRole('heading', { name: 'You have blocked nobody' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('are found by their name and by their address, and several new followers are a list', async () => {
    const [ada, ben] = await Promise.all([newNeighbour('Ada Abel'), newNeighbour('Bo Zwetschge')])
    const cleo = await newNeighbour('Cleo Cramer')
    for (const { app: client } of [ben, cleo])
      await followUser({ client, throwOnError: true, body: { user_id: ada.id, follow: true } })
    // Whoever is found by their address wants to be, and has proved that it is theirs.
    const known = { client: cleo.app, throwOnError: true } as const
    await updateUser({ ...known, body: { privacy: { found_by_contacts: true } } })
    await verifyUser({ ...known, body: { email: cleo.email, otp: await codeFor(cleo.email) } })
    const { page, context, complaints } = await visitAs(ada, '/notices')
    await page
      .getByRole('listitem')
      .getByRole('link', { name: /Cleo Cramer/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Followers' }).waitFor()
    await page.getByRole('link', { name: /Bo Zwetschge/ }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('link', { name: 'Find people' }).click()
    await page.getByLabel('Name').fill('zwetsch')
    await page.waitForURL('**/people?q=zwetsch')
    await page
      .getByRole('link', { name: /Bo Zwetschge/ })
      .first()
      .waitFor()
    await page.getByLabel('Name').fill('zwetschgenmus')
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
    await page.getByText('Friends by e-mail address').click()
    await page.getByRole('button', { name: 'Look them up' }).click()
    await page.getByText('Enter an e-mail address, such as').waitFor()
    await page.getByLabel('E-mail addresses').fill(`${cleo.email.toUpperCase()}\nnobody@nowhere.example`)
    await page.getByRole('button', { name: 'Look them up' }).click()
    await page.getByText('1 friend found').waitFor()
    await page.getByRole('button', { name: 'Follow back: Cleo Cramer' }).click()
    await page.getByRole('button', { name: 'Following: Cleo Cramer' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describePages('comments', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are asked through a tunnel, answered and taken back, on a %s',
    async (size) => {
      const [seller, buyer] = await Promise.all([newNeighbour('Sven Sell'), newNeighbour('Bea Buy')])
      const [id, other] = await Promise.all(
        ['Floor lamp', 'Other lamp'].map((title) => addListing(seller, { title })),
      )
      if (!id || !other) throw new Error('two listings were made')
      const { page, context, complaints, url } = await visit('/health/live', { size })
      await page.route('**/get-comments/**', (route) => route.abort())
      await page.goto(`${url}/listing/${id}`)
      const comments = page.getByRole('region', { name: 'Questions and answers' })
      await comments.getByRole('alert').getByText('The server cannot be reached').waitFor()
      await page.unroute('**/get-comments/**')
      await comments.getByRole('button', { name: 'Try again' }).click()
      await comments.getByText('Nothing asked yet').waitFor()
      // What shows that something waits cannot be fetched once there is no connection.
      const showsWaiting = page.waitForResponse(/\/assets\/waiting-.*\.js/)
      await comments.getByRole('button', { name: 'Sign in to ask or answer' }).click()
      await fillSignIn(page, buyer)
      await page.waitForURL(`**/listing/${id}`)
      await (await showsWaiting).finished()
      const field = comments.getByLabel('Ask a question')
      await field.fill('Does it come\nwith a bulb?')
      await context.setOffline(true)
      await comments.getByRole('button', { name: 'Send' }).click()
      await comments.getByText('Waiting to be sent').waitFor()
      expect(await field.inputValue()).toBe('')
      await context.setOffline(false)
      await comments.getByText('Waiting to be sent').waitFor({ state: 'detached' })
      const said = await dataOf(getComments({ client: seller.app, path: { post_id: id } }))
      expect(said.data.map(({ text }) => text)).toEqual(['Does it come\nwith a bulb?'])
      const parent_id = said.data[0]?._id ?? ''
      const answers = ['Yes.', 'And a shade.', 'Both are new.', 'Write to 0151 23456789.']
      for (const text of answers)
        await addComment({ client: seller.app, throwOnError: true, body: { post_id: id, text, parent_id } })
      await page.reload()
      await comments.getByRole('button', { name: 'Show all 4 replies' }).click()
      await comments.getByText('This comment has a phone number').waitFor()
      await comments.getByRole('button', { name: /^Report: Write to/ }).click()
      const report = page.getByRole('dialog', { name: 'Report what Sven Sell wrote' })
      await report.getByLabel('It looks like fraud').check()
      await report.getByRole('button', { name: 'Send report' }).click()
      await page.getByText('Thank you. We look at it').waitFor()
      await comments.getByRole('listitem').getByText('Seller', { exact: true }).nth(3).waitFor()
      await comments.getByRole('button', { name: 'Reply to Sven Sell' }).first().click()
      await comments.getByRole('textbox', { name: 'Reply to Sven Sell' }).fill('Thank you!')
      await expectAccessible(page)
      await comments.getByRole('button', { name: 'Send' }).last().click()
      await comments.getByText('Thank you!').waitFor()
      await comments.getByRole('button', { name: 'Delete: Thank you!' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await comments.getByText('Thank you!').waitFor({ state: 'detached' })
      await comments.getByRole('button', { name: /^Delete: Does it come/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await comments.getByText('This comment is no longer here.').waitFor()
      await comments.getByText('And a shade.').waitFor()
      await expectAccessible(page)
      // The other way round it is as if there was nothing.
      await blockUser({
        client: seller.app,
        throwOnError: true,
        body: { user_id: buyer.id, is_blocked: true },
      })
      await page.goto(`${url}/listing/${other}`)
      await page.getByRole('heading', { name: 'There is no such listing.' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('of many people go on and are sorted, and the seller answers among them', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour('Sven Sell'), newNeighbour('Bea Buy')])
    const id = await addListing(seller, { title: 'Table' })
    const ask = (text: string) =>
      addComment({ client: buyer.app, throwOnError: true, body: { post_id: id, text } })
    for (let index = 1; index <= 12; index += 1) await ask(`Question ${index}.`)
    const { data } = await dataOf(getComments({ client: buyer.app, path: { post_id: id } }))
    await deleteComment({ client: buyer.app, throwOnError: true, path: { comment_id: data[0]?._id ?? '' } })
    const { page, context } = await visitAs(seller, `/listing/${id}`)
    const comments = page.getByRole('region', { name: 'Questions and answers' })
    await comments.getByText('11 comments').waitFor()
    const words = comments.getByText(/^Question \d+\.$/)
    await expect
      .poll(async () => {
        await words.last().scrollIntoViewIfNeeded()
        return words.allTextContents()
      })
      .toEqual(Array.from({ length: 11 }, (_, index) => `Question ${11 - index}.`))
    expect(await comments.getByLabel('Ask a question').count()).toBe(0)
    await comments.getByText('Oldest').click()
    await expect.poll(() => words.first().textContent()).toBe('Question 1.')
    await comments.getByRole('button', { name: 'Reply to Bea Buy' }).first().click()
    await comments.getByRole('textbox', { name: 'Reply to Bea Buy' }).fill('Answer 1.')
    await comments.getByRole('button', { name: 'Send' }).click()
    await comments.getByRole('button', { name: 'Delete: Answer 1.' }).waitFor()
    await context.close()
  })

  test('are read without what writes them, which acts as soon as it is there', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour('Sven Sell'), newNeighbour('Bea Buy')])
    // Long enough that nobody is near the comments at first.
    const description = Array.from({ length: 90 }, (_, line) => `Line ${line}.`).join('\n')
    const id = await addListing(seller, { title: 'Shelf', description })
    const body = { post_id: id, text: 'Is it oak?' }
    await addComment({ client: buyer.app, throwOnError: true, body })
    const { page, context, complaints, url } = await visit('/health/live')
    const comments = page.getByRole('region', { name: 'Questions and answers' })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${url}/listing/${id}`)
    await comments.getByText('Is it oak?').waitFor()
    await page.waitForLoadState('networkidle')
    const forWriters =
      /assets\/(composer|delete-dialog|report-dialog|waiting|outbox|order|Modal|menus|fields|forms)-/
    expect(asked.filter((address) => forWriters.test(address))).toEqual([])
    await comments.getByRole('button', { name: 'Sign in to ask or answer' }).click()
    await fillSignIn(page, buyer)
    await page.waitForURL(`**/listing/${id}`)
    const held = (name: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const arrived = page.route(`**/assets/${name}-*.js`, async (route) => {
        await promise
        await route.continue()
      })
      return { arrived, release: resolve }
    }
    const [composer, dialog] = [held('composer'), held('delete-dialog')]
    await Promise.all([composer.arrived, dialog.arrived])
    await page.reload()
    const text = comments.getByText('Is it oak?')
    await comments.getByRole('button', { name: 'Ask a question' }).click()
    const before = await text.boundingBox()
    composer.release()
    await comments.getByRole('textbox', { name: 'Ask a question' }).waitFor()
    // Nothing moves when the field comes, and it is the one that was pressed.
    expect(await text.boundingBox()).toEqual(before)
    await page.keyboard.type('Or beech?')
    await comments.getByRole('button', { name: 'Send' }).click()
    // With the list the choice of its order comes, and what stands below is moved.
    await comments.getByRole('button', { name: 'Delete: Or beech?' }).waitFor()
    await comments.getByRole('button', { name: 'Delete: Is it oak?' }).click()
    dialog.release()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await text.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
