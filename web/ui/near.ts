import { type RefObject, useEffect, useState } from 'react'

/**
 * Whether somebody has read down to something, or nearly; it stays so.
 * @param margin how far below the window is near, such as `400px`
 */
export function useNear(place: RefObject<Element | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!place.current || isNear) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: margin,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, margin, isNear])
  return isNear
}
