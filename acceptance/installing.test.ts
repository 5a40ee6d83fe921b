import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const jsonOf = (file: string) => JSON.parse(textOf(file))

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

const packagesOf = (lock: string): [string, Locked][] =>
  Object.entries<Locked>(jsonOf(lock).packages).filter(
    ([name, { link }]) => name.includes('node_modules/') && !link,
  )

describe.each([
  ['.npmrc', 'package-lock.json', 'package.json'],
  ['tools/runtime/.npmrc', 'tools/runtime/package-lock.json', 'tools/runtime/package.json'],
])('what is installed by %s', (settings, lock, manifest) => {
  test('is chosen from the registry, some days old, and runs nothing unseen', () => {
    const lines = textOf(settings).split('\n')
    for (const line of [
      'strict-allow-scripts=true',
      'allow-git=none',
      'allow-remote=none',
      'min-release-age=3',
    ])
      expect(lines).toContain(line)
  })

  test('is named by version and checksum, with a word on each that has an install script', () => {
    const decided = Object.keys(jsonOf(manifest).allowScripts ?? {})
    const packages = packagesOf(lock)
    expect(packages.length).toBeGreaterThan(0)
    for (const [name, { version, resolved, integrity, hasInstallScript }] of packages) {
      expect([name, version, integrity]).toEqual([
        name,
        expect.stringMatching(/^\d+\.\d+\.\d+/),
        expect.stringMatching(/^sha512-/),
      ])
      expect([name, resolved ?? 'https://']).toEqual([name, expect.stringMatching(/^https:/)])
      if (hasInstallScript) expect(decided).toContain(name.slice('node_modules/'.length))
    }
  })
})
