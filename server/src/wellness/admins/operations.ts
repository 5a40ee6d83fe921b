export { adminGetProfile } from './admin-get-profile.ts'
export { adminLogin } from './admin-login.ts'
export { adminLogout } from './admin-logout.ts'
export { adminRefreshToken } from './admin-refresh-token.ts'
