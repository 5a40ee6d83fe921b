import { ActionIcon, Button } from '@mantine/core'
import type { NotificationRecord } from '@plaza/client/marketplace'
import { IconBell, IconMessage, IconShieldLock, IconSpeakerphone, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../../texts/notifications.ts'
import { ago } from '../../ui/dates.ts'
import { Picture } from '../../ui/picture.tsx'
import classes from './notices.module.css'
import { causersOf, subjectOf } from './subject.ts'

const icons: Record<string, typeof IconBell> = {
  message: IconMessage,
  security: IconShieldLock,
  moderation: IconShieldLock,
  content_violation: IconShieldLock,
  breaking_news: IconSpeakerphone,
  tutorial: IconSpeakerphone,
}

interface NoticeProps {
  notice: NotificationRecord
  onOpen: () => void
  onDismiss: () => void
}

/** One notice: opening it marks it as read and leads to what it is about. */
export const Notice = ({ notice, onOpen, onDismiss }: NoticeProps) => (
  <li className={classes.notice} data-unread={!notice.isRead}>
    <Subject notice={notice} onOpen={onOpen}>
      <Sign notice={notice} />
      <span className={classes.words}>
        <strong dir="auto">
          {!notice.isRead && <span className={classes.dot} role="img" aria-label={texts.isNew} />}
          {notice.title}
        </strong>
        <span className={classes.message} dir="auto">
          {notice.message}
        </span>
        <Causers notice={notice} />
        <span className={classes.when}>{ago(notice.createdAt)}</span>
        {notice.action && subjectOf(notice) && (
          <span className={classes.action} dir="auto">
            {notice.action.label}
          </span>
        )}
      </span>
    </Subject>
    <ActionIcon aria-label={texts.dismiss(notice.title)} c="var(--ink-soft)" onClick={onDismiss}>
      <IconX aria-hidden size={18} />
    </ActionIcon>
  </li>
)

function Causers({ notice }: { notice: NotificationRecord }) {
  const causers = causersOf(notice)
  return causers ? <bdi className={classes.message}>{causers}</bdi> : null
}

function Subject({
  notice,
  onOpen,
  children,
}: {
  notice: NotificationRecord
  onOpen: () => void
  children: ReactNode
}) {
  const subject = subjectOf(notice)
  if (subject === undefined)
    return (
      <button type="button" className={classes.subject} onClick={onOpen}>
        {children}
      </button>
    )
  if (/^(https:|\/admin\/)/.test(subject))
    return (
      <a
        href={subject}
        target="_blank"
        rel="noopener noreferrer"
        className={classes.subject}
        onClick={onOpen}
      >
        {children}
      </a>
    )
  return (
    <Link to={subject} className={classes.subject} onClick={onOpen}>
      {children}
    </Link>
  )
}

function Sign({ notice }: { notice: NotificationRecord }) {
  const picture = notice.postImage || notice.imageUrl
  const Icon = icons[notice.category] ?? IconBell
  return (
    <span className={classes.picture}>
      {picture ? <Picture url={picture} alt="" sizes="48px" /> : <Icon aria-hidden />}
    </span>
  )
}

/** What is left of a notice that was dismissed just now. */
export const Dismissed = ({ notice, onUndo }: { notice: NotificationRecord; onUndo: () => void }) => (
  <li className={classes.gone}>
    <span role="status">{texts.dismissed}</span>
    <Button variant="subtle" autoFocus aria-label={texts.undoOf(notice.title)} onClick={onUndo}>
      {texts.undo}
    </Button>
  </li>
)
