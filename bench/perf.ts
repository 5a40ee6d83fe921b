// Where a process spends its processor time, by Linux's own profiler.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Kinds of code, in the order of the tables. */
export const kinds = [
  'nouns',
  'platform',
  'pg, Kysely',
  'Fastify',
  'other packages',
  'Node’s JavaScript',
  'built into V8',
  'garbage',
  'compiling',
  'C++',
  'libc',
  'kernel',
] as const
export type Kind = (typeof kinds)[number]

const packageKinds: Readonly<Record<string, Kind>> = {
  pg: 'pg, Kysely',
  'pg-pool': 'pg, Kysely',
  'pg-protocol': 'pg, Kysely',
  'pg-types': 'pg, Kysely',
  kysely: 'pg, Kysely',
  fastify: 'Fastify',
  'find-my-way': 'Fastify',
  avvio: 'Fastify',
  'light-my-request': 'Fastify',
}

/** Of JavaScript, by the file that it comes from. */
function kindOfScript(symbol: string): Kind {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(symbol)?.[1]
  if (inPackage !== undefined) return packageKinds[inPackage] ?? 'other packages'
  if (symbol.includes('/server/src/')) return symbol.includes('/server/src/platform/') ? 'platform' : 'nouns'
  return 'Node’s JavaScript'
}

const isScript = /^(?:JS|LazyCompile|Function|Script|Eval):/
const isCollecting =
  /Scaveng|MarkCompact|Marking|Sweep|Evacuat|Heap::|GarbageCollect|GCTracer|YoungGeneration|Pretenuring|Marker|Ephemeron/
const isCompiling =
  /::compiler::|::maglev::|Turboshaft|::interpreter::|Parser|Scanner|Compil|Bytecode.*Builder|baseline::|Deoptim/

/** What kind of code a function is, by its name and the file that it is in. */
export function kindOf({ symbol, file }: { symbol: string; file: string }): Kind {
  if (file.includes('[kernel') || file.includes('[guest.kernel')) return 'kernel'
  if (symbol.startsWith('Builtins_') || symbol.startsWith('RegExp:') || symbol.startsWith('Builtin:'))
    return 'built into V8'
  if (isScript.test(symbol)) return kindOfScript(symbol)
  if (!file.includes(path.basename(process.execPath))) return 'libc'
  if (isCollecting.test(symbol)) return 'garbage'
  if (isCompiling.test(symbol)) return 'compiling'
  return 'C++'
}

/** A part of the samples: a function, and how often the process was found in it. */
export interface Part {
  symbol: string
  file: string
  samples: number
}

/** Has a program of Node name its compiled functions to the profiler, in a file of its own. */
export const namesFunctions = { NODE_OPTIONS: '--perf-basic-prof' }

/** Whether it is installed, and may watch. */
export const hasPerf = (): boolean =>
  spawnSync('perf', ['record', '-q', '-e', 'cpu-clock', '-o', '/dev/null', 'true']).status === 0

/** Looks a thousand times a second of processor time where a process is. @returns what ends that, and where it was. */
export function watchWhere(pid: number, file: string): () => Promise<Part[]> {
  const perf = spawn(
    'perf',
    ['record', '-q', '-e', 'cpu-clock', '-F', '1000', '-p', String(pid), '-o', file],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const hasEnded = once(perf, 'exit')
  return async () => {
    perf.kill('SIGINT')
    await hasEnded
    const said = spawnSync('perf', ['script', '-i', file, '-F', 'ip,sym,dso'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const parts = new Map<string, Part>()
    for (const line of said.stdout.split('\n')) {
      const [, symbol = '', where = ''] =
        /^\s*[0-9a-f]+ (.*) \(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(line) ?? []
      if (where === '') continue
      const part = parts.get(`${symbol} ${where}`) ?? { symbol, file: where, samples: 0 }
      part.samples += 1
      parts.set(`${symbol} ${where}`, part)
    }
    return [...parts.values()].sort((a, b) => b.samples - a.samples)
  }
}
