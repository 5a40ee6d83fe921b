import { sendMessage } from '@plaza/client/marketplace'
import { getChatRoomsQueryKey } from '@plaza/client/marketplace/queries'
import { texts } from '../../texts/ui.ts'
import { ask, Failure } from '../../ui/failure.ts'
import { newId } from '../../ui/ids.ts'
import { DeliveryQueue } from '../../ui/queue.ts'
import { uploadPicture } from '../../ui/upload.ts'
import { queryClient } from '../query-client.ts'
import { session } from '../session.ts'
import { putMessages } from './chat-data.ts'

export interface OutgoingMessage {
  personId: string
  roomId: string
  text: string
  /** They are kept until the message is delivered: the server throws away uploads that wait too long. */
  pictures: Blob[]
  /** Ids of the first of them, as far as they are uploaded. */
  uploads?: string[]
}

type Keep = (message: OutgoingMessage) => Promise<void>

const requireSamePerson = ({ personId }: OutgoingMessage) => {
  if (session.personId !== personId) throw new Failure(401, 'AUTH_REQUIRED', texts.unexpected)
}

/** @returns the message with all its pictures uploaded. */
async function upload(message: OutgoingMessage, keep: Keep): Promise<OutgoingMessage> {
  const { pictures, uploads = [] } = message
  const next = pictures[uploads.length]
  if (!next) return message
  const { id } = await uploadPicture(next, 'chat')
  requireSamePerson(message)
  const further = { ...message, uploads: [...uploads, id] }
  await keep(further)
  return upload(further, keep)
}

async function deliver(id: string, item: OutgoingMessage, keep: Keep): Promise<void> {
  const message = await upload(item, keep)
  requireSamePerson(message)
  const { roomId, text, uploads = [] } = message
  try {
    const { data } = await ask(
      sendMessage({
        body: { chatroom_id: roomId, messageText: text, media: uploads, client_message_id: id },
        headers: { 'Idempotency-Key': id },
      }),
    )
    await putMessages(queryClient, roomId, [data])
    void queryClient.invalidateQueries({ queryKey: getChatRoomsQueryKey() })
  } catch (error) {
    const wereOld = item.uploads !== undefined && item.uploads.length > 0
    if (!(error instanceof Failure) || error.code !== 'MEDIA_NOT_READY' || !wereOld) throw error
    await deliver(id, { ...item, uploads: [] }, keep)
  }
}

/** Messages on their way. An item's id makes the server recognise one that it already has. */
export const outbox = new DeliveryQueue<OutgoingMessage>('chat', session, deliver)

export const send = (message: Pick<OutgoingMessage, 'roomId' | 'text' | 'pictures'>): Promise<void> =>
  outbox.add(newId(), { ...message, personId: session.personId })
