import type { Plugin } from 'vite'

/**
 * The first module of an app is tiny: it begins requests and then loads the app. Naming the
 * app's chunks in the page has the browser fetch them at the same time instead of one after the other.
 */
export const preloadApp = (...apps: string[]): Plugin => ({
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: entry }) => {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const withImports = (name: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(name)) return seen
        seen.add(name)
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
          withImports(imported, seen)
        return seen
      }
      const app = chunks.find(
        ({ fileName, moduleIds }) =>
          entry?.dynamicImports.includes(fileName) && apps.some((module) => moduleIds.includes(module)),
      )
      if (!app) return []
      const names = [...withImports(app.fileName)]
      const styles = chunks
        .filter(({ fileName }) => names.includes(fileName))
        .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const links = [
        ...names.map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
        ...styles.map((name) => ({ rel: 'stylesheet', href: `/${name}` })),
      ]
      const tags = links
        .filter(({ href }) => !html.includes(href))
        .map((attrs) => ({ tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' as const }))
      // The document paints its shell by itself; `whenStyled` says when the styles of the app are there.
      const later = (attrs: (typeof links)[number]) =>
        attrs.rel === 'stylesheet' ? { ...attrs, media: 'print' } : attrs
      return {
        html: html.replaceAll('rel="stylesheet"', 'rel="stylesheet" media="print"'),
        tags: tags.map((tag) => ({ ...tag, attrs: later(tag.attrs) })),
      }
    },
  },
})

/**
 * Which modules an app's first module needs, and which of the project's own its app and the first of its pages need
 * besides. Of libraries nobody can tell here: their indexes name far more than a page uses.
 */
export function firstPages(first: string, app: string, ...pages: string[]) {
  const early = new Set<string>()
  const next = new Set<string>()
  const later = new Set<string>()
  const plugin: Plugin = {
    name: 'first-pages',
    buildEnd() {
      const reach = (id: string, reached: Set<string>): void => {
        if ([early, next, later].some((known) => known.has(id))) return
        reached.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) reach(imported, reached)
      }
      reach(first, early)
      reach(app, next)
      for (const page of pages) reach(page, later)
    },
  }
  // These do something when they are loaded, so they stay in files that nobody else loads.
  const isStart = (id: string) => id === first || id === app
  const isOwn = (id: string) => !isStart(id) && !id.includes('/node_modules/')
  return {
    plugin,
    isEarly: (id: string) => early.has(id) && !isStart(id),
    isNext: (id: string) => next.has(id) && isOwn(id),
    isLater: (id: string) => later.has(id) && isOwn(id),
  }
}
