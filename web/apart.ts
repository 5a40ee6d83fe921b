import type { Plugin } from 'vite'

interface File {
  imports: readonly string[]
  moduleIds: readonly string[]
}

const appsOf = ({ moduleIds }: File): string[] =>
  moduleIds.flatMap((id) => /\/web\/(storefront|wellness|admin)\//.exec(id)?.[1] ?? [])

/** Fails a build in which a file of one app loads one of another, whose session and router would run along. */
export const appsApart = (): Plugin => ({
  name: 'apps-apart',
  generateBundle(_options, bundle) {
    const loadedWith = (name: string, seen: Set<string>): Set<string> => {
      const file = bundle[name]
      if (seen.has(name) || file?.type !== 'chunk') return seen
      seen.add(name)
      for (const imported of file.imports) loadedWith(imported, seen)
      return seen
    }
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      const [own] = appsOf(file)
      for (const name of own ? loadedWith(file.fileName, new Set()) : []) {
        const loaded = bundle[name]
        const other = loaded?.type === 'chunk' && appsOf(loaded).find((app) => app !== own)
        if (other) this.error(`${file.fileName} of ${own} loads ${name}, in which ${other} is`)
      }
    }
  },
})
