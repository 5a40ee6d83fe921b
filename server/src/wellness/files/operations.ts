export { confirmMedia } from './confirm-media.ts'
export { createPreSignedUrl } from './create-pre-signed-url.ts'
export { getMedia } from './get-media.ts'
