import { favouritePostMutation } from '@plaza/client/marketplace/queries'
import { IconHeart, IconHeartFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/storefront.ts'
import { usePersonId } from '../../ui/session.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { becomeGuest } from '../accounts/guest.ts'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { askAgain, patchPost } from '../posts/posts.ts'
import { session } from '../session.ts'
import { collect } from './collecting.ts'
import { keepWish, takeWish } from './wish.ts'

export interface Favourable {
  _id: string
  title: string
  favourited: boolean
  favourite_count: number
}

const offerCollections = (post: Favourable) =>
  say(texts.listing.savedShort, 'good', {
    action: { label: texts.listing.collect, run: () => collect(post) },
    forMs: 4000,
  })

/** Saves a listing or lets it go: shown at once, and settled by what the server answers. */
function useFavourite(post: Favourable) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    // One after the other, so that the last press is also the last at the server.
    scope: { id: `favourite-${post._id}` },
    networkMode: 'online',
    // Whoever leaves the page right after the press has saved it.
    ...favouritePostMutation({ keepalive: true }),
    onMutate: async ({ body: { favourite: isWanted } }) => {
      const { favourited, favourite_count: count } = post
      const change = Number(isWanted) - Number(favourited)
      await patchPost(client, post._id, { favourited: isWanted, favourite_count: count + change })
      return { favourited, favourite_count: count }
    },
    onSuccess: async ({ data: { favourited, favourite_count } }) => {
      if (favourited) offerCollections(post)
      await patchPost(client, post._id, { favourited, favourite_count })
      void askAgain(client, post._id)
    },
    onError: async (error, _press, before) => {
      say(messageOf(error), 'bad')
      if (before) await patchPost(client, post._id, before)
    },
  })
  // A list that was asked for before the press may arrive after it.
  return {
    isSaved: isPending ? variables.body.favourite : post.favourited,
    favourite: (isWanted: boolean) => mutate({ body: { post_id: post._id, favourite: isWanted } }),
  }
}

/**
 * What a heart is and does. Who presses one without an account is a guest from then on; where that cannot be, the press
 * is kept until they have signed in.
 */
export function useHeart(post: Favourable) {
  const hasAccount = usePersonId(session) !== ''
  const signInFirst = useSignInFirst()
  const { isSaved, favourite } = useFavourite(post)
  const press = async () => {
    if (hasAccount) return favourite(!isSaved)
    try {
      const isFirst = session.guestId === ''
      await becomeGuest()
      // Whoever signs in to an account that they have wants it there, too.
      if (isSaved) takeWish()
      else keepWish(post._id)
      favourite(!isSaved)
      if (isFirst) say(texts.listing.savedHere)
    } catch {
      keepWish(post._id)
      signInFirst()
    }
  }
  const props = {
    'aria-pressed': isSaved,
    'aria-label': texts.listing.save(post.title),
    onClick: () => void press(),
  }
  return { isSaved, Icon: isSaved ? IconHeartFilled : IconHeart, props }
}
