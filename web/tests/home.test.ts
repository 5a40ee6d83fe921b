import { expect, test } from 'vitest'
import { problems } from '../texts/de/problems.ts'
import { texts as german } from '../texts/de/ui.ts'
import { texts as english } from '../texts/en/ui.ts'
import { newId } from '../ui/ids.ts'
import { closeTownAfterwards, describePages, expectAccessible, type Size, town, visit } from './browser.ts'
import { addListing } from './listings.ts'
import { fillSignIn, newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

const isFeed = (url: string) => url.includes('/post-mgt/get?')

describePages('the start page', () => {
  test.each<[Size, 'light' | 'dark']>([
    ['phone', 'light'],
    ['desktop', 'dark'],
  ])('shows what is offered, on a %s in %s', async (size, scheme) => {
    const { page, context, complaints } = await visit('/', { size, scheme })
    const free = page.getByRole('region', { name: 'Free' })
    await free.getByRole('link').nth(1).waitFor()
    await page.getByRole('region', { name: 'Just in' }).getByRole('link').nth(5).waitFor()
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first().waitFor()
    await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: 'Trending' }).getByRole('link').nth(2).waitFor()
    await expectAccessible(page)
    const mostViewed = page.getByRole('region', { name: 'Most viewed this week' }).getByRole('link')
    const seen = page.waitForRequest('**/record-view')
    await mostViewed.first().click()
    await seen
    await page.goBack()
    await free.getByRole('link', { name: 'See all' }).click()
    await page.waitForURL(/\/search\?max=0$/)
    await page.getByRole('button', { name: 'Remove filter: Free' }).waitFor()
    await page.goBack()
    await page.getByRole('search').getByRole('searchbox').fill('lamp')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=lamp$/)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each([
    ['/', {}, 'text/html; charset=utf-8'],
    ['/', { accept: '*/*' }, 'text/html; charset=utf-8'],
    ['/search', { accept: 'text/html,*/*;q=0.8' }, 'text/html; charset=utf-8'],
    ['/nowhere.png', { accept: '*/*' }, 'application/json; charset=utf-8'],
    ['/nowhere', { accept: 'application/json' }, 'application/json; charset=utf-8'],
    ['/api/v1/nowhere', {}, 'application/json; charset=utf-8'],
  ])('is what link previews get, too: %s with %j is %s', async (address, headers, type) => {
    const answer = await fetch((await town()).url + address, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      type.startsWith('text/html') ? 200 : 404,
      type,
    ])
  })

  test.each([
    ['what the browser likes best', { 'accept-language': 'fr,de-AT;q=0.8,en;q=0.5' }, 'de'],
    ['English where it likes nothing that there is', { 'accept-language': 'ja' }, 'en'],
    ['what was chosen on a page', { 'accept-language': 'de', cookie: 'a=b; plaza-language=en' }, 'en'],
    ['no language that there is not', { cookie: 'plaza-language=xx' }, 'en'],
  ])('is in one language: %s', async (_what, headers, language) => {
    for (const address of ['/', '/wellness', '/admin']) {
      const answer = await fetch((await town()).url + address, {
        headers: { accept: 'text/html', ...headers },
      })
      expect(await answer.text()).toContain(`<html lang="${language}">`)
      expect(answer.headers.get('content-language')).toBe(language)
      expect(answer.headers.get('vary')).toMatch(/accept-language/i)
    }
  })

  test('speaks German to who prefers it, and another language once that is chosen', async () => {
    const { page, context, complaints } = await visit('/sign-in?next=/you', { locale: 'de-DE' })
    await fillSignIn(page, { email: 'nobody@lindenau.example' }, german.account)
    await page
      .getByRole('alert')
      .getByText(problems.INVALID_CREDENTIALS ?? '')
      .waitFor()
    await fillSignIn(page, await newNeighbour(), german.account)
    await page.getByRole('navigation', { name: german.mainPages }).waitFor()
    await expectAccessible(page)
    await page.getByLabel(german.language).selectOption('English')
    await page.getByRole('navigation', { name: english.mainPages }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a place that comes late changes nothing for who has gone on, or picked another one', async () => {
    const { page, context, url } = await visit('/health/live')
    await page.addInitScript(() => {
      navigator.geolocation.getCurrentPosition = (tell) => {
        const here = { coords: { latitude: 52.4, longitude: 13.06 } } as GeolocationPosition
        Object.assign(window, { tellPlace: () => tell(here) })
      }
    })
    const tellPlace = () => page.evaluate('window.tellPlace()')
    const kept = () => page.evaluate(() => localStorage.getItem('plaza.place'))
    const dialog = page.getByRole('dialog')
    const askWhere = async () => {
      await page.getByRole('button', { name: 'Everywhere' }).click()
      await dialog.getByRole('button', { name: 'Use my location' }).click()
      await dialog.getByLabel('Town or postcode').fill('14599 alt')
      await dialog.getByRole('button', { name: /^14599 Lindenau am See, Altstadt/ }).waitFor()
    }
    await page.goto(url)
    await askWhere()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Just in' }).locator('a[href^="/listing/"]').first().click()
    await page.waitForURL('**/listing/*')
    await tellPlace()
    expect(await kept()).toBeNull()
    await page.goBack()
    await askWhere()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const picked = await kept()
    await tellPlace()
    expect(await kept()).toBe(picked)
    await context.close()
  })

  test('goes on without repeats, and comes back to where one was', async () => {
    const { page, context } = await visit('/')
    const newest = page.getByRole('region', { name: 'Just in' })
    // What is ranked stands among them once more.
    const cards = newest.locator('a[href^="/listing/"]:not([data-rails] *)')
    for (const last of [11, 23, 35, 40]) await cards.nth(last).scrollIntoViewIfNeeded()
    const addresses = await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(addresses).size).toBe(addresses.length)
    const before = await page.evaluate(() => window.scrollY)
    await cards.nth(40).click()
    // Until it is there nobody has left the start page, which has a heading as well.
    await page.getByRole('main').locator('[data-gallery]').first().waitFor()
    await page.goBack()
    await cards.nth(40).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
    await page.reload()
    await cards.nth(40).waitFor()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200)
    expect(await page.evaluate(() => window.scrollY)).toBeLessThan(before + 200)
    await context.close()
  })

  test('keeps what was saved while more was on its way', async () => {
    const { page, context, url } = await visitAs(await newNeighbour(), '/you', { size: 'desktop' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route(
      (address) => isFeed(address.href) && address.searchParams.has('cursor'),
      async (route) => {
        // The page as it was when it was asked for.
        const response = await route.fetch()
        await released
        await route.fulfill({ response }).catch(() => undefined)
      },
    )
    await page.goto(url)
    const hearts = page.getByRole('main').getByRole('button', { name: /^Save / })
    const more = page.getByRole('button', { name: 'Show more' })
    await more.scrollIntoViewIfNeeded()
    await more.and(page.locator('[data-loading]')).waitFor()
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/favourite') && reply.ok())
    await hearts.first().click()
    await saved
    release()
    await more.scrollIntoViewIfNeeded()
    // What is ranked has hearts, too, and is there before.
    await page.locator('[aria-labelledby=feed] a[href^="/listing/"]:not([data-rails] *)').nth(13).waitFor()
    expect(await hearts.first().getAttribute('aria-pressed')).toBe('true')
    await context.close()
  })

  test('shows nothing of who was blocked, also when one goes straight to its end', async () => {
    const seller = await newNeighbour('Ben Bart')
    const title = `Thing ${newId()}`
    const id = await addListing(seller, { title })
    const { page, context } = await visitAs(await newNeighbour(), '/', { size: 'desktop' })
    const feed = page.locator('[aria-labelledby=feed]')
    const card = feed.locator(`a[href="/listing/${id}"]`)
    await card.click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Ben Bart/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Actions for Ben Bart' }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
    await page.getByRole('link', { name: 'Whom you blocked' }).waitFor()
    const [reread, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      (address) => isFeed(address.href) && !address.searchParams.has('cursor'),
      async (route) => {
        reread.resolve()
        await held.promise
        await route.continue().catch(() => undefined)
      },
    )
    await page.goBack()
    await page.goBack()
    await reread.promise
    await card.waitFor()
    const more = page.getByRole('button', { name: 'Show more' })
    await more.scrollIntoViewIfNeeded()
    await more.dispatchEvent('click')
    held.resolve()
    await card.waitFor({ state: 'detached' })
    // Nobody has to ask for more once again.
    await more.scrollIntoViewIfNeeded()
    await feed.locator('a[href^="/listing/"]:not([data-rails] *)').nth(20).waitFor()
    await context.close()
  })

  test('shows its shell before any script or style is there', async () => {
    const { page, context, url } = await visit('/health/live')
    const requests: string[] = []
    await page.route('**/assets/**', (route) => {
      requests.push(route.request().url())
      return route.abort()
    })
    await page.goto(url)
    const shell = page.locator('.shell')
    await shell.waitFor()
    const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
    await expect.poll(paints).toBe(1)
    expect(requests.length).toBeGreaterThan(0)
    await page.unroute('**/assets/**')
    await page.reload()
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    expect(await shell.count()).toBe(0)
    await context.close()
  })

  test.each<[Size, string, string, string]>([
    ['phone', '/', '.shell-grid > i', '[data-picture]'],
    ['desktop', '/', '.shell-grid > i', '[data-picture]'],
    ['phone', 'a listing', '.shell-stage', '[data-gallery]'],
    ['desktop', 'a listing', '.shell-stage', '[data-gallery]'],
  ])(
    'shows pictures in their place before the app is there, on a %s, of %s',
    async (size, of, box, picture) => {
      const { page, context, url } = await visit('/health/live', { size })
      const { data } = await (await fetch(`${url}/api/v1/post-mgt/get?limit=48`)).json()
      const pictured = data.find(({ photoUrl }: { photoUrl: string | null }) => photoUrl)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/assets/app-*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(url + (of === '/' ? of : `/listing/${pictured._id}`), { waitUntil: 'commit' })
      const placeOf = async (selector: string) => {
        const at = await page.locator(selector).first().boundingBox()
        return at && [at.x, at.y, at.width, at.height].map(Math.round)
      }
      await page.locator('.shell img').first().waitFor()
      const early = await placeOf(box)
      release()
      await page.getByRole('main').locator(picture).locator('img').first().waitFor()
      await page.getByRole('main').getByRole('heading', { level: 2 }).nth(1).waitFor()
      expect(await placeOf(`main ${picture}`)).toEqual(early)
      await context.close()
    },
  )

  test('is there without the component library, which comes with the first dialog', async () => {
    const { page, context, url } = await visit('/health/live')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(url)
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    const library = () => asked.some((address) => address.includes('/assets/components-'))
    expect(library()).toBe(false)
    await page.getByRole('button', { name: 'Everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use my location' }).waitFor()
    expect(library()).toBe(true)
    await context.close()
  })

  test('asks for the feed once, before the app has loaded', async () => {
    const { page, context, url } = await visit('/health/live')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(url)
    await page.getByRole('main').getByRole('link').nth(5).waitFor()
    const first = asked.filter((address) => isFeed(address) && !address.includes('cursor='))
    expect(first.filter((address) => !address.includes('max_price=0'))).toHaveLength(1)
    expect(first.filter((address) => address.includes('max_price=0'))).toHaveLength(1)
    await context.close()
  })

  test('looks around a place picked by hand, which stays picked and can be shared', async () => {
    const { page, context, complaints } = await visit('/')
    await page.getByRole('button', { name: 'Everywhere' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('list').getByRole('button').first().waitFor()
    await expectAccessible(page)
    const place = (await dialog.getByRole('list').getByRole('button').first().textContent()) ?? ''
    await dialog.getByRole('list').getByRole('button').first().click()
    await page.getByRole('button', { name: place }).waitFor()
    expect(page.url()).toMatch(/lat=.+&lng=/)
    await page.getByText(/ km$/).first().waitFor()
    const { url } = await town()
    await page.goto(url)
    await page.getByRole('button', { name: place }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('asks the browser where one is only on a press, and says it when that is refused', async () => {
    const { page, context } = await visit('/')
    await page.getByRole('button', { name: 'Everywhere' }).click()
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Your browser does not share your location').waitFor()
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 52.4012, longitude: 13.0587 })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.waitForURL(/lat=52\.4&lng=13\.06/)
    await context.close()
  })
})
