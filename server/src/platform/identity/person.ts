import type { Realm } from '../operation/caller.ts'

/** Nobody has it: where there is no account, what is looked for all the same. */
export const nobodysId = '00000000-0000-0000-0000-000000000000'

/** Somebody of one pool of people: ids of different pools mean different people. A caller is one. */
export interface Person {
  realm: Realm
  id: string
}
