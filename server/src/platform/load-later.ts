import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A package that is loaded when it is first used, because it is large and many processes never need it. */
export function loadLater<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= require(name) as Package
    return loaded
  }
}
