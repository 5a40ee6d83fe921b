import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../texts/ui.ts'
import { useIsOnline } from './connection.tsx'
import { Failure } from './failure.ts'
import { PlainButton } from './plain-button.tsx'
import classes from './states.module.css'

/** A box with nothing in it. */
const OpenBox = () => (
  <svg
    aria-hidden
    width="88"
    height="72"
    viewBox="0 0 88 72"
    fill="none"
    stroke="var(--brand)"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path fill="var(--brand-soft)" d="M16 30h56v32a5 5 0 0 1-5 5H21a5 5 0 0 1-5-5Z" />
    <path d="M16 30 5 42M72 30l11 12M16 30l9-15h38l9 15M37 44h14" />
  </svg>
)

/** A list with nothing in it: what that means, and what to do about it. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <OpenBox />
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

export const messageOf = (error: unknown): string =>
  error instanceof Failure ? error.message : texts.unexpected

/** Something could not be loaded. */
export function Failed({
  error,
  retry,
  children,
}: {
  error: unknown
  retry?: () => void
  children?: ReactNode
}) {
  return (
    <div role="alert" className={classes.failed}>
      <p>{messageOf(error)}</p>
      {retry && <PlainButton onClick={retry}>{texts.tryAgain}</PlainButton>}
      {children}
    </div>
  )
}

/** A sentence above a form, read out when it appears. */
export function FormFailure({ message }: { message: ReactNode }) {
  return <div role="alert">{message && <p className={classes.formFailure}>{message}</p>}</div>
}

/** Something is on its way; without a connection it says that it comes with one. */
export const Waiting = () =>
  useIsOnline() ? (
    <div className={classes.waiting} role="status" aria-label={texts.loading} />
  ) : (
    <p role="status" className={classes.failed}>
      {texts.comesLater}
    </p>
  )

/**
 * The end of a list that goes on: loads more when it comes into sight, or by its button. While the pages that are
 * there are read anew it waits: the next page would call that off, and what is out of date would stay.
 */
export function More({
  query,
}: {
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
}) {
  const sentinel = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    const element = sentinel.current
    if (!element || !hasNextPage || isFetching || isFetchNextPageError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  if (isFetchNextPageError) return <Failed error={query.error} retry={() => fetchNextPage()} />
  if (!hasNextPage) return null
  return (
    <div ref={sentinel} className={classes.more}>
      <PlainButton isLoading={isFetchingNextPage} disabled={isFetching} onClick={() => fetchNextPage()}>
        {texts.loadMore}
      </PlainButton>
    </div>
  )
}
