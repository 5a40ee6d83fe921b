// Plain JavaScript that parses on Node 18, like run.mjs.

/** Where the server runs: how its memory is kept small. docs/decisions/0023-memory-and-overload.md has the figures. */
const serverOptions = [
  ['--import', new URL('types.mjs', import.meta.url).href],
  // New objects get 2 × 8 MB instead of 2 × 32: what is not needed by then is dropped earlier.
  ['--max-semi-space-size=8'],
  // The server holds 50 MB. Node collects the less often the more memory the machine has; with this as
  // the most, it does so at some 80 MB and not at 240.
  ['--max-old-space-size=1024'],
]

const nameOf = (option) => option.split('=')[0]

/** Options of Node for a script of this project, but those that somebody chose by NODE_OPTIONS. */
export function nodeOptionsOf(script, chosen = '') {
  if (script !== 'server/src/main.ts') return []
  return serverOptions.filter(([option]) => option === '--import' || !chosen.includes(nameOf(option))).flat()
}
