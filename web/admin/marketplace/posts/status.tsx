import { texts } from '../../../texts/admin/marketplace/posts.ts'
import { State, type Tone } from '../../state.tsx'

const tones: Readonly<Record<string, Tone>> = {
  active: 'good',
  reserved: 'busy',
  pending_review: 'warn',
  rejected: 'bad',
  hidden: 'bad',
  deleted: 'bad',
}

/** In which state a listing is. */
export const PostState = ({ status }: { status: string }) => (
  <State tone={tones[status]}>{texts.statuses[status] ?? status}</State>
)
