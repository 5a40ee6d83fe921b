export { findFriends } from './find-friends.ts'
export { followUser } from './follow-user.ts'
export { getAllUsers } from './get-all-users.ts'
export { getConnections } from './get-connections.ts'
