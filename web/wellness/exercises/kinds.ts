import type { ExerciseItem } from '@plaza/client/wellness'
import { texts } from '../../texts/wellness.ts'

type Shown = Pick<ExerciseItem, 'mediaType' | 'modality' | 'durationSec'>

/** What one does in an exercise: by what it is, and only then by how it comes. */
export function kindOf({ mediaType, modality }: Shown): keyof typeof texts.kinds {
  if (mediaType === 'VIDEO') return 'WATCH'
  if (mediaType === 'BREATHING' || modality === 'BREATHING') return 'BREATHE'
  if (modality === 'MOVEMENT') return 'MOVE'
  if (modality === 'MEDITATION') return 'MEDITATE'
  if (mediaType === 'AUDIO' || modality === 'MUSIC') return 'LISTEN'
  return mediaType === 'TEXT' ? 'REFLECT' : 'UNWIND'
}

/** `Breathe · 4 min`. */
export function aboutOf(exercise: Shown): string {
  const kind = texts.kinds[kindOf(exercise)]
  if (!exercise.durationSec) return kind
  return texts.exercise.about(kind, texts.length(Math.max(1, Math.round(exercise.durationSec / 60))))
}
