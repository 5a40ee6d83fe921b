import type { Realm } from '../operation/caller.ts'

/** Somebody of one pool of people: ids of different pools mean different people. A caller is one. */
export interface Person {
  realm: Realm
  id: string
}
