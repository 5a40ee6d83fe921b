import { spawn } from 'node:child_process'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { runCommand } from '../../acceptance/program.ts'
import { watchChild } from '../../server/src/testing/child.ts'
import { newDataDir } from '../../server/src/testing/data-dir.ts'
import { administer, asksFor, inDatabase } from '../../server/src/testing/global-setup.ts'
import { heldAllOf } from '../../server/src/testing/outcomes.ts'
import { chromiumPath } from './chromium.ts'
import { checkPagesSeen, seenIn } from './pages-seen.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The demonstration town that each file of page tests copies: a database and a data folder. */
    town: { database: string; directory: string }
  }
}

/** Builds the pages and fills the town once, side by side, before the workers start programs that serve them. */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (!asksFor('web') || process.env.TEST_PAGES_URL) return
  if (!chromiumPath) {
    console.warn('No Chromium is installed, so the tests of the web pages are skipped.')
    return
  }
  const { server, template, folder } = project.getProvidedContext()
  const directory = newDataDir(folder)
  const database = `${template}_town`
  await administer(server, `create database ${database} template template0`)
  await Promise.all([
    build(),
    runCommand(directory, ['demo'], { DATABASE_URL: inDatabase(server, database) }),
  ])
  project.provide('town', { database, directory })
  return () => {
    if (heldAllOf(project, import.meta.dirname)) checkPagesSeen(seenIn(folder))
  }
}

async function build(): Promise<void> {
  const file = path.join(import.meta.dirname, '../../tools/build-web.ts')
  const building = watchChild(spawn(process.execPath, [file], { stdio: 'inherit' }), { name: file })
  const { code } = await building('its start', 600)
  if (code !== 0) throw new Error('the web pages could not be built')
}
