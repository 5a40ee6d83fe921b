import { ActionIcon, Badge, Button } from '@mantine/core'
import type { CommentRecord } from '@plaza/client/marketplace'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/comments.ts'
import { texts as listings } from '../../texts/posts.ts'
import { ago } from '../../ui/dates.ts'
import { lazily } from '../../ui/lazy.tsx'
import { Face } from '../accounts/face.tsx'
import { CommentReport } from '../reports/report-button.tsx'
import classes from './comments.module.css'

const DeleteDialog = lazily(() => import('./delete-dialog.tsx'), 'DeleteDialog')

interface CommentProps {
  comment: CommentRecord
  /** Begins an answer; absent where none can be given. */
  onReply: (() => void) | undefined
}

/** What somebody asked or answered; of what is gone only its place. */
export function Comment({ comment, onReply }: CommentProps) {
  const { user, text } = comment
  if (!user || text === null) return <p className={classes.gone}>{texts.gone}</p>
  return (
    <div className={classes.comment}>
      <Face url={user.profile_photo_url} name={user.name} size={36} />
      <div className={classes.words}>
        <p className={classes.by}>
          <Author user={user} />
          {comment.is_seller && <Badge tt="none">{texts.seller}</Badge>}
          <time dateTime={comment.createdAt}>{ago(comment.createdAt)}</time>
        </p>
        <p className={classes.text} dir="auto">
          {text}
        </p>
        {!comment.own &&
          comment.hints.map((hint) => (
            <p key={hint} className={classes.hint}>
              {texts.hints[hint]}
            </p>
          ))}
        {onReply && (
          <Button
            variant="subtle"
            className={classes.reply ?? ''}
            aria-label={texts.replyTo(user.name)}
            onClick={onReply}
          >
            {texts.reply}
          </Button>
        )}
      </div>
      {comment.own ? (
        <DeleteButton comment={comment} text={text} />
      ) : (
        <CommentReport id={comment._id} text={text} name={user.name} />
      )}
    </div>
  )
}

/** Of somebody who left their comments behind when they deleted their account there is no page. */
const Author = ({ user: { _id, name } }: { user: NonNullable<CommentRecord['user']> }) =>
  name === '' ? (
    <span>{listings.listing.formerSeller}</span>
  ) : (
    <Link to="/sellers/$sellerId" params={{ sellerId: _id }}>
      <bdi>{name}</bdi>
    </Link>
  )

function DeleteButton({ comment, text }: { comment: CommentRecord; text: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <ActionIcon
        aria-label={texts.menu(text)}
        aria-haspopup="dialog"
        c="var(--ink-soft)"
        onClick={() => setAsking(true)}
      >
        <IconTrash aria-hidden size={18} />
      </ActionIcon>
      {isAsking && <DeleteDialog comment={comment} onClose={() => setAsking(false)} />}
    </>
  )
}
