import { useIsMutating } from '@tanstack/react-query'

/** Key of the mutations that upload what a form is sent with. */
export const formUpload = ['form-upload']

/** Whether something is on its way that a form would be sent without. */
export const useIsUploading = (): boolean => useIsMutating({ mutationKey: formUpload }) > 0
