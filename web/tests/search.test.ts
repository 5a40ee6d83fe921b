import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, visit } from './browser.ts'

closeTownAfterwards()

describePages('the search', () => {
  test('narrows by side column on a desktop, and its address can be shared', async () => {
    const { page, context, url, complaints } = await visit('/search', { size: 'desktop' })
    await page.getByRole('combobox', { name: 'What are you looking for?' }).fill('chair')
    await page.getByRole('combobox', { name: 'What are you looking for?' }).press('Enter')
    await page.waitForURL(/q=chair/)
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('button', { name: /Furniture/ }).click()
    await filters.getByRole('button', { name: /Chairs/ }).click()
    await filters.getByRole('checkbox', { name: /^Good/ }).check()
    await filters.getByLabel('To', { exact: true }).fill('500')
    await filters.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/max=500/)
    await page.getByLabel('Sort by').selectOption('price_asc')
    await page.waitForURL(/sort=price_asc/)
    await page
      .getByRole('main')
      .getByRole('status')
      .getByText(/listing/)
      .waitFor()
    expect(page.url()).toContain('condition=good&')
    const remove = (filter: string | RegExp) =>
      page.getByRole('list', { name: 'Filters in use' }).getByRole('button', { name: filter })
    await remove('Remove filter: Good').waitFor()
    await remove('Remove filter: Up to €500').waitFor()
    await expectAccessible(page)
    await filters.getByLabel('Posted').selectOption('30')
    await page.waitForURL(/within=30/)
    await remove('Remove filter: In the last 30 days').click()
    await page.waitForURL((address) => !address.search.includes('within'))
    const titles = () => page.getByRole('main').locator('a[href^="/listing/"]').allTextContents()
    const found = await titles()
    expect(found.length).toBeGreaterThan(0)
    const shared = page.url().replace(url, '')
    expect(complaints).toEqual([])
    await context.close()

    const other = await visit(shared, { size: 'desktop' })
    const cards = other.page.getByRole('main').locator('a[href^="/listing/"]')
    await cards.first().waitFor()
    expect(await cards.allTextContents()).toEqual(found)
    await other.context.close()
  })

  test('narrows by a drawer on a phone', async () => {
    const { page, context } = await visit('/search')
    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('checkbox', { name: /^New/ }).check()
    await expectAccessible(page)
    await drawer.getByRole('checkbox', { name: /^Good/ }).check()
    const show = drawer.getByRole('button', { name: /^Show (more than )?\d+ results?$/ })
    await show.and(page.locator(':not([data-loading])')).waitFor()
    // Nothing of the fields that it covers shows through it.
    const covering = await show.evaluate((button) => {
      const box = button.getBoundingClientRect()
      const arrows = [...document.querySelectorAll('[role=dialog] [data-position=right]')]
      return arrows.map((arrow) => {
        arrow.scrollIntoView({ block: 'center' })
        const scroller = button.closest('.mantine-Drawer-content')
        scroller?.scrollBy(0, arrow.getBoundingClientRect().y - box.y)
        const { x, width } = arrow.getBoundingClientRect()
        const { y, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    })
    expect(covering.length).toBeGreaterThan(0)
    expect(covering).not.toContain(false)
    await show.click()
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    expect(page.url()).toContain('condition=new,good')
    await context.close()
  })

  test('says what to widen when nothing fits', async () => {
    const { page, context } = await visit('/search?q=lamp&min=99999&currency=EUR')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByRole('button', { name: 'At any price' }).click()
    await page.getByRole('main').locator('a[href^="/listing/"]').first().waitFor()
    expect(page.url()).not.toMatch(/min=|currency=/)
    await context.close()
  })

  test('narrows by what the category asks, and leaves that with the category', async () => {
    const { page, context, url } = await visit('/search', { size: 'desktop' })
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('button', { name: /Furniture/ }).click()
    const details = filters.getByRole('group', { name: 'Details' })
    await details.getByRole('combobox').first().selectOption({ index: 1 })
    await page.waitForURL(/attributes=/)
    const shared = page.url().replace(url, '')
    await expectAccessible(page)
    await page.goto(url + shared)
    await details.waitFor()
    expect(await details.getByRole('combobox').first().inputValue()).not.toBe('')
    await details.getByLabel('Width (cm)').fill('120')
    await details.getByLabel('Width (cm)').press('Enter')
    await page.waitForURL(/attributes=.*width.*120/)
    await filters.getByRole('button', { name: 'All categories' }).click()
    await page.waitForURL((address) => !address.search.includes('attributes'))
    await page.getByRole('main').locator('a[href^="/listing/"]').first().waitFor()
    await context.close()
  })

  test('an order by price takes its currency along when it goes', async () => {
    const { page, context } = await visit('/search')
    await page.getByLabel('Sort by').selectOption('price_desc')
    await page.waitForURL(/currency=/)
    await page.getByLabel('Sort by').selectOption('newest')
    await page.waitForURL((address) => !address.search.includes('currency'))
    await context.close()
  })

  test('offers the word that was probably meant', async () => {
    const { page, context } = await visit('/search?q=bycicle')
    await page.getByText('Did you mean').waitFor()
    await page.getByRole('status').getByRole('button').click()
    await page.waitForURL((address) => address.searchParams.get('q') !== 'bycicle')
    await page.getByRole('main').locator('a[href^="/listing/"]').first().waitFor()
    await context.close()
  })

  test('speaks of no filters where nothing is for sale yet', async () => {
    const { page, context, url } = await visit('/health/live')
    await page.route('**/search-post?*', async (route) => {
      const response = await route.fetch()
      const { meta, ...body } = await response.json()
      const none = { ...meta, matches: { count: 0, more: false }, nextCursor: null, hasMore: false }
      await route.fulfill({ response, json: { ...body, data: [], meta: none } })
    })
    await page.goto(`${url}/search`)
    await page.getByRole('heading', { name: 'Nothing for sale yet' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sell an item' }).waitFor()
    expect(await page.getByText('Search wider').count()).toBe(0)
    await context.close()
  })

  test('says where it looks around a place without a name', async () => {
    const { page, context } = await visit('/search?lat=52.4&lng=13.06', { size: 'desktop' })
    await page.getByRole('button', { name: 'Chosen location', exact: true }).waitFor()
    await context.close()
  })

  test('ignores what an address says wrongly', async () => {
    const { page, context, complaints } = await visit('/search?min=much&condition=shiny&sort=up&lat=900')
    await page.getByRole('main').locator('a[href^="/listing/"]').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
