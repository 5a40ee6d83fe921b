// Measures the first visits to the storefront and the wellness app on a throttled phone. See docs/benchmarks.md.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { startProgram } from '../acceptance/program.ts'
import { chromiumPath } from '../web/tests/chromium.ts'

/** What each page may take: JavaScript (gzip), and the time until its largest part is painted. */
const limits = {
  home: { scriptKb: 145, paintMs: 1600 },
  listing: { scriptKb: 190, paintMs: 1600 },
  wellness: { scriptKb: 180, paintMs: 1800 },
} as const
type PageName = keyof typeof limits
const mostShift = 0.05
/** Until something is painted on a slow mobile network. */
const mostFirstPaintMs = 2000
const rounds = 3
/** How long a page is watched after its last picture, for what still moves. */
const watchMs = 2000

const kilobytes = (bytes: number) => bytes / 1000
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Visit {
  scriptKb: number
  /** Until the first thing is painted, and the largest. */
  firstPaintMs: number
  paintMs: number
  shift: number
}

/** Collects what the browser says of its paints and shifts, from the first one on. Node knows neither kind. */
function observe(): void {
  const seen = { firstPaintMs: 0, paintMs: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.firstPaintMs = startTime
  }).observe({ type: 'paint' as never, buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint' as never, buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shift += entry.value
  }).observe({ type: 'layout-shift' as never, buffered: true })
}

/** Mobile networks: a usual one, and the slowest that is in use. */
const networks = {
  usual: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  slow: { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 },
} as const
type Network = keyof typeof networks

/** A phone of the middle class on a mobile network. */
async function throttle(page: Page, network: Network): Promise<() => number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', { offline: false, ...networks[network] })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType === 'text/javascript') scripts.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  return () => bytes
}

async function visit(url: string, network: Network = 'usual'): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    // The server packs better for browsers that understand brotli; the limit is of gzip.
    extraHTTPHeaders: { 'accept-encoding': 'gzip' },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(180_000)
  const scriptBytes = await throttle(page, network)
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  // The shell is no page yet.
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(watchMs)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'scriptKb'> }).seen)
  await browser.close()
  return { ...seen, scriptKb: kilobytes(scriptBytes()) }
}

async function measure(name: PageName, url: string): Promise<boolean> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round += 1) visits.push(await visit(url))
  const script = median(visits.map(({ scriptKb }) => scriptKb))
  const paint = median(visits.map(({ paintMs }) => paintMs))
  const shift = Math.max(...visits.map((one) => one.shift))
  console.log(
    `${name.padEnd(8)} ${script.toFixed(1).padStart(6)} kB of JavaScript (gzip)   largest paint ${(paint / 1000).toFixed(2)} s   layout shift ${shift.toFixed(3)}`,
  )
  const { scriptKb, paintMs } = limits[name]
  return script <= scriptKb && paint <= paintMs && shift <= mostShift
}

async function measureFirstPaint(url: string): Promise<boolean> {
  const { firstPaintMs } = await visit(url, 'slow')
  console.log(`home     first paint ${(firstPaintMs / 1000).toFixed(2)} s on 400 kbit/s with 400 ms of delay`)
  return firstPaintMs > 0 && firstPaintMs < mostFirstPaintMs
}

async function firstListing(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/post-mgt/get?limit=1`)
  const { data } = (await reply.json()) as { data: { _id: string }[] }
  return data[0]?._id ?? ''
}

if (!chromiumPath) throw new Error('This needs Chromium; CHROMIUM_PATH says where it is.')
const running = process.env.TEST_PAGES_URL
const directory = mkdtempSync(path.join(os.tmpdir(), 'plaza-bench-web-'))
const program = running ? undefined : await startProgram(directory, { DEMO: '1', RATE_LIMIT: 'off' })
try {
  const url = running ?? program?.baseUrl.replace('127.0.0.1', 'localhost') ?? ''
  const home = await measure('home', `${url}/`)
  const listing = await measure('listing', `${url}/listing/${await firstListing(url)}`)
  const wellness = await measure('wellness', `${url}/wellness/`)
  const first = await measureFirstPaint(`${url}/`)
  const most = Object.entries(limits).map(
    ([name, { scriptKb, paintMs }]) => `${name} ${scriptKb} kB and ${paintMs / 1000} s`,
  )
  console.log(
    `limits: ${most.join(', ')}, ${mostShift}, first paint ${mostFirstPaintMs / 1000} s; medians of ${rounds} visits`,
  )
  if (!home || !listing || !wellness || !first) process.exitCode = 1
} finally {
  await program?.stop()
  rmSync(directory, { recursive: true, force: true })
}
