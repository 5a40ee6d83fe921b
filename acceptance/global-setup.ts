import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { bundle } from '../server/src/testing/bundle.ts'
import { asksFor } from '../server/src/testing/global-setup.ts'
import { caches, mainFile } from './program.ts'

/** Puts the program that the tests start so often into one file, where somebody may start it. */
export async function setup(): Promise<(() => void) | undefined> {
  if (!asksFor('acceptance', 'web')) return
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(path.join(caches, 'program-'))
  process.env.TEST_PROGRAM = await bundle(mainFile, folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
