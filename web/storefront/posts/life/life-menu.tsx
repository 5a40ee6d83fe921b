import { ActionIcon, Menu, Textarea } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import {
  IconArrowBarToUp,
  IconChartBar,
  IconCircleX,
  IconDotsVertical,
  IconRefresh,
  IconRefreshOff,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../../texts/life.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { dateTime } from '../../../ui/dates.ts'
import classes from './life.module.css'
import { useClosing, useDeletion, useRenewal, useRepost, useSoftDeletion } from './use-life.ts'

/** A listing goes to the top once in so many hours. */
const floorMs = 48 * 3_600_000

/** When an open listing may go to the top again; undefined for now. */
function nextTopOf({ published_at }: Post): string | undefined {
  const next = new Date(Date.parse(published_at ?? '') + floorMs)
  return next.getTime() > Date.now() ? next.toISOString() : undefined
}

type Question = 'close' | 'delete' | 'deleteForGood'

/** What else the owner of a listing can do with it. */
export function LifeMenu({ post }: { post: Post }) {
  const [question, setQuestion] = useState<Question>()
  const onClose = () => setQuestion(undefined)
  const isOpen = post.status === 'active' || post.status === 'reserved'
  const isDeleted = post.status === 'soft_deleted'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={texts.menu(post.title)}>
            <IconDotsVertical aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {post.published_at && !isDeleted && (
            <Menu.Item
              mih={44}
              leftSection={<IconChartBar aria-hidden size={18} />}
              renderRoot={(props) => (
                <Link to="/my-listings/$listingId" params={{ listingId: post._id }} {...props} />
              )}
            >
              {texts.figures.title}
            </Menu.Item>
          )}
          {post.status === 'active' && <ToTop post={post} />}
          {isOpen && post.expires_at && <Renewal post={post} />}
          {isOpen && (
            <Menu.Item
              mih={44}
              leftSection={<IconCircleX aria-hidden size={18} />}
              onClick={() => setQuestion('close')}
            >
              {texts.close}
            </Menu.Item>
          )}
          <Menu.Item
            mih={44}
            leftSection={<IconTrash aria-hidden size={18} />}
            onClick={() => setQuestion(isDeleted ? 'deleteForGood' : 'delete')}
          >
            {isDeleted ? texts.deleteForGood : texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question === 'close' && <Closing post={post} onClose={onClose} />}
      {question === 'delete' && <Deleting post={post} onClose={onClose} />}
      {question === 'deleteForGood' && <DeletingForGood post={post} onClose={onClose} />}
    </>
  )
}

function ToTop({ post }: { post: Post }) {
  const { repost, isPending } = useRepost(post)
  const next = nextTopOf(post)
  return (
    <Menu.Item
      mih={44}
      leftSection={<IconArrowBarToUp aria-hidden size={18} />}
      disabled={next !== undefined || isPending}
      className={classes.waiting ?? ''}
      onClick={repost}
    >
      {next === undefined ? texts.toTop : texts.toTopFrom(dateTime(next))}
    </Menu.Item>
  )
}

function Renewal({ post }: { post: Post }) {
  const renewal = useRenewal()
  const isRenewing = post.auto_renew === true
  const Icon = isRenewing ? IconRefreshOff : IconRefresh
  return (
    <Menu.Item
      mih={44}
      leftSection={<Icon aria-hidden size={18} />}
      disabled={renewal.isPending}
      onClick={() => renewal.mutate({ path: { post_id: post._id }, body: { auto_renew: !isRenewing } })}
    >
      {isRenewing ? texts.dontRenew : texts.renew}
    </Menu.Item>
  )
}

interface QuestionProps {
  post: Post
  onClose: () => void
}

function Closing({ post, onClose }: QuestionProps) {
  const [reason, setReason] = useState('')
  const closing = useClosing(post, onClose)
  const said = reason.trim()
  return (
    <Confirmation
      title={texts.closeTitle(post.title)}
      hint={texts.closeHint}
      action={texts.close}
      change={{
        ...closing,
        mutate: () =>
          closing.mutate({ path: { post_id: post._id }, body: said === '' ? {} : { reason: said } }),
      }}
      onClose={onClose}
    >
      <Textarea
        label={texts.reason}
        autosize
        minRows={2}
        maxLength={300}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirmation>
  )
}

function Deleting({ post, onClose }: QuestionProps) {
  const deletion = useSoftDeletion(post, onClose)
  return (
    <Confirmation
      title={texts.deleteTitle(post.title)}
      hint={texts.deleteHint}
      action={texts.delete}
      isGrave
      change={{ ...deletion, mutate: () => deletion.mutate({ path: { post_id: post._id }, body: {} }) }}
      onClose={onClose}
    />
  )
}

function DeletingForGood({ post, onClose }: QuestionProps) {
  const deletion = useDeletion(post, onClose)
  return (
    <Confirmation
      title={texts.deleteForGoodTitle(post.title)}
      hint={texts.deleteForGoodHint}
      action={texts.deleteForGood}
      isGrave
      change={{ ...deletion, mutate: () => deletion.mutate({ path: { post_id: post._id } }) }}
      onClose={onClose}
    />
  )
}
