export { getProfile } from './get-profile.ts'
export { updateProfile } from './update-profile.ts'
