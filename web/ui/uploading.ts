import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

const formUpload = ['form-upload']

interface FormUpload<Chosen, Sent> {
  send: (chosen: Chosen, signal: AbortSignal) => Promise<Sent>
  onSuccess?: (sent: Sent) => void
}

/** Uploads what a form is sent with. Whoever closes the form calls that off, so that no other form waits for it. */
export function useFormUpload<Chosen, Sent>({ send, onSuccess }: FormUpload<Chosen, Sent>) {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    leaving.current = here
    return () => here.abort()
  }, [])
  return useMutation({
    mutationKey: formUpload,
    mutationFn: (chosen: Chosen) => send(chosen, leaving.current.signal),
    ...(onSuccess ? { onSuccess } : {}),
  })
}

/** Whether something is on its way that a form would be sent without. */
export const useIsUploading = (): boolean => useIsMutating({ mutationKey: formUpload }) > 0
