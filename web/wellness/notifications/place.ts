import type { LinkProps } from '@tanstack/react-router'

/** A page of the app, or an address elsewhere. */
export type Place = Pick<LinkProps, 'to' | 'params'> | { href: string }

const id = '([0-9a-f-]{36})'
/** What notices are about, as they name it, and the page of it. */
const pages: readonly [pattern: RegExp, place: (part: string) => Place][] = [
  [new RegExp(`^goals/${id}$`), (goalId) => ({ to: '/goals/$goalId', params: { goalId } })],
  [
    new RegExp(`^exercises?/${id}$`),
    (exerciseId) => ({ to: '/exercise/$exerciseId', params: { exerciseId } }),
  ],
  [
    /^questionnaires\/([a-z0-9-]+)$/,
    (instrument) => ({ to: '/questionnaires/$instrument', params: { instrument } }),
  ],
  [/^goals\/today$/, () => ({ to: '/' })],
  [
    /^(goals|exercises|history|coach|invite|questionnaires)$/,
    (page) => ({ to: `/${page}` as LinkProps['to'] }),
  ],
]

/** Where a notice leads; nowhere where no page is called like that. */
export function placeOf(link: string | null): Place | undefined {
  if (link === null) return undefined
  if (link.startsWith('https://')) return { href: link }
  const path = link.replace(/^\/+/, '').replace(/[?#].*$/, '')
  for (const [pattern, place] of pages) {
    const found = pattern.exec(path)
    if (found) return place(found[1] ?? '')
  }
  return undefined
}
