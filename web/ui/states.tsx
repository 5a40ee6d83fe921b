import { Alert, Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { texts } from '../texts/ui.ts'
import { Failure } from './failure.ts'

/** A list with nothing in it: what that means, and what to do about it. */
export function Empty({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Title order={2} size="h3">
          {title}
        </Title>
        {hint && <Text c="var(--ink-soft)">{hint}</Text>}
        {children}
      </Stack>
    </Center>
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
    <Alert color="red" role="alert" variant="light" my="md">
      <Stack gap="sm" align="flex-start">
        <Text c="var(--ink)">{messageOf(error)}</Text>
        {retry && (
          <Button variant="default" onClick={retry}>
            {texts.tryAgain}
          </Button>
        )}
        {children}
      </Stack>
    </Alert>
  )
}

/** A sentence above a form, read out when it appears. */
export function FormFailure({ message }: { message: ReactNode }) {
  return (
    <div role="alert">
      {message && (
        <Text c="var(--bad)" my="xs">
          {message}
        </Text>
      )}
    </div>
  )
}

export const Waiting = () => (
  <Center py="xl" role="status" aria-label={texts.loading}>
    <Loader />
  </Center>
)

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
    <Center ref={sentinel} py="lg">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {texts.loadMore}
      </Button>
    </Center>
  )
}
