/**
 * Runs `work` in one tab at a time. Browsers have locks only on secure origins; on others, such as
 * a test address in the home network, every tab works on its own.
 */
export async function withLock(name: string, work: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(name, signal ? { signal } : {}, work)
}
