import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, type Size } from './browser.ts'
import { addListing } from './listings.ts'
import { newNeighbour, visitAs } from './people.ts'

closeTownAfterwards()

/** Presses the tab key until it is at something. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not lead to ${wanted}`)
}

describePages('the keyboard alone', () => {
  test.each<Size>(['phone', 'desktop'])('leads from the start page to a message, on a %s', async (size) => {
    const [seller, buyer] = await Promise.all([newNeighbour('Sven'), newNeighbour('Bea')])
    const title = `Zither ${crypto.randomUUID().slice(0, 6)}`
    await addListing(seller, { title })
    const { page, context, complaints, url } = await visitAs(buyer, '/you', { size })
    await page.goto(url)
    await tabTo(page, page.getByRole('link', { name: 'Search' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('combobox', { name: 'What are you looking for?' }))
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: new RegExp(title) }))
    await page.keyboard.press('Enter')
    // The search has a heart of the same name, which goes with its page.
    await page.getByRole('button', { name: 'Message the seller' }).waitFor()
    const heart = page.getByRole('button', { name: `Save ${title}` })
    await tabTo(page, heart)
    await page.keyboard.press('Space')
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await tabTo(page, page.getByRole('button', { name: 'Message the seller' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Write a message'))
    await page.keyboard.type('Is it still there?')
    await tabTo(page, page.getByRole('button', { name: 'Send' }))
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('Is it still there?', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('is where it was when a dialog closes, on the button of the menu that led to it as well', async () => {
    const [seller, buyer] = await Promise.all([newNeighbour('Sven Sell'), newNeighbour('Bea Buy')])
    const id = await addListing(seller, { title: 'Zither' })
    const { page, context, complaints, url } = await visitAs(buyer, `/listing/${id}`, { size: 'desktop' })
    const dialog = page.getByRole('dialog')
    const expectBackAt = async (opener: Locator) => {
      await dialog.waitFor()
      await expect
        .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
        .toBe(true)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    const report = page.getByRole('button', { name: 'Report this listing' })
    await report.press('Enter')
    await expectBackAt(report)
    await page.goto(`${url}/sellers/${seller.id}`)
    const menu = page.getByRole('button', { name: 'Actions for Sven Sell' })
    await menu.press('Enter')
    const block = page.getByRole('menuitem', { name: 'Block' })
    await block.waitFor()
    // The menu takes the focus to itself only a moment after it is there.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return block.evaluate((element) => element === document.activeElement)
      })
      .toBe(true)
    await page.keyboard.press('Enter')
    await expectBackAt(menu)
    expect(complaints).toEqual([])
    await context.close()
  })
})
