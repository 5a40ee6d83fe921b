import { Button } from '@mantine/core'
import { followUserMutation } from '@plaza/client/marketplace/queries'
import { IconUserCheck, IconUserPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/people.ts'
import { askForLate } from '../../ui/queries.ts'
import { usePersonId } from '../../ui/session.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useSignInFirst } from '../accounts/sign-in-first.ts'
import { session } from '../session.ts'
import { patchFollow, profileKey } from './people-data.ts'

interface Followable {
  _id: string
  name: string
  is_following: boolean
  follows_me: boolean
}

/** Follows a person or lets them go: shown at once, and settled by what the server answers. */
function useFollow(person: Followable, onChange: (isFollowing: boolean) => void) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    // One after the other, so that the last press is also the last at the server.
    scope: { id: `follow-${person._id}` },
    networkMode: 'online',
    ...followUserMutation(),
    onMutate: ({ body: { follow: isWanted = true } }) =>
      patchFollow(client, person._id, {
        isFollowing: isWanted,
        followers: ({ is_following, counts }) => counts.followers + Number(isWanted) - Number(is_following),
      }),
    onSuccess: async ({ data: { following, followers_count } }) => {
      onChange(following)
      await patchFollow(client, person._id, { isFollowing: following, followers: () => followers_count })
      void askForLate(client, [profileKey(person._id)])
    },
    onError: async (error, { body: { follow: isWanted = true } }) => {
      say(messageOf(error), 'bad')
      await patchFollow(client, person._id, {
        isFollowing: !isWanted,
        followers: ({ is_following, counts }) => counts.followers + Number(!isWanted) - Number(is_following),
      })
    },
  })
  return {
    isFollowing: isPending ? (variables.body.follow ?? true) : person.is_following,
    follow: (isWanted: boolean) => mutate({ body: { user_id: person._id, follow: isWanted } }),
  }
}

interface FollowButtonProps {
  person: Followable
  isPrimary?: boolean
  /** Hears what came of it, for whoever keeps the person by themselves. */
  onChange?: (isFollowing: boolean) => void
}

export function FollowButton({ person, isPrimary = false, onChange = () => undefined }: FollowButtonProps) {
  const personId = usePersonId(session)
  const signInFirst = useSignInFirst()
  const { isFollowing, follow } = useFollow(person, onChange)
  if (personId === person._id) return null
  const wanted = person.follows_me ? texts.followBack : texts.follow
  const text = isFollowing ? texts.following : wanted
  const Icon = isFollowing ? IconUserCheck : IconUserPlus
  return (
    <Button
      variant={isFollowing || !isPrimary ? 'default' : 'filled'}
      leftSection={<Icon aria-hidden size={18} />}
      aria-label={texts.ofPerson(text, person.name)}
      onClick={() => (personId === '' ? signInFirst() : follow(!isFollowing))}
    >
      {text}
    </Button>
  )
}
