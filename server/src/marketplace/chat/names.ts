import { textsIn } from '../texts.ts'

const gone = ['pending_deletion', 'deleted', 'anonymous']

export const isGone = (status: string): boolean => gone.includes(status)

/** What somebody is called who may be gone, in the language of whoever reads it. */
export const nameOf = (person: { name: string; status: string }, language: string): string =>
  isGone(person.status) ? textsIn(language).chat.formerName : person.name
