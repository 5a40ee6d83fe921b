import type { PersonalKey } from '../personal-keys/public.ts'
import type { KeptAnswer } from './answers.ts'
import type { Result } from './scoring.ts'

/** What a set of answers holds, sealed with the key of whose it is. */
export interface SetContent {
  answers: KeptAnswer[]
  /** Null until it is complete, and where nothing is counted. */
  result: Result | null
}

const contextOf = (setId: string) => `answers ${setId}`

export const sealSet = (key: PersonalKey, setId: string, content: SetContent): Buffer =>
  key.seal(contextOf(setId), JSON.stringify(content))

/** The content as `sealSet` wrote it; without the key there is nothing to be seen. */
export const openSet = (key: PersonalKey | undefined, setId: string, sealed: Buffer): SetContent =>
  key ? JSON.parse(key.open(contextOf(setId), sealed).toString()) : { answers: [], result: null }
