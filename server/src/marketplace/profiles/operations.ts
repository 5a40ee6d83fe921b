export { getProfile } from './get-profile.ts'
export { getProfileForWeb } from './get-profile-for-web.ts'
export { getUser } from './get-user.ts'
