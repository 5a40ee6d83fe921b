import { lazilyThemed } from '../../ui/lazy.tsx'
import { useCollecting } from './collecting.ts'

const CollectionDialog = lazilyThemed(() => import('./collection-dialog.tsx'), 'CollectionDialog')

/** Where the question for collections appears. */
export function CollectingPlace() {
  const post = useCollecting()
  return post ? <CollectionDialog key={post._id} post={post} /> : null
}
