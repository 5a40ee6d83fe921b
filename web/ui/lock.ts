/**
 * Runs `work` in one tab at a time. Browsers have locks only on secure origins; on others, such as
 * a test address in the home network, every tab works on its own.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, work)
}

/** Who has the turn and does not answer for so long is suspended, as an iPhone does with tabs behind the one in front. */
export const suspendedMs = 3000

/**
 * Runs `work` in one tab at a time until it ends, its tab is closed, or another tab takes its turn; `turn` is aborted then.
 * @param until aborted once this tab wants no turn any more
 * @returns takes the turn of whoever has it: systems suspend tabs together with the locks that these hold
 */
export function inTurn(
  name: string,
  work: (turn: AbortSignal) => Promise<void>,
  until: AbortSignal,
): () => void {
  if (!('locks' in navigator)) {
    void work(until)
    return () => {}
  }
  const request = async (options: LockOptions) => {
    const turn = new AbortController()
    try {
      await navigator.locks.request(name, options, () => work(AbortSignal.any([until, turn.signal])))
    } finally {
      turn.abort()
    }
  }
  const isTaken = (error: unknown) =>
    !until.aborted && error instanceof DOMException && error.name === 'AbortError'
  const wait = (): Promise<void> =>
    request({ signal: until }).catch((error) => (isTaken(error) ? wait() : undefined))
  void wait()
  return () => {
    // Whoever loses what they took still waits for their own turn.
    request({ steal: true }).catch(() => {})
  }
}
