import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { chromiumPath } from './chromium.ts'

/** Builds the pages once, before the workers start programs that serve them. */
export function setup(): void {
  const asked = process.argv.filter((word) => /^(\.\/)?(server|acceptance|web)(\/|$)/.test(word))
  const isOthers = asked.length > 0 && !asked.some((word) => word.includes('web'))
  if (isOthers || process.env.TEST_PAGES_URL) return
  if (!chromiumPath) {
    console.warn('No Chromium is installed, so the tests of the web pages are skipped.')
    return
  }
  const { status } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, '../../tools/build-web.ts')],
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('the web pages could not be built')
}
