import type { Deferred } from '../../platform/write-behind.ts'
import { keepServed } from './answer-queries.ts'

interface Given {
  userId: string
  instrument: string
  number: number
}

/** Which versions people were given. Nobody waits for it, and reading a questionnaire stays a read. */
export const servedVersions: Deferred = {
  async write(db, noted) {
    // Of somebody who was given two, the later stays.
    const last = new Map<string, Given>()
    for (const id of noted.keys()) {
      const [userId = '', instrument = '', number] = id.split(' ')
      last.set(`${userId} ${instrument}`, { userId, instrument, number: Number(number) })
    }
    await keepServed(db, [...last.values()])
  },
}

export const givenTo = ({ userId, instrument, number }: Given) => ({
  id: `${userId} ${instrument} ${number}`,
})
