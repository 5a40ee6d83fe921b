import { useNavigate, useRouterState } from '@tanstack/react-router'

/** Leads to the sign-in page, which leads back here. */
export function useSignInFirst(): () => void {
  const navigate = useNavigate()
  const here = useRouterState({ select: (state) => state.location.href })
  return () => void navigate({ to: '/sign-in', search: { next: here } })
}
