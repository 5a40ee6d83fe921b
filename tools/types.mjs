// Imported before the server. What strips types from its source would take 28 MB of memory as long as it runs,
// so another process does it once, and what it leaves is kept.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/plaza-types')

/** By its content, so that nothing kept is ever out of date. */
const placeOf = (source) =>
  join(folder, createHash('sha1').update(process.version).update(source).digest('base64url'))

// A power cut can leave a file empty or cut off under its right name: only a whole one ends with this.
const end = '\n// whole\n'

function readKept(file) {
  try {
    const text = readFileSync(file, 'utf8')
    return text.endsWith(end) ? text : undefined
  } catch {
    return undefined
  }
}

/** Strips the types of a file that is needed now, and of those that will be needed next. */
function strip(needed) {
  mkdirSync(folder, { recursive: true })
  for (const file of [needed, ...globSync(['server/src/**/*.ts', 'tools/*.ts'], { cwd: root })]) {
    const source = readFileSync(resolve(root, file), 'utf8')
    const place = placeOf(source)
    if (file.endsWith('.test.ts') || readKept(place) !== undefined) continue
    // Another process may read it at any moment.
    writeFileSync(`${place}.${process.pid}`, stripTypeScriptTypes(source) + end)
    renameSync(`${place}.${process.pid}`, place)
  }
}

// Where nothing can be kept, Node does it as ever.
let canKeep = true
function strippedElsewhere(file, place) {
  if (canKeep)
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', self, file], { stdio: 'ignore' })
  const source = readKept(place)
  canKeep = source !== undefined
  return source
}

function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const file = fileURLToPath(url)
  const place = placeOf(readFileSync(file, 'utf8'))
  const source = readKept(place) ?? strippedElsewhere(file, place)
  return source === undefined ? nextLoad(url, context) : { format: 'module', shortCircuit: true, source }
}

if (process.argv[1] === self) strip(process.argv[2])
else registerHooks({ load })
