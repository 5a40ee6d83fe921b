import { Button, Text } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { createChatroomMutation } from '@plaza/client/marketplace/queries'
import { IconMessageCircle, IconPencil } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/posts.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { usePersonId } from '../../../ui/session.ts'
import { messageOf } from '../../../ui/states.tsx'
import { SaleButtons } from '../../sales/sale.tsx'
import { session } from '../../session.ts'
import { useSignInFirst } from '../../users/sign-in-first.ts'
import classes from './listing.module.css'

/** What the person can do: an owner changes or sells, others ask. */
export function Actions({ post }: { post: Post }) {
  if (post.own)
    return (
      <div className={classes.actions}>
        <ButtonLink
          to="/sell/$listingId"
          params={{ listingId: post._id }}
          variant="default"
          leftSection={<IconPencil aria-hidden size={18} />}
        >
          {texts.listing.edit}
        </ButtonLink>
        <SaleButtons post={post} />
      </div>
    )
  return (
    <div className={classes.actions}>
      <MessageButton post={post} />
    </div>
  )
}

function MessageButton({ post }: { post: Post }) {
  const navigate = useNavigate()
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const open = (roomId: string) => navigate({ to: '/chats/$roomId', params: { roomId } })
  const start = useMutation({
    ...createChatroomMutation(),
    onSuccess: ({ data }) => open(data._id),
  })
  const press = () => {
    if (!isSignedIn) signInFirst()
    else if (post.chatroom_id) void open(post.chatroom_id)
    else start.mutate({ body: { user_id: post.seller._id, product_id: post._id } })
  }
  if (!post.chatroom_id && !['active', 'reserved'].includes(post.status)) return null
  return (
    <>
      <Button
        size="lg"
        leftSection={<IconMessageCircle aria-hidden size={20} />}
        loading={start.isPending}
        onClick={press}
      >
        {post.chatroom_id ? texts.listing.openChat : texts.listing.message}
      </Button>
      <div role="alert" style={{ flexBasis: '100%' }}>
        {start.isError && <Text c="var(--bad)">{messageOf(start.error)}</Text>}
      </div>
    </>
  )
}
