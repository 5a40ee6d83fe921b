import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

interface Installable {
  /** The app's document. */
  document: string
  /** The module that becomes its service worker. */
  worker: string
  /** What people see under its picture; it is in the language of the build. */
  name: string
  shortName: string
  description: string
  language: string
  /** The address that it opens at, and below which all of its pages are. */
  start: string
  color: string
  background: string
  /** Pictures by their width in pixels, and whether they may be cut to any shape. */
  icons: readonly { file: string; size: number; isMaskable?: boolean }[]
}

/**
 * Makes an app one that can be put on the start screen: writes its manifest and names it in its document, and tells its
 * service worker every file that the app may ever ask for.
 */
export function installable(app: Installable): Plugin {
  let manifest = ''
  let touchIcon = ''
  return {
    name: 'installable',
    apply: 'build',
    buildStart() {
      const icons = app.icons.map(({ file, size, isMaskable }) => {
        const source = readFileSync(file)
        const fileName = `assets/${path.basename(file, '.png')}-${hashOf(source)}.png`
        this.emitFile({ type: 'asset', fileName, source })
        return { src: `/${fileName}`, sizes: `${size}x${size}`, purpose: isMaskable ? 'maskable' : 'any' }
      })
      touchIcon = icons[0]?.src ?? ''
      const source = JSON.stringify({
        id: app.start,
        name: app.name,
        short_name: app.shortName,
        description: app.description,
        lang: app.language,
        start_url: app.start,
        scope: app.start,
        display: 'standalone',
        theme_color: app.color,
        background_color: app.background,
        icons: icons.map((icon) => ({ ...icon, type: 'image/png' })),
      })
      manifest = `assets/manifest-${hashOf(source)}.webmanifest`
      this.emitFile({ type: 'asset', fileName: manifest, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }) =>
        filename === app.document
          ? [
              { tag: 'link', attrs: { rel: 'manifest', href: `/${manifest}` }, injectTo: 'head' },
              { tag: 'link', attrs: { rel: 'apple-touch-icon', href: touchIcon }, injectTo: 'head' },
            ]
          : [],
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const worker = chunks.find(({ facadeModuleId }) => facadeModuleId === app.worker)
        if (!worker) return
        const importsOf = (module: string) => {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(module) ?? {}
          return [...importedIds, ...dynamicallyImportedIds]
        }
        const pictures = Object.keys(bundle).filter((file) => file.endsWith('.svg'))
        const files = [...new Set([...filesOf(app.document, chunks, importsOf), ...pictures, manifest])]
        const list = JSON.stringify(files.map((file) => `/${file}`).sort())
        worker.code = worker.code
          .replaceAll('APP_FILES', list)
          .replaceAll('APP_VERSION', JSON.stringify(hashOf(list)))
      },
    },
  }
}

const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 8)

type Chunks = readonly Rolldown.OutputChunk[]

/**
 * Every file that an app asks for, at once or ever: those with a module that its document leads to, and what they
 * import. Modules tell, not files: one that is shared leads on to pages of other apps as well.
 */
function filesOf(document: string, chunks: Chunks, importsOf: (module: string) => readonly string[]) {
  const modules = new Set<string>()
  const reach = (module: string): void => {
    if (modules.has(module) || module.includes('/node_modules/')) return
    modules.add(module)
    for (const imported of importsOf(module)) reach(imported)
  }
  reach(document)
  const files = new Set<string>()
  const take = (name: string): void => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || files.has(name)) return
    files.add(name)
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {}
    for (const file of [...importedCss, ...importedAssets]) files.add(file)
    for (const imported of chunk.imports) take(imported)
  }
  for (const { fileName, moduleIds } of chunks)
    if (moduleIds.some((module) => modules.has(module))) take(fileName)
  return files
}
