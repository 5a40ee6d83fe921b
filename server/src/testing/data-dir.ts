import { chmodSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'

/** An empty folder that goes with the run: its workers are killed at their end, and clean nothing up. */
export function newDataDir(run = inject('folder')): string {
  const directory = mkdtempSync(path.join(run, 'data-'))
  // PostgreSQL, which root starts as somebody else, keeps its files in here, too.
  chmodSync(directory, 0o711)
  return directory
}
