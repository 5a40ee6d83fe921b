/** A page of this site to go on to, as the address says it; undefined for anything else. */
export function ownPage(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value, window.location.origin)) return undefined
  const { origin, pathname, search, hash } = new URL(value, window.location.origin)
  // Two slashes would name another site once it is an address by itself.
  return origin === window.location.origin ? pathname.replace(/^\/+/, '/') + search + hash : undefined
}

export interface NextPage {
  next?: string
  /** Code of the invitation by which somebody came. */
  invite?: string
}

export function readNextPage(search: Record<string, unknown>): NextPage {
  const next = ownPage(search.next)
  // A code of digits alone is read as a number.
  const invite = /^[2-9a-z]{10}$/i.exec(String(search.invite ?? ''))?.[0]
  return { ...(next === undefined ? {} : { next }), ...(invite === undefined ? {} : { invite }) }
}
