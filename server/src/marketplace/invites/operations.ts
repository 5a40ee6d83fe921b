export { generateInviteLink } from './generate-invite-link.ts'
export { getInvites } from './get-invites.ts'
export { revokeInvite } from './revoke-invite.ts'
export { verifyInviteLink } from './verify-invite-link.ts'
