import { newId } from '../../platform/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { member } from '../access.ts'
import { postBecameVisible } from './announcements.ts'
import { applyChange } from './change.ts'
import { emptyDraft } from './empty-draft.ts'
import { submitListing, unpublished } from './hold.ts'
import { NewPost } from './input-shapes.ts'
import { keptOf } from './kept-cards.ts'
import { newRow } from './new-row.ts'
import { homeOf } from './place.ts'
import {
  activePostLimit,
  attributeInvalid,
  coordinatesInvalid,
  duplicatePost,
  mediaNotReady,
  noSuchCategory,
  postingLimit,
  pricePrecision,
} from './problems.ts'
import { AllowDuplicate, askPublisher, checkPublication } from './publication.ts'
import { insertPost } from './queries.ts'
import { replyToAuthor } from './read-back.ts'
import { Post, presentPost } from './shapes.ts'

export const addPost = operation({
  key: 'M23',
  source: 'named in the specification in the post group; method, path and body chosen here',
  method: 'POST',
  path: '/post-mgt/add',
  summary: 'Publish a listing, or keep it as a draft; what is risky waits for a moderator',
  access: member,
  headers: AllowDuplicate,
  body: NewPost,
  replies: { 200: { message: 'Post added successfully', data: Post } },
  problems: [
    pricePrecision,
    attributeInvalid,
    mediaNotReady,
    coordinatesInvalid,
    noSuchCategory,
    postingLimit,
    activePostLimit,
    duplicatePost,
  ],

  async handle({ body, headers, caller, ...work }) {
    const { db, clock } = work
    const home = homeOf(caller)
    const location =
      body.location ?? (home && { type: 'Point', coordinates: [home.longitude, home.latitude] })
    if (!location) throw invalidField('body.location', 'required', 'is required: your account has no place')
    const id = newId()
    const change = { ...body, location, draft: body.draft ?? false }
    const [post, publisher] = await Promise.all([
      applyChange(work, emptyDraft(caller), change, caller.id),
      change.draft ? undefined : askPublisher(work, { id, authorId: caller.id, title: body.title }, headers),
    ])
    const reasons = publisher ? await checkPublication(work, post, publisher) : []
    const now = clock.now()
    if (!publisher || reasons.length > 0) {
      work.pipeline(insertPost(db, id, caller.id, reasons.length > 0 ? unpublished(post) : post, now))
      if (reasons.length > 0) await submitListing(work, id, reasons)
      return replyToAuthor(work, id, caller.id)
    }
    const row = newRow(post, { id, authorId: caller.id, seller: publisher.author, now })
    work.pipeline(insertPost(db, id, caller.id, post, now, keptOf(row)))
    const { title } = row
    await work.announce(postBecameVisible, { postId: id, authorId: caller.id, title, how: 'published' })
    return presentPost(row, caller.id, work.services.settings.publicUrl)
  },
})
