import { newId } from '../../platform/ids.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { PortName, Providers } from '../../platform/providers.ts'
import type { PushOutcome, PushPlatform } from '../../platform/push/port.ts'
import { type DeviceType, forgetTokens, selectPushTargets } from '../devices/public.ts'
import { addressed, shortened } from './content.ts'
import {
  insertPushes,
  type PushContent,
  type SettledPush,
  selectNextPush,
  settlePushed,
  settleTaken,
} from './push-queries.ts'
import { type CampaignContent, type DueDelivery, lockCampaign } from './queries.ts'

const portOf = {
  ANDROID: 'pushAndroid',
  IOS: 'pushIos',
  WEB: 'pushWeb',
} as const satisfies Record<PushPlatform, PortName>

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

/** What became of a message that was sent. */
export type Sent = PushOutcome & Pick<PushContent, 'id' | 'tokenDigest'>

/** Sends messages side by side, as many as their push services take. One that cannot be sent holds up no other. */
export const sendAll = (providers: Providers, messages: readonly PushContent[]): Promise<Sent[]> =>
  Promise.all(
    messages.map(async (message) => {
      const { id, tokenDigest } = message
      return { id, tokenDigest, ...(await send(providers, message)) }
    }),
  )

// Together with the link they fit into the four kilobytes that every push service takes.
const longestTitle = 150
const longestBody = 500

async function send(providers: Providers, { name, subject, description, ...message }: PushContent) {
  const { id, platform, token, link } = message
  const title = shortened(addressed(subject, name), longestTitle)
  const body = shortened(addressed(description, name), longestBody)
  try {
    return await providers[portOf[platform]].send({ id, platform, token, title, body, link })
  } catch (error) {
    // Its provider is gone since the message was written down, or broken.
    const reason = error instanceof Error ? error.message : String(error)
    return { outcome: 'later', reason } satisfies PushOutcome
  }
}

/**
 * Writes down what became of messages that were taken, and what that means for their deliveries.
 * @returns when the next one is due, if any is left.
 */
export async function settlePushes(
  { db, clock }: Work,
  campaignId: string,
  taken: readonly string[],
  sent: readonly Sent[],
): Promise<Date | null> {
  const now = clock.now()
  await lockCampaign(db, campaignId)
  const outcomes = new Map(sent.map((each) => [each.id, each]))
  const settled = taken.map((id) => ({ id, ...settledBy(outcomes.get(id)) }))
  await forgetTokens(
    db,
    sent.filter(({ outcome }) => outcome === 'gone').map(({ tokenDigest }) => tokenDigest),
  )
  await settlePushed(db, campaignId, await settleTaken(db, settled, now), now)
  return selectNextPush(db, campaignId)
}

/** Of a message that was not sent the person has left, or signed out on that device. */
function settledBy(sent: Sent | undefined): Omit<SettledPush, 'id'> {
  switch (sent?.outcome) {
    case 'delivered':
      return { status: 'SENT' }
    case 'refused':
      return { status: 'FAILED', reason: sent.reason }
    case 'later':
      return { status: 'RETRY', reason: sent.reason, pauseSeconds: sent.retryAfterSeconds }
    case 'unsure':
      return { status: 'RETRY', reason: sent.reason }
    default:
      return { status: 'GONE' }
  }
}
