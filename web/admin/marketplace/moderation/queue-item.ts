import type { QueueItem } from '@plaza/client/marketplace'

/** What an item is about, in a line. */
export const aboutOf = ({ review, case: reported, decision }: QueueItem): string => {
  const [report] = reported?.reports ?? []
  const said = report?.frozen.title ?? report?.frozen.text
  return review?.post.title || decision?.about || said || reported?.subject.name || ''
}

/** What an item goes by: one decision may wait twice, with an appeal and with what was put right. */
export const keyOf = ({ kind, _id }: QueueItem): string => `${kind} ${_id}`

/** Goes on to the next, before what was decided leaves the queue. */
export type OnDecided = () => Promise<void>
