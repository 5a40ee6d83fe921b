/** By what people come. */
export const sources = ['email', 'google', 'apple', 'facebook', 'invitation'] as const
export const userStatuses = ['active', 'suspended', 'pending_deletion', 'deleted', 'anonymous'] as const
export const userRoles = ['user', 'moderator', 'administrator'] as const

export const accountSorts = ['newest', 'oldest', 'last_seen', 'risk'] as const
