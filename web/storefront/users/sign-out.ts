import { logoutMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { session } from '../session.ts'

/** Ends this session or, with `all_devices`, all of the person's. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    ...logoutMutation(),
    onSuccess: () => {
      const left = navigate({ to: '/' })
      session.signedOut()
      return left
    },
  })
}
