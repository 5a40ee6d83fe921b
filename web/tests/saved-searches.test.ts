import { addSavedSearch, getFoundPosts } from '@plaza/client/marketplace'
import { expect, test } from 'vitest'
import { newId } from '../ui/ids.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const words = () =>
  `vane${newId()
    .replace(/[^a-f]/g, '')
    .slice(-12)}${'x'.repeat(4)}`

describePages('saved searches', () => {
  test.each<Size>(['phone', 'desktop'])(
    'are made of a search, tell of what they find, and are let go, on a %s',
    async (size) => {
      const [ada, seller] = await Promise.all([newNeighbour('Ada'), newNeighbour('Sven')])
      const q = words()
      const { page, context, complaints } = await visitAs(ada, `/search?q=${q}`, { size })
      await page.getByRole('button', { name: 'Save search' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.getByLabel('Name').inputValue()).toBe(q)
      await dialog.getByLabel('Name').fill('My vane')
      await dialog.getByLabel('Tell me').selectOption('instant')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save search' }).click()
      await dialog.waitFor({ state: 'detached' })

      const id = await addListing(seller, { title: `Old ${q}` })
      await page.getByRole('link', { name: /Notices.*3 unread notices/ }).click()
      await page
        .getByRole('listitem')
        .getByRole('link', { name: /New for “My vane”/ })
        .waitFor()

      await page.getByRole('link', { name: 'You', exact: true }).click()
      await page
        .getByRole('main')
        .getByRole('link', { name: /Saved searches/ })
        .click()
      const saved = page.getByRole('main').getByRole('link', { name: /My vane/ })
      await saved.filter({ hasText: '1 new' }).waitFor()
      await expectAccessible(page)
      await saved.click()
      const fresh = page.getByRole('region', { name: 'New', exact: true })
      await fresh.getByRole('link', { name: new RegExp(q) }).waitFor()
      expect(await fresh.getByRole('link').first().getAttribute('href')).toBe(`/listing/${id}`)
      await expectAccessible(page)

      await page.goBack()
      await saved.filter({ hasText: 'Nothing new' }).waitFor()
      await page.getByLabel('Tell me of “My vane”').selectOption('weekly')
      await page.getByText('Changed.').waitFor()
      await page.getByRole('button', { name: 'Remove “My vane”' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('heading', { name: 'No saved searches yet' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('show everything that is new as new, on later pages as well', async () => {
    const [ada, seller] = await Promise.all([newNeighbour('Ada'), newNeighbour('Sven')])
    const q = words()
    const { data } = await addSavedSearch({
      client: ada.app,
      throwOnError: true,
      body: { name: 'Vanes', query: { q }, cadence: 'none' },
    })
    for (let made = 0; made < 22; made += 1) await addListing(seller, { title: `Vane ${made} ${q}` })
    const path = { saved_search_id: data.data._id }
    const found = async () =>
      (await getFoundPosts({ client: ada.app, path, query: { limit: 100 } })).data?.data
    await expect.poll(async () => (await found())?.length).toBe(22)
    const { page, context } = await visitAs(ada, `/saved-searches/${data.data._id}`)
    const fresh = page.getByRole('region', { name: 'New', exact: true }).locator('a[href^="/listing/"]')
    await fresh.nth(19).waitFor()
    await expect.poll(async () => (await found())?.some((card) => card.is_new)).toBe(false)
    // Also when all of it is read once more.
    const readAnew = page.waitForResponse((reply) => reply.url().includes(`/${data.data._id}/`) && reply.ok())
    await context.setOffline(true)
    await context.setOffline(false)
    await (await readAnew).finished()
    await fresh.nth(19).scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 20_000)
    await fresh.nth(21).waitFor()
    expect(await page.getByRole('region', { name: /before/i }).count()).toBe(0)
    await context.close()
  })

  test('that are there already are said to be, and one leads back to its search', async () => {
    const ada = await newNeighbour('Ada')
    const q = words()
    const { data } = await addSavedSearch({
      client: ada.app,
      throwOnError: true,
      body: { name: 'Vanes', query: { q }, cadence: 'none' },
    })
    const { page, context, url } = await visitAs(ada, `/search?q=${q}`)
    await page.getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
    await page.getByRole('dialog').getByText('You have saved this search before.').waitFor()
    await page.goto(`${url}/saved-searches/${data.data._id}`)
    await page.getByRole('heading', { name: 'Nothing found yet' }).waitFor()
    await page.getByRole('link', { name: 'Search again' }).click()
    await page.waitForURL(`**/search?q=${q}`)
    await context.close()
  })
})

describePages('suggestions', () => {
  test('come while somebody types, and are chosen by keys or by a press', async () => {
    const seller = await newNeighbour('Sven')
    const q = words()
    await addListing(seller, { title: `One ${q}` })
    const { page, context, complaints } = await visitAs(seller, '/search')
    const box = page.getByRole('combobox', { name: 'What are you looking for?' })
    await box.pressSequentially(q.slice(0, -2))
    const option = page.getByRole('option', { name: new RegExp(q) })
    await option.waitFor()
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(page)
    await box.press('ArrowDown')
    const active = await box.getAttribute('aria-activedescendant')
    expect(active).toBe(await option.getAttribute('id'))
    await box.press('Enter')
    await page.waitForURL(`**/search?q=${q}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(q) })
      .waitFor()

    // Escape closes the list, and a category is gone to.
    await box.fill('furni')
    await page.getByRole('option', { name: /Furniture/ }).waitFor()
    await box.press('Escape')
    await page
      .getByRole('option', { name: /Furniture/ })
      .first()
      .waitFor({ state: 'detached' })
    await box.fill('furnit')
    await page
      .getByRole('option', { name: /Furniture/ })
      .first()
      .click()
    await page.waitForURL(/category=/)
    expect(await box.inputValue()).toBe('')
    expect(complaints).toEqual([])
    await context.close()
  })
})
