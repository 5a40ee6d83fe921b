import { logout } from '@plaza/client/marketplace'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../ui/failure.ts'
import { session } from '../api.ts'

/** Ends this session or, with `true`, all of the person's. */
export function useSignOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (isEverywhere: boolean) => ask(logout({ body: { all_devices: isEverywhere } })),
    onSuccess: () => {
      const left = navigate({ to: '/' })
      session.signedOut()
      return left
    },
  })
}
