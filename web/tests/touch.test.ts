import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeTownAfterwards, describePages, visit } from './browser.ts'
import { newNeighbour, newRoom, visitAs } from './people.ts'

closeTownAfterwards()

/** Everything in sight that is pressed and lower than a finger needs; links within a sentence may be. */
const tooLow = (page: Page) =>
  page.evaluate(() => {
    const pressed = 'button, a[href], summary, select, textarea, input:not([type=file], [type=hidden])'
    const least = 43.5
    return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
      // A label belongs to its box, and the frame of a field to the field.
      const isBox = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type)
      const field = element.matches('input') && element.closest('.mantine-Input-wrapper')
      const whole = (isBox && element.labels?.[0]) || field || element
      const box = whole.getBoundingClientRect()
      const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const isInSentence = getComputedStyle(element).display === 'inline'
      const isAside = box.right <= 0 || box.width <= 1
      return !isSeen || isInSentence || isAside || box.height >= least
        ? []
        : [`${box.height} px: ${element.outerHTML.slice(0, 160)}`]
    })
  })

describePages('everything that is pressed', () => {
  test.each(['/', '/search', '/sign-in', '/sign-up', '/forgotten-password'])(
    'has room for a finger at %s',
    async (place) => {
      const { page, context } = await visit(place)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await tooLow(page)).toEqual([])
      await context.close()
    },
  )

  test('has room for a finger on one’s own pages', async () => {
    const [ada, bea] = await Promise.all([newNeighbour('Ada'), newNeighbour('Bea')])
    const room = await newRoom(ada, bea)
    const { page, context, url } = await visitAs(ada, '/sell')
    const people = ['/people', `/sellers/${bea.id}`, '/you/muted']
    const own = [
      '/sell',
      '/you',
      '/you/devices',
      '/help',
      '/you/invites',
      '/you/notifications',
      '/notices',
      '/purchases',
    ]
    const places = [...own, `/chats/${room}`, ...people]
    for (const place of places) {
      await page.goto(url + place)
      await page.getByRole('main').locator('button, summary, h1, input[type=checkbox]').first().waitFor()
      expect(await tooLow(page), place).toEqual([])
    }
    await context.close()
  })
})
