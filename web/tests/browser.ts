import { cpSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, describe, expect, inject } from 'vitest'
import { type Program, startProgram } from '../../acceptance/program.ts'
import { newDataDir } from '../../server/src/testing/data-dir.ts'
import { administer, inDatabase } from '../../server/src/testing/global-setup.ts'
import { chromiumPath } from './chromium.ts'
import { noteSeen, seenIn } from './pages-seen.ts'

/** Like `describe`, skipped where no Chromium is installed. A browser on a busy machine gets a second try. */
export const describePages = (name: string, tests: () => void): void => {
  describe.skipIf(!chromiumPath)(name, { retry: 1 }, tests)
}

export const password = 'plaza-demo-2026'
/** People of the demonstration town. */
export const people = {
  member: 'mira@lindenau.example',
  moderator: 'moderator@lindenau.example',
  administrator: 'admin@lindenau.example',
  wellnessUser: 'wellness@lindenau.example',
  wellnessAdministrator: 'wellness-admin@lindenau.example',
} as const

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const
export type Size = keyof typeof sizes

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Town {
  program: Program | undefined
  browser: Browser
  /** `http://localhost:…`, where the pages are. */
  url: string
}

let opened: Promise<Town> | undefined
let variablesOf: () => Promise<Record<string, string>>
let browserPath = chromiumPath
let directory: string | undefined

/**
 * The real program over a copy of the demonstration town, and a browser; one of each per file.
 * With `TEST_PAGES_URL` a program that already runs is used instead, which is handy while writing a page.
 */
export const town = (): Promise<Town> =>
  (opened ??= open().catch((error) => {
    // The second try of a test is one of this, too.
    opened = undefined
    throw error
  }))

async function open(): Promise<Town> {
  const running = process.env.TEST_PAGES_URL
  const [program, browser] = await Promise.all([
    running ? undefined : startTown(),
    chromium.launch({
      executablePath: browserPath ?? '',
      args: [
        ...['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
        // Pages of tests live for seconds: optimised code would take a third more processor time than it gives back.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    }),
  ])
  return { program, browser, url: running ?? program?.baseUrl.replace('127.0.0.1', 'localhost') ?? '' }
}

let townAddress: string | undefined

/** The database of this file's town, for what nobody can do from a page; undefined where the town runs elsewhere. */
export async function townDatabase(): Promise<string | undefined> {
  await town()
  return townAddress
}

async function startTown(): Promise<Program> {
  const [server, filled] = [inject('server'), inject('town')]
  const database = `${filled.database}_${crypto.randomUUID().slice(0, 8)}`
  await administer(server, `create database ${database} template ${filled.database}`)
  directory = newDataDir()
  cpSync(filled.directory, directory, { recursive: true })
  const connectionString = inDatabase(server, database)
  townAddress = connectionString
  const program = await startProgram(directory, {
    DATABASE_URL: connectionString,
    RATE_LIMIT: 'off',
    ...(await variablesOf()),
  })
  await moveTown(connectionString, program.baseUrl.replace('127.0.0.1', 'localhost'))
  return program
}

/** People's photos are kept with the address of the server that the town was filled for. */
async function moveTown(connectionString: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `update marketplace.users set profile_photo_url = regexp_replace(profile_photo_url, '^https?://[^/]+', $1)
     where profile_photo_url is not null`,
    [url],
  )
  await client.end()
}

/**
 * Ends the file's town, if it was opened. Every file of page tests calls it at its top.
 * @param variables what the program of this file is told besides
 * @param browser another one than most files need
 */
export function closeTownAfterwards(
  variables: () => Promise<Record<string, string>> = async () => ({}),
  browser = chromiumPath,
): void {
  variablesOf = variables
  browserPath = browser
  afterAll(async () => {
    if (!opened) return
    const { program, browser } = await opened
    opened = undefined
    await browser.close()
    await program?.stop()
    if (directory) rmSync(directory, { recursive: true, force: true })
  }, 120_000)
}

export interface Visit {
  context: BrowserContext
  page: Page
  url: string
  /** What went wrong in the page: errors of scripts and of the content policy. */
  complaints: string[]
}

export interface VisitOptions {
  size?: Size
  scheme?: 'light' | 'dark'
  /** The language of the browser. */
  locale?: string
  /** Where the browser is. */
  timezoneId?: string
  /** Whether the pages may have what works without them: it would fetch a whole app in each test. */
  hasWorkers?: boolean
}

/** A browser window of its own, with nobody signed in. */
export async function visit(
  place: string,
  {
    size = 'phone',
    scheme = 'light',
    locale = 'en-GB',
    timezoneId = 'Europe/Berlin',
    hasWorkers = false,
  }: VisitOptions = {},
): Promise<Visit> {
  const { browser, url } = await town()
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    locale,
    timezoneId,
    hasTouch: size === 'phone',
    reducedMotion: 'reduce',
    serviceWorkers: hasWorkers ? 'allow' : 'block',
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  await page.goto(url + place)
  return { context, page, url, complaints }
}

/**
 * Fails on everything that axe-core finds wrong with the page as it is now, once it shows anything:
 * in both colour schemes, and in the window as it is or in those of the sizes.
 */
export async function expectAccessible(page: Page, ...at: Size[]): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // As an expression: the page's policy forbids script elements that are not its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const before = page.viewportSize()
  for (const size of at.length > 0 ? at : [undefined]) {
    if (size) await page.setViewportSize(sizes[size])
    await expectAccessibleInBothSchemes(page)
  }
  if (before) await page.setViewportSize(before)
}

async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const schemes = isDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
  // The page's own scheme comes last, so it stays.
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`[data-mantine-color-scheme=${colorScheme}]`).waitFor()
    // Only these rules see colours.
    const rules = colorScheme === schemes[0] ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
    const { violations } = await page.evaluate(
      (rules) =>
        (window as unknown as { axe: typeof axe }).axe.run(document, {
          resultTypes: ['violations'],
          ...rules,
        }),
      rules,
    )
    const found = violations.map(({ id, help, nodes }) => {
      const where = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)
      return `${colorScheme}: ${id}: ${help}: ${where.join(' | ')}`
    })
    expect(found, found.join('\n')).toEqual([])
    await noteSeen(page, seenIn(inject('folder')), colorScheme)
  }
}
