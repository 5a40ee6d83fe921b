import { favouritePost } from '@plaza/client/marketplace'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { texts } from '../../texts/storefront.ts'
import { ask } from '../../ui/failure.ts'
import { usePersonId } from '../../ui/session.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { refreshPost } from '../posts/posts.ts'
import { session } from '../session.ts'
import { takeWish } from './wish.ts'

/** Saves what was wished for as soon as somebody has signed in or up, wherever that leads. */
export function useWish(): void {
  const client = useQueryClient()
  const personId = usePersonId(session)
  useEffect(() => {
    const postId = personId === '' ? undefined : takeWish()
    if (postId === undefined) return
    ask(favouritePost({ body: { post_id: postId, favourite: true } }))
      .then(() => {
        say(texts.listing.saved)
        return refreshPost(client, postId)
      })
      .catch((error) => say(messageOf(error), 'bad'))
  }, [client, personId])
}
