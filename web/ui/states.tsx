import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../texts/ui.ts'
import { Failure } from './failure.ts'
import { PlainButton } from './plain-button.tsx'
import classes from './states.module.css'

/** A list with nothing in it: what that means, and what to do about it. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.empty}>
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

export const Waiting = () => <div className={classes.waiting} role="status" aria-label={texts.loading} />

/** The end of a list that goes on: loads more when it comes into sight, or by its button. */
export function More({
  query,
}: {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
}) {
  const sentinel = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    const element = sentinel.current
    if (!element || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (isFetchNextPageError) return <Failed error={query.error} retry={() => fetchNextPage()} />
  if (!hasNextPage) return null
  return (
    <div ref={sentinel} className={classes.more}>
      <PlainButton isLoading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {texts.loadMore}
      </PlainButton>
    </div>
  )
}
