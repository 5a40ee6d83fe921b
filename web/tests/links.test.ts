import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, expectAccessible, town } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour } from './people.ts'

closeTownAfterwards()

describePages('a link', () => {
  test('leads to a page that can be read where no script runs, and to the app where one does', async () => {
    const { browser, url } = await town()
    const seller = await newNeighbour('Zoë Nolink')
    const title = '</script><script>document.title="taken"</script>'
    const id = await addListing(seller, { title, description: 'Two\nlines.', photos: 1 })

    const still = await browser.newContext({ javaScriptEnabled: false, locale: 'en' })
    const page = await still.newPage()
    await page.goto(`${url}/listing/${id}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('Two').waitFor()
    expect(await page.locator('.shell').isVisible()).toBe(false)
    const picture = page.getByRole('img', { name: title })
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await page.title()).toContain(title)
    await page.getByRole('link', { name: 'Zoë Nolink' }).click()
    await page.getByRole('heading', { level: 1, name: 'Zoë Nolink' }).waitFor()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect((await page.goto(`${url}/listing/0197b3a1-9c40-7d2e-8f4a-5b6c7d8e9f01`))?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'This listing is not here any more' }).waitFor()
    await still.close()

    const scripted = await browser.newContext({ locale: 'en' })
    const app = await scripted.newPage()
    const complaints: string[] = []
    app.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await app.goto(`${url}/listing/${id}`)
    await app.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await app.locator('.plain').count()).toBe(0)
    expect(complaints).toEqual([])
    await expectAccessible(app)
    await scripted.close()
  })
})
