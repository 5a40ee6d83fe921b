import type { ExerciseRecord } from '@plaza/client/wellness'
import { IconBook, IconClock, IconHeadphones, IconMovie, IconWind } from '@tabler/icons-react'
import { Thumb } from '../../thumb.tsx'

const icons = {
  AUDIO: IconHeadphones,
  VIDEO: IconMovie,
  TEXT: IconBook,
  TIMER: IconClock,
  BREATHING: IconWind,
} as const satisfies Record<ExerciseRecord['mediaType'], unknown>

/** The picture of an exercise, or a sign of its kind. */
export function ExerciseThumb({ exercise }: { exercise: ExerciseRecord }) {
  const Icon = icons[exercise.mediaType] ?? IconBook
  return (
    <Thumb url={exercise.thumbnail} name={exercise.title}>
      <Icon size={16} stroke={1.6} />
    </Thumb>
  )
}
