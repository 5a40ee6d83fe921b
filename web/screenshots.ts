// Makes the pictures of docs/screenshots from the pages over a fresh demonstration town.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { startProgram } from '../acceptance/program.ts'
import { chromiumPath } from './tests/chromium.ts'

if (!chromiumPath) throw new Error('Install Chromium first, or name it in CHROMIUM_PATH.')
const output = path.join(import.meta.dirname, '../docs/screenshots')
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'plaza-screenshots-'))
mkdirSync(output, { recursive: true })

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const password = 'plaza-demo-2026'
const shops = [
  ['home', '/'],
  ['search', '/search?q=bicycle'],
  ['chats', '/chats'],
  ['notices', '/notices'],
  ['sell', '/sell'],
  ['purchases', '/purchases'],
  ['my-listings', '/my-listings'],
  ['saved-searches', '/saved-searches'],
  ['favourites', '/favourites'],
  ['people', '/people'],
] as const

const program = await startProgram(dataDir, { DEMO: '1', RATE_LIMIT: 'off' })
const origin = program.baseUrl.replace('127.0.0.1', 'localhost')
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })

async function shoot(context: BrowserContext, name: string, place: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(origin + place)
  // The pages keep a live connection, so they are never idle; their first heading says they are there.
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
  await page.locator('main h1, main a, main form').first().waitFor()
  await page.waitForTimeout(1200)
  await page.screenshot({ path: path.join(output, `${name}.png`) })
  await page.close()
}

async function signedIn(size: keyof typeof sizes, place: string, email: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(origin + place)
  await page.getByLabel('E-mail address').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  await page.close()
  return context
}

try {
  for (const size of ['phone', 'desktop'] as const) {
    const shop = await signedIn(size, '/sign-in', 'mira@lindenau.example')
    for (const [name, place] of shops) await shoot(shop, `${name}-${size}`, place)
    const page = await shop.newPage()
    await page.goto(origin)
    const link = page.locator('main a[href^="/listing/"]').first()
    await shoot(shop, `listing-${size}`, (await link.getAttribute('href')) ?? '/')
    await shop.close()
    const calm = await signedIn(size, '/wellness/sign-in', 'wellness@lindenau.example')
    await shoot(calm, `wellness-${size}`, '/wellness')
    await shoot(calm, `wellness-history-${size}`, '/wellness/history')
    await calm.close()
    const staff = await signedIn(size, '/admin/sign-in?product=marketplace', 'admin@lindenau.example')
    await shoot(staff, `admin-categories-${size}`, '/admin/categories')
    await shoot(staff, `admin-listings-${size}`, '/admin/listings')
    await shoot(staff, `admin-reviews-${size}`, '/admin/reviews')
    await shoot(staff, `admin-broadcast-${size}`, '/admin/broadcast')
    for (const page of ['queue', 'people', 'settings', 'alerts', 'models'])
      await shoot(staff, `admin-${page}-${size}`, `/admin/${page}`)
    await staff.close()
  }
} finally {
  await browser.close()
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
