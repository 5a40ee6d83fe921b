import { pictureUrl } from '../../platform/media/uploads.ts'
import type { Work } from '../../platform/operation/work.ts'
import type { Notice } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'

/** What every notice about a listing has in common. */
export function aboutPost(post: { id: string; photo_ids: string[] }, { services }: Pick<Work, 'services'>) {
  const [photo] = post.photo_ids
  return {
    reference: { model: 'post', id: post.id },
    postImage: photo ? pictureUrl(services.settings.publicUrl, photo) : '',
    action: {
      label: inEachLanguage(({ posts }) => posts.view),
      actionType: 'navigate',
      payload: { screen: 'PostDetail', id: post.id },
    },
  } satisfies Partial<Notice>
}
