import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import { portOf } from '../../platform/push/ports.ts'
import type { QueuedPush } from '../../platform/push/queue.ts'
import { type DeviceType, selectPushTargets } from '../devices/public.ts'
import { addressed } from './content.ts'
import { insertPushes, selectMessages } from './push-queries.ts'
import type { CampaignContent, DueDelivery } from './queries.ts'

interface Target {
  deviceId: string
  platform: DeviceType
}

/** On which devices people can be reached. */
export interface Reach {
  /** Everybody with a device of a platform that the campaign is for. */
  devices: ReadonlySet<string>
  /** By person, the devices of platforms that messages can be sent to. */
  served: ReadonlyMap<string, readonly Target[]>
}

/** Looks for the devices of those who are to get a push message. */
export async function reachOf(
  { db, services }: Work,
  { recipientType }: CampaignContent,
  due: readonly DueDelivery[],
): Promise<Reach> {
  const people = due.flatMap(({ channel, user_id }) => (channel === 'PUSH' && user_id ? [user_id] : []))
  const isMeant = (type: DeviceType) => !(recipientType in portOf) || type === recipientType
  const targets = (await selectPushTargets(db, people)).filter(({ type }) => isMeant(type))
  const served = new Map<string, Target[]>()
  for (const { user_id: userId, device_id: deviceId, type: platform } of targets)
    if (services.missingSettings(portOf[platform]).length === 0)
      served.set(userId, [...(served.get(userId) ?? []), { deviceId, platform }])
  return { devices: new Set(targets.map(({ user_id }) => user_id)), served }
}

/** Writes down a message for each device of the people of some deliveries. */
export function planPushes(
  { db, clock }: Work,
  campaignId: string,
  deliveries: readonly DueDelivery[],
  { served }: Reach,
): Promise<void> {
  const pushes = deliveries.flatMap(({ address, user_id: userId }) =>
    userId === null
      ? []
      : (served.get(userId) ?? []).map((target) => ({ id: newId(), address, userId, ...target })),
  )
  return insertPushes(db, campaignId, pushes, clock.now())
}

/** Those of some messages that can still be sent, with what an administrator wrote made out to their people. */
export const messagesOf = async (db: Db, ids: readonly string[]): Promise<QueuedPush[]> =>
  (await selectMessages(db, ids)).map(({ name, subject, description, ...message }) => ({
    ...message,
    title: addressed(subject, name),
    body: addressed(description, name),
  }))
