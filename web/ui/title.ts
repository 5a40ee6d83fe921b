import { useEffect } from 'react'

const app = document.title

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? app : `${title} · ${app}`
    return () => {
      document.title = app
    }
  }, [title])
}
