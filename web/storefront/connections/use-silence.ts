import { blockUserMutation, muteUserMutation } from '@plaza/client/marketplace/queries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/people.ts'
import { messageOf } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'

interface Named {
  _id: string
  name: string
}

/** Blocks a person or lifts that. Neither sees the other then, so whatever is loaded is asked for anew. */
export function useBlock({ _id, name }: Named, onDone: () => void = () => undefined) {
  const client = useQueryClient()
  const { mutate, ...state } = useMutation({
    ...blockUserMutation(),
    onSuccess: async ({ data: { is_blocked } }) => {
      say(is_blocked ? texts.blocked(name) : texts.unblocked(name))
      onDone()
      await client.invalidateQueries()
    },
    // Whoever is asked before sees there why it failed.
    onError: (error, { body: { is_blocked } }) => is_blocked || say(messageOf(error), 'bad'),
  })
  return { ...state, block: (is_blocked: boolean) => mutate({ body: { user_id: _id, is_blocked } }) }
}

const weekMs = 7 * 86_400_000

/** Mutes a person or hears of them again. */
export function useMute({ _id, name }: Named) {
  const client = useQueryClient()
  const { mutate, ...state } = useMutation({
    ...muteUserMutation(),
    onSuccess: async ({ data: { is_muted } }) => {
      say(is_muted ? texts.muted(name) : texts.unmuted(name))
      await client.invalidateQueries({ queryKey: [{ tags: ['users'] }] })
    },
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return {
    ...state,
    mute: (how: 'always' | 'week' | 'not') => {
      const until = how === 'week' ? { until: new Date(Date.now() + weekMs).toISOString() } : {}
      mutate({ body: { user_id: _id, is_muted: how !== 'not', ...until } })
    },
  }
}
