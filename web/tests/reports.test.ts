import {
  appealDecision,
  createClient,
  createConfig,
  decideReport,
  getModerationQueue,
  login,
  reportPost,
  updatePost,
} from '@plaza/client/marketplace'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dataOf } from '../../acceptance/steps.ts'
import {
  closeTownAfterwards,
  describePages,
  expectAccessible,
  password,
  people,
  type Size,
  visit,
} from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, newRoom, visitAs, write } from './people.ts'

closeTownAfterwards()

const rare = () => `Thing ${crypto.randomUUID().slice(0, 8)}`

const waiting = (page: Page) => page.getByRole('navigation', { name: 'What waits' })

/** A page of the console, as somebody of the staff. */
async function openConsole(place: string, heading: string, size: Size, as: string = people.moderator) {
  const opened = await visit(place, { size })
  const { page } = opened
  await page.getByLabel('E-mail address').fill(as)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return opened
}

async function report(page: Page, what: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: what }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(reason).check()
  await dialog.getByLabel('What should we know?').fill('Please have a look.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Thank you. We look at it').waitFor()
}

describePages('order in the town', () => {
  test.each<Size>(['phone', 'desktop'])('is kept from a report to an appeal, on a %s', async (size) => {
    const [seller, reader] = await Promise.all([newNeighbour('Sven'), newNeighbour('Rita')])
    const title = rare()
    const id = await addListing(seller, { title })
    const atListing = await visitAs(reader, `/listing/${id}`, { size })
    await report(atListing.page, 'Report this listing', 'It looks like fraud')
    expect(atListing.complaints).toEqual([])
    await atListing.context.close()

    const staff = await openConsole('/admin/queue', 'Queue', size)
    const { page } = staff
    await page.getByText('Urgent', { exact: true }).first().click()
    await waiting(page).getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    await page.getByText('Please have a look.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Decision').selectOption('hide')
    await dialog.getByLabel('Rule that was broken').fill('no fraud')
    await dialog.getByLabel('What was found').fill('It asks for a gift card.')
    await dialog.getByLabel('Message to the person').fill('Please ask for no gift card.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
    await page.getByText('Decided.').waitFor()
    await waiting(page).getByRole('link', { name: title }).waitFor({ state: 'detached' })

    const atNotice = await visitAs(seller, '/notices', { size })
    await atNotice.page.getByRole('link', { name: /Your listing is hidden/ }).click()
    await atNotice.page.getByRole('heading', { name: 'Your listing was hidden' }).waitFor()
    await atNotice.page.getByText('Please ask for no gift card.').waitFor()
    await expectAccessible(atNotice.page)
    await atNotice.page.getByLabel('Why is the decision wrong?').fill('It was a joke of my brother.')
    await atNotice.page.getByRole('button', { name: 'Send appeal' }).click()
    await atNotice.page.getByText('Somebody will look at it and tell you.').waitFor()
    expect(atNotice.complaints).toEqual([])
    await atNotice.context.close()
    await staff.context.close()

    const second = await openConsole('/admin/queue?kind=appeal', 'Queue', size, people.administrator)
    await waiting(second.page).getByRole('link', { name: title }).click()
    await second.page.getByText('It was a joke of my brother.').waitFor()
    await second.page.getByLabel('Answer to the person').fill('Fair enough.')
    await expectAccessible(second.page)
    await second.page.getByRole('button', { name: 'Take the decision back' }).click()
    await second.page.getByText('The appeal is decided.').waitFor()
    expect(second.complaints).toEqual([])
    await second.context.close()
  })

  test.each<Size>(['phone', 'desktop'])(
    'lets a hidden listing come back put right, on a %s',
    async (size) => {
      const [seller, reader] = await Promise.all([newNeighbour('Sven'), newNeighbour('Rita')])
      const title = rare()
      const id = await addListing(seller, { title })
      await dataOf(reportPost({ client: reader.app, body: { post_id: id, reason: 'counterfeit' } }))
      const staff = await openConsole('/admin/queue?kind=report', 'Queue', size)
      await waiting(staff.page).getByRole('link', { name: title }).click()
      await staff.page.getByRole('button', { name: 'Decide', exact: true }).click()
      const dialog = staff.page.getByRole('dialog')
      await dialog.getByLabel('Decision').selectOption('hide')
      await dialog.getByLabel('Rule that was broken').fill('counterfeit')
      await dialog.getByLabel('What was found').fill('It is a copy.')
      await dialog.getByLabel('Message to the person').fill('Please say that it is a copy.')
      await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
      await staff.page.getByText('Decided.').waitFor()

      const { page, context, complaints } = await visitAs(seller, '/notices', { size })
      await page.getByRole('link', { name: /Your listing is hidden/ }).click()
      await page.getByRole('heading', { name: 'Put it right' }).waitFor()
      await page.getByRole('button', { name: 'Have it looked at again' }).click()
      await page.getByText('The listing is as it was when it was looked at.').first().waitFor()
      await dataOf(
        updatePost({ client: seller.app, path: { post_id: id }, body: { description: 'An honest copy.' } }),
      )
      await page.getByRole('button', { name: 'Have it looked at again' }).click()
      await page.getByText('You put it right.').waitFor()
      await expectAccessible(page)

      // The same decision waits twice, and either can be looked at.
      const decision_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await dataOf(appealDecision({ client: seller.app, body: { decision_id, text: 'It never was one.' } }))
      await staff.page.goto(`${staff.url}/admin/queue`)
      const both = waiting(staff.page).getByRole('link', { name: title })
      await both.filter({ hasText: 'Appeal' }).click()
      await staff.page.getByLabel('Answer to the person').waitFor()
      await both.filter({ hasNotText: 'Appeal' }).click()
      await staff.page.getByText('An honest copy.').waitFor()
      await expectAccessible(staff.page)
      await staff.page.getByRole('button', { name: 'Show it again' }).click()
      await staff.page.getByText('The author is told.').waitFor()
      await page.reload()
      await page.getByText('You put your listing right: it is to be seen again.').waitFor()
      expect([...complaints, ...staff.complaints].filter((one) => !one.includes('409'))).toEqual([])
      await context.close()
      await staff.context.close()
    },
  )

  test('people and chats are reported by who is signed in, and proven spam limits its author', async () => {
    const [seller, reader] = await Promise.all([newNeighbour(rare()), newNeighbour('Rita')])
    const room = await newRoom(seller, reader)
    await write(seller, room, 'Send me the code')
    const { page, context, complaints, url } = await visitAs(reader, `/sellers/${seller.id}`)
    await report(page, 'Report this person', 'It is spam')
    await page.goto(`${url}/chats/${room}`)
    await page.getByRole('button', { name: 'Chat actions' }).click()
    await page.getByRole('menuitem', { name: 'Report this chat' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('It looks like fraud').check()
    await dialog.getByLabel('Also block this person').check()
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await page.getByText('Thank you. We look at it').waitFor()
    expect(complaints).toEqual([])
    await context.close()
    const stranger = await visit(`/sellers/${seller.id}`)
    await stranger.page.getByRole('button', { name: 'Report this person' }).click()
    await stranger.page.waitForURL('**/sign-in*')
    await stranger.context.close()

    const staff = await openConsole('/admin/queue?kind=report', 'Queue', 'desktop')
    await waiting(staff.page).getByRole('link', { name: seller.name }).first().click()
    await staff.page.getByText('Spam', { exact: true }).first().waitFor()
    await staff.page.getByRole('button', { name: 'Decide', exact: true }).click()
    const decision = staff.page.getByRole('dialog')
    await decision.getByLabel('Decision').selectOption('limit')
    await decision.getByText('For proven spam: until it ends nobody else sees').waitFor()
    await expectAccessible(staff.page)
    await decision.getByLabel('Days').fill('7')
    await decision.getByLabel('Rule that was broken').fill('spam')
    await decision.getByLabel('What was found').fill('One text everywhere.')
    await decision.getByLabel('Message to the person').fill('Please stop that.')
    await decision.getByRole('button', { name: 'Decide', exact: true }).click()
    await staff.page.getByText('Decided.').waitFor()
    expect(staff.complaints).toEqual([])
    await staff.context.close()
    const gone = await visit(`/sellers/${seller.id}`)
    await gone.page.getByText('This profile is not available').waitFor()
    await gone.context.close()
    const told = await visitAs(seller, '/my-listings')
    await told.page.getByText(/^Until .* nobody else sees your listings and comments/).waitFor()
    await expectAccessible(told.page)
    await told.page.getByRole('link', { name: 'Read why' }).click()
    await told.page.getByRole('link', { name: /Nobody else sees your listings and comments/ }).click()
    await told.page.getByText('Please stop that.').waitFor()
    await told.context.close()
  })

  test('what staff decided about a person stands beside them, and is taken back', async () => {
    const [seller, reader] = await Promise.all([newNeighbour('Sven'), newNeighbour('Rita')])
    const title = rare()
    const id = await addListing(seller, { title })
    const body = { post_id: id, reason: 'duplicate' as const }
    await dataOf(reportPost({ client: reader.app, body }))
    const { page, context, complaints } = await openConsole('/admin/queue?kind=report', 'Queue', 'desktop')
    await waiting(page).getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    await page.getByRole('button', { name: 'No rule was broken' }).click()
    await page.getByText('Decided.').waitFor()
    await page.getByRole('link', { name: 'Decisions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Decisions' }).waitFor()
    await expectAccessible(page, 'phone', 'desktop')
    await page.getByRole('button', { name: `Take it back: ${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Take it back', exact: true }).click()
    await page.getByText('The decision was taken back.').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('nothing takes the place of what somebody else has dealt with', async () => {
    const [seller, reader] = await Promise.all([newNeighbour('Sven'), newNeighbour('Rita')])
    const titles = [rare(), rare(), rare()]
    for (const title of titles) {
      const post_id = await addListing(seller, { title })
      await dataOf(reportPost({ client: reader.app, body: { post_id, reason: 'duplicate' } }))
    }
    const { page, context, url } = await openConsole('/admin/queue?kind=report', 'Queue', 'desktop')
    const link = (title: string | undefined) => waiting(page).getByRole('link', { name: title ?? '' })
    await link(titles[0]).click()
    const dismiss = page.getByRole('button', { name: 'No rule was broken' })
    await page.getByRole('heading', { level: 2, name: titles[0] ?? '' }).waitFor()
    const client = createClient(createConfig({ baseUrl: url }))
    const { data: signedIn } = await dataOf(
      login({ client, body: { email: people.administrator, password } }),
    )
    client.setConfig({ auth: signedIn.access_token })
    const { data: items } = await dataOf(getModerationQueue({ client, query: { kind: 'report' } }))
    const dealtWith = items.find((item) => item.case?.reports[0]?.frozen.title === titles[0])
    await dataOf(decideReport({ client, body: { case_id: dealtWith?.case?._id ?? '', decision: 'dismiss' } }))
    await page.reload()
    await page.getByRole('main').getByText('Someone else has already decided').waitFor()
    await link(titles[1]).waitFor()
    expect(await dismiss.count()).toBe(0)

    // What one has decided oneself is followed by the next.
    await link(titles[1]).click()
    await page.getByRole('heading', { level: 2, name: titles[1] ?? '' }).waitFor()
    await dismiss.click()
    await link(titles[1]).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: titles[2] ?? '' }).waitFor()
    await context.close()
  })

  test('one’s own page says how far one is trusted, and what is missing', async () => {
    const { page, context } = await visitAs(await newNeighbour('Cleo'), '/you')
    await page.getByRole('heading', { name: 'How far you are trusted' }).waitFor()
    await page.getByText('Level 1 of 3').waitFor()
    await page.getByText(/deals with 3 different people/).waitFor()
    await context.close()
  })
})
