const formerName = 'Deleted user'

export const isGone = (status: string): boolean => status === 'pending_deletion' || status === 'deleted'

/** What somebody is called who may be gone. */
export const nameOf = (person: { name: string; status: string }): string =>
  isGone(person.status) ? formerName : person.name
