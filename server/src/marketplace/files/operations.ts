export { confirmMedia } from './confirm-media.ts'
export { createPreAssignedUrls } from './create-pre-assigned-urls.ts'
export { getMedia } from './get-media.ts'
