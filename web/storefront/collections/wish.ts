const key = 'plaza.wish'
/** Whoever signs in later than that does so for another reason. */
const keptMs = 30 * 60_000

/** Remembers in this tab what somebody wanted to save before they had signed in. */
export const keepWish = (postId: string): void =>
  sessionStorage.setItem(key, JSON.stringify({ postId, at: Date.now() }))

/** What was wished for, once. */
export function takeWish(): string | undefined {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (kept === null) return undefined
  const { postId, at } = JSON.parse(kept)
  return Date.now() - at < keptMs ? postId : undefined
}
