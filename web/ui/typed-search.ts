import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** Tells what was typed once the typing pauses. Whoever has gone to another page meanwhile is not called back. */
export function useTypedSearch(tell: (text: string) => void): (text: string) => void {
  const router = useRouter()
  const [page] = useState(() => router.latestLocation.pathname)
  return useDebouncedCallback((text: string) => {
    if (router.latestLocation.pathname === page) tell(text)
  }, 300)
}
