import pino from 'pino'
import { expect, test } from 'vitest'
import { minutes } from './clock.ts'
import type { Db } from './db/database.ts'
import { type Deferred, type Noted, WriteBehind } from './write-behind.ts'

test('somebody is noted once in each span of time, together with others, and again where writing failed', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  const written: Noted[] = []
  let isBroken = false
  const deferred: Deferred = {
    everyMs: minutes(1),
    write: async (_db, noted) => {
      if (isBroken) throw new Error('the database is away')
      written.push(noted)
    },
  }
  const log = pino({ level: 'silent' })
  const writeBehind = new WriteBehind({ db: {} as Db, clock: { now: () => now }, log })
  const note = (...ids: string[]) =>
    writeBehind.note(
      deferred,
      ids.map((id) => ({ id })),
    )
  note('Ada', 'Ben')
  note('Ada', 'Cleo')
  await writeBehind.flush()
  expect(written.pop()).toEqual(new Map(['Ada', 'Ben', 'Cleo'].map((id) => [id, now])))
  note('Ada')
  await writeBehind.flush()
  expect(written).toEqual([])
  now = new Date(now.getTime() + minutes(1))
  isBroken = true
  note('Ada')
  await writeBehind.flush()
  isBroken = false
  note('Ada')
  await writeBehind.flush()
  expect(written).toEqual([new Map([['Ada', now]])])
})

test('how often something was noted is told once, however it was asked for', async () => {
  const now = new Date('2026-11-22T10:00:00Z')
  const written: [string, number][][] = []
  const deferred: Deferred = { write: async (_db, _noted, times) => void written.push([...times]) }
  const log = pino({ level: 'silent' })
  const writeBehind = new WriteBehind({ db: {} as Db, clock: { now: () => now }, log })
  writeBehind.note(deferred, [{ id: 'chair' }, { id: 'lamp' }])
  writeBehind.note(deferred, [{ id: 'chair' }])
  await writeBehind.flush()
  writeBehind.note(deferred, [{ id: 'chair' }])
  await writeBehind.flush()
  expect(written).toEqual([
    [
      ['chair', 2],
      ['lamp', 1],
    ],
    [['chair', 1]],
  ])
})
