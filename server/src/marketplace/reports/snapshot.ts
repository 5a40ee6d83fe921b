/** What stood there when it was reported; what does not fit is null or empty. */
export interface Snapshot {
  title: string | null
  text: string | null
  price_minor: number | null
  currency: string | null
  /** Upload ids. */
  photo_ids: string[]
  messages: FrozenMessage[]
}

/** A message as it was; it is stored as JSON, so times are ISO texts. */
export interface FrozenMessage {
  id: string
  sender_id: string
  text: string
  media_ids: string[]
  created_at: string
}

export const nothing: Snapshot = {
  title: null,
  text: null,
  price_minor: null,
  currency: null,
  photo_ids: [],
  messages: [],
}

/** Every picture that a snapshot shows. */
export const picturesOf = ({ photo_ids, messages }: Snapshot): string[] => [
  ...new Set([...photo_ids, ...messages.flatMap(({ media_ids }) => media_ids)]),
]

/** A snapshot in a line. */
export const lineOf = ({ title, text, messages }: Snapshot): string => {
  const [line = ''] = [title, text, messages[0]?.text].filter(
    (part) => part !== null && part !== undefined && part !== '',
  )
  return [...(line ?? '')].slice(0, 120).join('')
}
