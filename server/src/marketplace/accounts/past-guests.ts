import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { textsIn } from '../texts.ts'
import { insertGuest, touchPeople } from '../users/public.ts'
import { keepGuest } from './guest-queries.ts'
import { guestIdleMs } from './guests.ts'

interface PastGuest {
  id: string
  longitude: number
  latitude: number
  timezone: string
  /** When they came, and when they were here last. */
  at: Date
  seenAt: Date
}

/** Writes a guest who came before, on a device that nobody comes back with. */
export async function insertPastGuest(db: Db, { seenAt, ...guest }: PastGuest): Promise<void> {
  await insertGuest(db, { ...guest, name: textsIn('en').guest, language: 'en', currency: 'EUR' })
  const dueAt = new Date(seenAt.getTime() + guestIdleMs)
  await keepGuest(db, guest.id, { device: randomBytes(32), network: randomBytes(32), dueAt })
  await touchPeople(db, new Map([[guest.id, seenAt]]))
}
