import type { Work } from '../../platform/operation/work.ts'
import { type Notice, notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { type DueSearch, lockDue, takeWaiting } from './digest-queries.ts'

/** Names of as many searches stand in a notice. */
const mostNamed = 5

/** Gives the next people whose morning has come one notice each. @returns whether there may be more of them. */
export async function tellMornings(work: Work, mostPeople: number): Promise<boolean> {
  const { db, clock } = work
  const due = await lockDue(db, clock.now(), mostPeople)
  if (due.length === 0) return false
  const counts = await takeWaiting(
    db,
    due.map(({ id }) => id),
    clock.now(),
  )
  const people = [...Map.groupBy(due, ({ user_id }) => user_id)]
  await notify(
    work,
    people.flatMap(([recipientId, searches]) => digestOf(recipientId, searches, counts)),
  )
  return people.length === mostPeople
}

function digestOf(
  recipientId: string,
  searches: readonly DueSearch[],
  counts: ReadonlyMap<string, number>,
): Notice[] {
  const found = searches.flatMap((search) => {
    const count = counts.get(search.id) ?? 0
    return count > 0 ? [{ ...search, count }] : []
  })
  const [first] = found
  if (!first) return []
  const all = found.reduce((sum, { count }) => sum + count, 0)
  const isOne = found.length === 1
  const named = found.slice(0, mostNamed).map(({ name, count }) => `${name} (${count})`)
  return [
    {
      recipientId,
      actorId: null,
      category: 'new_listing',
      title: inEachLanguage(({ savedSearches }) =>
        isOne ? savedSearches.foundMany(all, first.name) : savedSearches.foundByMany(all),
      ),
      message: isOne
        ? inEachLanguage(({ savedSearches }) => savedSearches.seeWhat)
        : `${named.join(', ')}${found.length > mostNamed ? ', …' : ''}`,
      reference: { model: 'saved_search', id: first.id },
      // Of one morning there may be a second notice: of searches that somebody was just changing.
      sourceEvent: `saved-searches:${first.id}:${first.digest_due_at.toISOString()}`,
      action: {
        label: inEachLanguage(({ savedSearches }) => savedSearches.look),
        actionType: 'navigate',
        payload: isOne ? { screen: 'SavedSearch', id: first.id } : { screen: 'SavedSearches' },
      },
    },
  ]
}
