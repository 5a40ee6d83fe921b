import type { ExerciseItem } from '@plaza/client/wellness'
import { IconChevronRight, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import classes from './category.module.css'
import { aboutOf } from './kinds.ts'

/** An exercise in a list, with why it is there if somebody says so. */
export const ExerciseRow = ({ exercise, reason }: { exercise: ExerciseItem; reason?: string | null }) => (
  <Link to="/exercise/$exerciseId" params={{ exerciseId: exercise.id }} className={classes.exercise}>
    <span className={classes.about}>
      <strong dir="auto">{exercise.title}</strong>
      <span>
        {aboutOf(exercise)}
        {exercise.timesDone > 0 && ` · ${texts.category.done(exercise.timesDone)}`}
        {exercise.isLocked && ` · ${texts.category.locked}`}
      </span>
      {reason && <span>{reason}</span>}
    </span>
    {exercise.isLocked ? <IconLock aria-hidden /> : <IconChevronRight aria-hidden />}
  </Link>
)
