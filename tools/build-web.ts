// Builds the pages of web/ into web/dist when they are missing or older than their source.
import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  globSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { exit } from '../server/src/exit.ts'
import { languageNames } from '../web/texts/languages.ts'

const root = path.join(import.meta.dirname, '..')
const output = path.join(root, 'web/dist')
const stamp = path.join(output, 'built-from')

/** What the built pages depend on, as one hash. */
function source(): string {
  const hash = createHash('sha256')
  const files = globSync(
    ['web/**/*.{ts,tsx,css,html,svg,png,json}', 'client/**/*.ts', 'tools/build-web.ts', 'package-lock.json'],
    {
      cwd: root,
      exclude: (name) => ['node_modules', 'dist', 'tests'].includes(name),
    },
  )
  for (const file of files.sort()) {
    const absolute = path.join(root, file)
    hash.update(file).update(readFileSync(absolute))
  }
  return hash.digest('hex')
}

export const arePagesFresh = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === source()

/** The server sends these to browsers that can unpack them, so nothing is packed per request. */
function compress(): void {
  for (const file of globSync('assets/**/*.{js,css,svg}', { cwd: output })) {
    const bytes = readFileSync(path.join(output, file))
    if (bytes.length < 1000) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    writeFileSync(path.join(output, `${file}.br`), brotliCompressSync(bytes, quality))
    writeFileSync(path.join(output, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

/** Once they are stamped they are trusted, also after a power cut. */
function flush(): void {
  for (const file of globSync('**/*', { cwd: output, withFileTypes: true })) {
    if (!file.isFile()) continue
    const opened = openSync(path.join(file.parentPath, file.name), 'r+')
    fsyncSync(opened)
    closeSync(opened)
  }
}

async function buildPages(): Promise<void> {
  const from = source()
  // Whatever the program's own setting is: the libraries have other, slower code for development.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  rmSync(output, { recursive: true, force: true })
  for (const language of Object.keys(languageNames)) {
    process.env.PLAZA_LANGUAGE = language
    await build({
      root: path.join(root, 'web'),
      configFile: path.join(root, 'web/vite.config.ts'),
      build: { outDir: path.join(output, language) },
      logLevel: 'warn',
    })
    // Names tell contents, so what no text is in comes out of each build under the same one.
    cpSync(path.join(output, language, 'assets'), path.join(output, 'assets'), { recursive: true })
    rmSync(path.join(output, language, 'assets'), { recursive: true })
  }
  compress()
  flush()
  writeFileSync(stamp, from)
}

if (import.meta.main) {
  if (!arePagesFresh()) await buildPages()
  await exit(0)
}
