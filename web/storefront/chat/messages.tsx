import { Button } from '@mantine/core'
import type { ChatParticipant } from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { texts } from '../../texts/chat.ts'
import { day } from '../../ui/dates.ts'
import { useQueue } from '../../ui/queue.ts'
import { More } from '../../ui/states.tsx'
import { session } from '../session.ts'
import { loadAfter, messagesOf, type useMessages } from './chat-data.ts'
import { Message } from './message.tsx'
import { outbox } from './outbox.ts'
import classes from './room.module.css'
import { useBottom } from './use-bottom.ts'
import { WaitingMessage } from './waiting-message.tsx'

interface MessagesProps {
  roomId: string
  peer: ChatParticipant
  query: ReturnType<typeof useMessages>
}

/** What was written, and below it what is still on its way. */
export function Messages({ roomId, peer, query }: MessagesProps) {
  const messages = messagesOf(query.data)
  const delivered = new Set(messages.map(({ client_message_id }) => client_message_id))
  const waiting = useQueue(outbox).filter(({ id, item }) => item.roomId === roomId && !delivered.has(id))
  const last = messages.at(-1)
  const { scroller, hasNewBelow, toBottom } = useBottom(last?._id, waiting.at(-1)?.id)
  useSeen(roomId, messages)
  useDeliveredElsewhere(
    roomId,
    waiting.map(({ id }) => id),
    delivered,
    last?.seq ?? 0,
  )
  const seen = messages.findLast(
    (message) => message.userId === session.personId && message.message_status.isSeen,
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <div ref={scroller} className={classes.scroller} role="log" aria-label={texts.messages} tabIndex={0}>
      {hasNewBelow && (
        <Button className={classes.newBelow ?? ''} onClick={toBottom}>
          {texts.newBelow}
        </Button>
      )}
      <div>
        <More query={query} />
        <ul className={classes.messages}>
          {!query.hasNextPage && <li className={classes.day}>{texts.beginning}</li>}
          {messages.map((message, index) => {
            const before = messages[index - 1]
            const startsDay = !before || day(before.createdAt) !== day(message.createdAt)
            return (
              <Fragment key={message._id}>
                {startsDay && <li className={classes.day}>{day(message.createdAt)}</li>}
                <Message message={message} peerName={peer.name} isLastSeen={message === seen} />
              </Fragment>
            )
          })}
          {waiting.map((queued) => (
            <WaitingMessage key={queued.id} queued={queued} />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Tells the other person that their messages were seen, once they are in sight. */
function useSeen(roomId: string, messages: ReturnType<typeof messagesOf>): void {
  const client = useQueryClient()
  const unseen = messages.find(
    ({ userId, message_status }) => userId !== session.personId && !message_status.isSeen,
  )?.seq
  useEffect(() => {
    if (unseen === undefined) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      loadAfter(client, roomId, unseen - 1).catch(() => {
        // The next message, or the next look, tries again.
      })
    }
    look()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [client, roomId, unseen])
}

/** A message that another tab delivered is no longer waiting here, and not yet among the others. */
function useDeliveredElsewhere(
  roomId: string,
  waiting: readonly string[],
  delivered: ReadonlySet<string | null>,
  lastSeq: number,
): void {
  const client = useQueryClient()
  const before = useRef(waiting)
  useEffect(() => {
    const isMissing = before.current.some((id) => !waiting.includes(id) && !delivered.has(id))
    before.current = waiting
    if (isMissing) loadAfter(client, roomId, lastSeq).catch(() => undefined)
  })
}
