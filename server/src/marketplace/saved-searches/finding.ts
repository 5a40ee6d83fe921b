import { Problem } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { type CategoryTree, categoryTree } from '../categories/public.ts'
import { notify } from '../notifications/public.ts'
import { aboutPost } from '../posts/public.ts'
import { type Filter, keysOf, readFilter, selectFinding, withCategories } from '../search/public.ts'
import { inEachLanguage } from '../texts.ts'
import { nextMorning } from './morning.ts'
import {
  type Candidate,
  findSought,
  insertFinds,
  insertSent,
  type SoughtPost,
  selectCandidates,
  setDue,
} from './percolation-queries.ts'
import { cadences } from './saved-query.ts'

/**
 * Compares a listing with the next searches that may find it: keeps what found it, and tells their people, or lets them
 * be told in the morning. Nobody is told twice of a listing, whichever of their searches find it, and how often.
 * @returns whose searches come after these; null when there are no more.
 */
export async function findSearchers(
  work: Work,
  postId: string,
  page: { after: string | null; limit: number },
): Promise<string | null> {
  const { db, clock, services } = work
  const post = await findSought(db, postId, clock.now())
  if (!post) return null
  const tree = await services.cache.get(categoryTree)
  const candidates = await selectCandidates(db, post, keysOf(post, tree), page)
  const { whole, last } = ofWholePeople(candidates, page.limit)
  const awake = whole.filter(({ is_active }) => is_active)
  const found = await compare(work, post, awake, tree)
  if (found.length > 0) await keep(work, post, found)
  return last
}

/** All searches of each person are compared at once, so that the soonest of them tells. */
function ofWholePeople(candidates: Candidate[], limit: number): { whole: Candidate[]; last: string | null } {
  const cut = candidates.length < limit ? undefined : candidates.at(-1)?.user_id
  if (cut === undefined) return { whole: candidates, last: null }
  const whole = candidates.filter(({ user_id }) => user_id !== cut)
  return { whole, last: whole.at(-1)?.user_id ?? null }
}

async function compare(
  { db, clock, services }: Work,
  post: SoughtPost,
  candidates: readonly Candidate[],
  tree: CategoryTree,
): Promise<Candidate[]> {
  const now = clock.now()
  const read = await Promise.all(
    candidates.map(async (candidate) => {
      const filter = await readKept(services.cache, candidate, now)
      return filter && narrowed(filter, post, candidate, tree)
    }),
  )
  const searches = read.filter((search) => search !== null)
  if (searches.length === 0) return []
  const finding = new Set(await selectFinding(db, post.id, searches, now))
  return candidates.filter(({ id }) => finding.has(id))
}

/** What a kept query asks for today; null when it asks for what its category does not know any more. */
async function readKept(
  cache: Work['services']['cache'],
  { query }: Candidate,
  now: Date,
): Promise<Filter | null> {
  try {
    return (await readFilter(cache, query, null, now, { comparesPrices: false })).filter
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Of the categories that fit, the one that the listing is in says all; null when none is. */
function narrowed(
  filter: Filter,
  { leaf_category_id: leaf }: SoughtPost,
  search: Candidate,
  tree: CategoryTree,
) {
  const { categoryIds, subCategoryIds } = filter
  if (categoryIds && !categoryIds.includes(leaf)) return null
  if (subCategoryIds && !subCategoryIds.includes(leaf)) return null
  const { id, user_id: userId, words } = search
  const asked = {
    ...filter,
    words: words === null ? null : withCategories(words, tree),
    categoryIds: categoryIds && [leaf],
    subCategoryIds: subCategoryIds && [leaf],
  }
  return { id, userId, filter: asked }
}

async function keep(work: Work, post: SoughtPost, found: readonly Candidate[]): Promise<void> {
  const { db, clock } = work
  const now = clock.now()
  const ids = found.map(({ id }) => id)
  await insertFinds(db, ids, post.id, now)
  const telling = [...Map.groupBy(found, ({ user_id }) => user_id).values()].flatMap(soonest)
  const sendings = telling.map(({ id, cadence }) => ({ searchId: id, isWaiting: cadence !== 'instant' }))
  const sent = await insertSent(db, post.id, sendings, now)
  const due = new Map<string, Date>()
  for (const { id, cadence, timezone } of telling)
    if (sent.has(id) && (cadence === 'daily' || cadence === 'weekly'))
      due.set(id, nextMorning(now, timezone, cadence))
  if (due.size > 0) await setDue(db, due)
  await notify(
    work,
    telling
      .filter(({ id, cadence }) => cadence === 'instant' && sent.has(id))
      .map(({ id, user_id, name }) => ({
        ...aboutPost(post, work),
        recipientId: user_id,
        actorId: post.author_id,
        category: 'new_listing',
        title: inEachLanguage(({ savedSearches }) => savedSearches.found(name)),
        message: post.title,
        sourceEvent: `saved-search:${post.id}`,
        action: {
          label: inEachLanguage(({ savedSearches }) => savedSearches.look),
          actionType: 'navigate',
          payload: { screen: 'PostDetail', id: post.id, saved_search_id: id },
        },
      })),
  )
}

/** Of a person's searches that found the same, the one that tells of it first. */
function soonest(found: readonly Candidate[]): Candidate[] {
  const rank = ({ cadence }: Candidate) => cadences.indexOf(cadence)
  const [first] = found
    .filter(({ cadence }) => cadence !== 'none')
    .toSorted((one, other) => rank(one) - rank(other))
  return first ? [first] : []
}
