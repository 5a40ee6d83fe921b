export { getProfileForWeb } from './get-profile-for-web.ts'
