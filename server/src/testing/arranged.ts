import type { Cast } from './cast.ts'
import { call, granted, type TestPerson } from './kit.ts'
import type { Signer } from './signer.ts'

/** A call that succeeds, by the one whose rows it names. */
export interface Arranged {
  as?: TestPerson
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: Record<string, unknown>
  headers?: Record<string, string>
  /** The body byte by byte, in place of `body`; its type is among the headers. */
  payload?: Buffer
  /** Of an operation that is `signedBy` somebody: who signs it. */
  signer?: Signer
}

/** Makes the rows of a call, and the call. */
export type Arrange = (cast: Cast) => Arranged | Promise<Arranged>

/** By operation; several where it can be called in several ways. */
export type Arrangements = Record<string, Arrange | Arrange[]>

/** The id of the first record of a list. */
export async function newestOf(as: TestPerson, path: string): Promise<string> {
  const { body } = await granted(call('GET', path, { as }))
  return body.data[0]._id
}
