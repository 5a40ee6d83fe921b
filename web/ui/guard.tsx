import { Outlet, redirect } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Lazy } from './lazy.tsx'
import { type Session, usePersonId } from './session.ts'

/** Before pages that need somebody signed in: the others are sent to sign in and come back. */
export const signedInOnly =
  (session: Session, search: object = {}) =>
  ({ location }: { location: { publicHref: string } }): void => {
    if (session.personId === '')
      throw redirect({ to: '/sign-in', search: { ...search, next: location.publicHref } })
  }

const Covered = createContext(false)

/** Whether the page is covered because its session has ended. What stands above the page has to hide itself then. */
export const useIsCovered = (): boolean => useContext(Covered)

interface SignedInProps {
  session: Session
  /** Asks to sign in again, over the page. */
  SignInAgain: Lazy<unknown>
  /** The pages; the matching one when nothing is said. */
  children?: ReactNode
}

/**
 * Pages of somebody. When the session ends elsewhere the page is covered, not thrown away: the same
 * person finds what they typed after signing in again, anybody else gets a page of their own.
 */
export function SignedIn({ session, SignInAgain, children = <Outlet /> }: SignedInProps) {
  const personId = usePersonId(session)
  const [owner, setOwner] = useState(personId)
  if (personId !== '' && personId !== owner) setOwner(personId)
  // Fetched while there is a connection: a session may end without one.
  useEffect(() => void SignInAgain.preload(), [SignInAgain])
  return (
    <>
      {personId === '' && <SignInAgain />}
      <div key={owner} hidden={personId === ''}>
        <Covered value={personId === ''}>{children}</Covered>
      </div>
    </>
  )
}
