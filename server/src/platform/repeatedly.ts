/**
 * Runs something now and then again, with a pause after each time.
 * @returns a function that stops it, after what is under way.
 */
export function repeatedly(
  run: (stopped: AbortSignal) => Promise<void>,
  { everySeconds, onFailure }: { everySeconds: number; onFailure: (error: Error) => void },
): () => Promise<void> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  function turn(): void {
    running = run(stopping.signal)
      .catch(onFailure)
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, everySeconds * 1000)
      })
  }

  turn()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
