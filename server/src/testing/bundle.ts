import path from 'node:path'
import { build } from 'vite'
import { newDataDir } from './data-dir.ts'

/**
 * Writes a program and all that it imports into one file. A process that lives for a moment spends nearly all of
 * it on finding, reading and stripping a thousand modules.
 * @returns the path of the file.
 */
export async function bundle(file: string): Promise<string> {
  const outDir = newDataDir()
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true },
    build: { ssr: file, outDir, minify: false, target: 'node24' },
  })
  return path.join(outDir, `${path.parse(file).name}.js`)
}
