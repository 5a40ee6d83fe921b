import { Button, Text } from '@mantine/core'
import type { Post } from '@plaza/client/marketplace'
import { createChatroomMutation } from '@plaza/client/marketplace/queries'
import { IconMessageCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { texts as orders } from '../../../texts/orders.ts'
import { texts } from '../../../texts/posts.ts'
import { lazily } from '../../../ui/lazy.tsx'
import { ButtonLink } from '../../../ui/links.tsx'
import { usePersonId } from '../../../ui/session.ts'
import { messageOf } from '../../../ui/states.tsx'
import { useSignInFirst } from '../../accounts/sign-in-first.ts'
import { CollectButton } from '../../collections/collect-button.tsx'
import { SaveButton } from '../../collections/save-button.tsx'
import { OfferButton } from '../../offers/offer-button.tsx'
import { session } from '../../session.ts'
import { priceOf } from '../cards.tsx'
import classes from './actions.module.css'
import { ShareButton } from './share-button.tsx'

const OwnActions = lazily(() => import('./own-actions.tsx'), 'OwnActions')

const buy = '/listing/$listingId/buy'

/** What the person can do: an owner changes or sells, others ask, save and share. */
export function Actions({ post }: { post: Post }) {
  const message = useMessage(post)
  const isOnOffer = post.status === 'active' && post.price > 0
  if (post.own) return <OwnActions post={post} />
  return (
    <>
      <div className={classes.actions}>
        {isOnOffer && (
          <ButtonLink to={buy} params={{ listingId: post._id }} size="lg" className={classes.message}>
            {orders.buy}
          </ButtonLink>
        )}
        {message && (
          <Button
            size="lg"
            className={classes.message}
            leftSection={<IconMessageCircle aria-hidden size={20} />}
            loading={message.isPending}
            onClick={message.open}
          >
            {post.chatroom_id ? texts.listing.openChat : texts.listing.message}
          </Button>
        )}
        {isOnOffer && post.allow_offers && <OfferButton post={post} />}
        <SaveButton post={post} />
        <ShareButton post={post} />
        {post.favourited && <CollectButton post={post} />}
        <div role="alert" className={classes.failure}>
          {message?.error && <Text c="var(--bad)">{message.error}</Text>}
        </div>
      </div>
      {message && (
        <div className={classes.bar} data-bar>
          <strong className={classes.price} data-figures>
            {priceOf(post)}
          </strong>
          <Button
            size="lg"
            px="md"
            variant={isOnOffer ? 'default' : 'filled'}
            leftSection={<IconMessageCircle aria-hidden size={20} />}
            aria-label={post.chatroom_id ? texts.listing.openChat : texts.listing.message}
            loading={message.isPending}
            onClick={message.open}
          >
            {post.chatroom_id ? texts.listing.openChatShort : texts.listing.messageShort}
          </Button>
          {isOnOffer && (
            <ButtonLink to={buy} params={{ listingId: post._id }} size="lg" px="md">
              {orders.buy}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}

/** The way to the chat about a listing; null where there can be none. */
function useMessage(post: Post) {
  const navigate = useNavigate()
  const isSignedIn = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const goTo = (roomId: string) => navigate({ to: '/chats/$roomId', params: { roomId } })
  const start = useMutation(createChatroomMutation())
  const open = () => {
    if (!isSignedIn) signInFirst()
    else if (post.chatroom_id) void goTo(post.chatroom_id)
    else
      start.mutate(
        { body: { user_id: post.seller._id, product_id: post._id } },
        // Not for whoever has left meanwhile.
        { onSuccess: ({ data }) => void goTo(data._id) },
      )
  }
  if (post.own || (!post.chatroom_id && !['active', 'reserved'].includes(post.status))) return null
  return { open, isPending: start.isPending, error: start.isError ? messageOf(start.error) : undefined }
}
