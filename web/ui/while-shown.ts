import { useEffect, useRef } from 'react'

/**
 * The same, as long as what calls it is shown. An answer may come when somebody has gone on: it closes no dialog
 * that they opened meanwhile, and takes them nowhere.
 */
export function useWhileShown<Args extends unknown[], Result>(
  act: (...args: Args) => Result,
): (...args: Args) => Result | undefined {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (...args) => (isShown.current ? act(...args) : undefined)
}
