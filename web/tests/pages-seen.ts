import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

/** The ledger of pages: which of them the tests of a run looked at with axe, and in which window and colours. */

/** From so many pixels on a window is no phone's. */
const leastDesktop = 700

interface Router {
  basepath: string
  routesByPath: Record<string, unknown>
  latestLocation: { pathname: string }
  getMatchedRoutes(pathname: string): [unknown, unknown, { fullPath: string } | undefined]
}

export const seenIn = (folder: string) => path.join(folder, 'pages-seen')

/** Notes the page that is shown, and every page of its app, in a file of this process. */
export async function noteSeen(page: Page, folder: string, scheme: string): Promise<void> {
  const shown = await page.evaluate(() => {
    const router = (window as unknown as { __TSR_ROUTER__?: Router }).__TSR_ROUTER__
    if (!router) return undefined
    const app = router.basepath === '/' ? '' : router.basepath
    const [, , found] = router.getMatchedRoutes(router.latestLocation.pathname)
    return {
      all: Object.keys(router.routesByPath).map((each) => app + each),
      seen: found && app + found.fullPath,
    }
  })
  if (!shown) return
  const size = (page.viewportSize()?.width ?? 0) < leastDesktop ? 'phone' : 'desktop'
  mkdirSync(folder, { recursive: true })
  // The first page of a part is named with and without a slash.
  const nameOf = (place: string) => place.replace(/(.)\/$/, '$1')
  const lines = shown.all.map((each) => `page ${nameOf(each)}`)
  if (shown.seen) lines.push(`seen ${nameOf(shown.seen)} ${size} ${scheme}`)
  const file = path.join(folder, String(process.pid))
  const known = new Set(linesOf(folder))
  for (const line of lines) if (!known.has(line)) appendFileSync(file, `${line}\n`)
}

const linesOf = (folder: string): string[] =>
  globSync('*', { cwd: folder }).flatMap((file) =>
    readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n'),
  )

/** Fails the run by name for every page that no test looked at, with the window and the colours. */
export function checkPagesSeen(folder: string): void {
  const lines = new Set(linesOf(folder))
  const unseen = [...lines].sort().flatMap((line) => {
    const [kind, name] = line.split(' ')
    if (kind !== 'page') return []
    return ['phone', 'desktop'].flatMap((size) =>
      ['light', 'dark'].flatMap((scheme) =>
        lines.has(`seen ${name} ${size} ${scheme}`) ? [] : [`${name} on a ${size}, ${scheme}`],
      ),
    )
  })
  if (unseen.length === 0) return
  console.error(`No test looked with axe at\n${unseen.join('\n')}`)
  // An error would keep what was set up before the pages from being taken down.
  process.exitCode = 1
}
