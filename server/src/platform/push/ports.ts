import type { PortName, Providers } from '../providers.ts'
import type { PushMessage, PushOutcome, PushPlatform } from './port.ts'

/** The way to the devices of a platform. */
export const portOf = {
  ANDROID: 'pushAndroid',
  IOS: 'pushIos',
  WEB: 'pushWeb',
} as const satisfies Record<PushPlatform, PortName>

// Together with the link they fit into the four kilobytes that every push service takes.
const longestTitle = 150
const longestBody = 500

const shortened = (text: string, longest: number) => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}

/** Sends a message, with its texts as short as a screen needs them, by the way of its platform. */
export async function sendPush(providers: Providers, message: PushMessage): Promise<PushOutcome> {
  const title = shortened(message.title, longestTitle)
  const body = shortened(message.body, longestBody)
  try {
    return await providers[portOf[message.platform]].send({ ...message, title, body })
  } catch (error) {
    // Its provider is gone since the message was written down, or broken.
    return { outcome: 'later', reason: error instanceof Error ? error.message : String(error) }
  }
}
