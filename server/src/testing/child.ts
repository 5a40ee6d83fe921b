import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

// The test runner ends its workers this way. What a failed test left running goes with them.
process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGKILL')
  process.kill(process.pid, 'SIGTERM')
})

/** How a process ended. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
}

/**
 * Knows how a process ends from now on.
 * @returns a function that waits for it. One that hangs, as Node can while it ends (nodejs/node#54918), it kills.
 */
export function watchChild(
  child: ChildProcess,
  { name, printed = () => '' }: { name: string; printed?: () => string },
): (doing: string, mostSeconds?: number) => Promise<Ending> {
  running.add(child)
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const forget = () => void running.delete(child)
  ended.then(forget, forget)
  return (doing, mostSeconds = 120) => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        child.kill('SIGKILL')
        const message = `${name} (${child.pid}) hung: ${mostSeconds} seconds after ${doing} it had not ended, and was killed.`
        reject(new Error(`${message} It had printed:\n${printed()}`))
      }, mostSeconds * 1000)
    })
    return Promise.race([ended, tooLong]).finally(() => clearTimeout(timer))
  }
}
