import { adminGetExerciseCategoriesOptions, adminGetExercisesOptions } from '@plaza/client/wellness/queries'
import { IconLeaf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { texts as exerciseTexts } from '../../texts/admin/wellness/exercises.ts'
import { texts } from '../../texts/admin.ts'
import { usePersonId } from '../../ui/session.ts'
import { type Finds, fewestLetters, mostFinds } from '../palette-finds.ts'
import { Thumb } from '../thumb.tsx'
import { ExerciseThumb } from './exercises/exercise-thumb.tsx'
import { queryClient, session } from './session.ts'

const t = texts.palette

/** Exercises of the wellness app and their categories by some words; nothing for too few letters. */
export function useWellnessFinds(words: string): Finds {
  const enabled = usePersonId(session) !== '' && words.length >= fewestLetters
  const query = { q: words, limit: mostFinds }
  const exercises = useQuery({ ...adminGetExercisesOptions({ query }), enabled }, queryClient)
  const categories = useQuery({ ...adminGetExerciseCategoriesOptions({ query }), enabled }, queryClient)
  const queries = [exercises, categories]
  const status = {
    isBusy: enabled && queries.some(({ isPending }) => isPending),
    hasFailed: enabled && queries.some(({ isError }) => isError),
  }
  if (!enabled) return { ...status, groups: [] }
  return {
    ...status,
    groups: [
      {
        name: t.exercises,
        finds: (exercises.data?.data ?? []).map((exercise) => ({
          key: exercise.id,
          name: exercise.title,
          hint: exerciseTexts.kinds[exercise.mediaType],
          picture: <ExerciseThumb exercise={exercise} />,
          goal: {
            to: '/catalogue',
            search: { tab: 'exercises', q: exercise.title, show: exercise.id },
          },
        })),
      },
      {
        name: t.wellnessCategories,
        finds: (categories.data?.data ?? []).map(({ id, name, image }) => ({
          key: id,
          name,
          picture: (
            <Thumb url={image} name={name}>
              <IconLeaf size={16} stroke={1.6} />
            </Thumb>
          ),
          goal: { to: '/catalogue', search: { tab: 'categories', q: name } },
        })),
      },
    ],
  }
}
