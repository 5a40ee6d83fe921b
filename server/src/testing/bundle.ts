import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { newDataDir } from './data-dir.ts'

/** What modules find beside themselves, they still find from the one file that they are all in. */
const inTheirPlaces: Plugin = {
  name: 'in-their-places',
  enforce: 'post',
  transform(code, id) {
    if (!code.includes('import.meta.') || id.includes('node_modules')) return
    return code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
      .replaceAll('import.meta.main', 'false')
  },
}

/**
 * Writes a program and all that it imports into one file, but for packages where it will find these. A process that lives
 * for a moment spends nearly all of it on finding, reading and stripping a thousand modules.
 * @param outDir a folder from which the packages are found; without one, they are in the file as well.
 * @returns the path of the file.
 */
export async function bundle(file: string, outDir?: string): Promise<string> {
  const folder = outDir ?? newDataDir()
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [inTheirPlaces],
    ssr: { target: 'node', noExternal: outDir === undefined ? true : [] },
    build: { ssr: file, outDir: folder, minify: false, target: 'node24' },
  })
  return path.join(folder, `${path.parse(file).name}.js`)
}
