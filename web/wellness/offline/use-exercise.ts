import type { ExerciseDetail } from '@plaza/client/wellness'
import { getCategoryExerciseOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followExercise, useKeptExercises } from './recordings.ts'

/** An exercise as the server has it, or as it is kept on this device, with its recording if that is kept as well. */
export function useExercise(exerciseId: string, options: { staleTime?: number } = {}) {
  const query = useQuery({ ...getCategoryExerciseOptions({ path: { exerciseId } }), ...options })
  const kept = useKeptExercises().find(({ exercise }) => exercise.id === exerciseId)
  const told = query.data?.data
  useEffect(() => {
    if (told) void followExercise(told).catch(() => undefined)
  }, [told])
  const exercise: ExerciseDetail | undefined = told ?? kept?.exercise
  return { query, exercise, recording: kept?.recording }
}

/** An address of a recording for as long as the page shows it. */
export function useAddress(recording: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!recording) return
    const made = URL.createObjectURL(recording)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [recording])
  return address
}
