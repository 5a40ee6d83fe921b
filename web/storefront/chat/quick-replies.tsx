import type { ChatRoomRecord, MessageRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/chat.ts'
import { session } from '../session.ts'
import classes from './room.module.css'

/** What is often said next about a listing; nothing while the other person has yet to answer. */
export function quickRepliesOf(
  { productDetails: product }: ChatRoomRecord,
  last: MessageRecord | undefined,
): readonly string[] {
  if (!product || product.is_available === false || product.isSold) return []
  if (last?.userId === session.personId) return []
  const { seller, first, buyer } = texts.quickReplies
  if (product.post_owner_id === session.personId) return last ? seller : []
  return last ? buyer : first
}

interface QuickRepliesProps {
  replies: readonly string[]
  /** Puts one into the field, where it can be changed before it is sent. */
  choose: (reply: string) => void
}

export const QuickReplies = ({ replies, choose }: QuickRepliesProps) => (
  <ul className={classes.quick} aria-label={texts.quickReplies.title}>
    {replies.map((reply) => (
      <li key={reply}>
        <button type="button" className={classes.quickReply} onClick={() => choose(reply)}>
          {reply}
        </button>
      </li>
    ))}
  </ul>
)
