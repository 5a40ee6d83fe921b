import { useEffect } from 'react'

const app = document.title
/** Of everything that is shown: a page, and what lies over it. */
let titles: readonly { text: string }[] = []

function show(changed: typeof titles): void {
  titles = changed
  const text = titles.at(-1)?.text
  document.title = text ? `${text} · ${app}` : app
}

/** Names the page in the browser's tab and history; what came last names it as long as it is there. */
export function useTitle(title: string): void {
  useEffect(() => {
    const own = { text: title }
    show([...titles, own])
    return () => show(titles.filter((other) => other !== own))
  }, [title])
}
