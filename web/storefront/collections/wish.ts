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

const key = 'plaza.wish'
/** Whoever signs in later than that does so for another reason. */
const keptMs = 30 * 60_000

/** Remembers in this tab what somebody wanted to save before they had signed in. */
export const keepWish = (postId: string): void =>
  sessionStorage.setItem(key, JSON.stringify({ postId, at: Date.now() }))

/** What was wished for, once. */
function takeWish(): string | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (kept === null) return undefined
  const { postId, at } = JSON.parse(kept)
  return Date.now() - at < keptMs ? postId : undefined
}

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
