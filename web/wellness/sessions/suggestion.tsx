import { Skeleton } from '@mantine/core'
import { getGoalsHomeOptions } from '@plaza/client/wellness/queries'
import { IconPlayerPlayFilled, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { texts } from '../../texts/wellness.ts'
import { accent } from '../exercises/accent.ts'
import { Illustration } from '../exercises/illustration.tsx'
import { aboutOf } from '../exercises/kinds.ts'
import { dayPartNow } from './day.ts'
import classes from './suggestion.module.css'

/** One exercise for this hour, why it is this one, and one button that begins it. */
export function Suggestion() {
  const query = useQuery(getGoalsHomeOptions())
  if (query.isPending) return <Skeleton className={classes.waiting} />
  const exercise = query.data?.data.suggestion
  if (!exercise) return null
  const { id, title, description, category, reason } = exercise
  return (
    <section className={classes.card} style={accent(category.color)} aria-labelledby="suggested">
      <div className={classes.words}>
        <p className={classes.when}>{texts.today.suggested[dayPartNow()]}</p>
        <h2 id="suggested" className={classes.title}>
          <Link to="/exercise/$exerciseId" params={{ exerciseId: id }} dir="auto">
            {title}
          </Link>
        </h2>
        <p className={classes.about}>{aboutOf(exercise)}</p>
        <p className={classes.description} dir="auto">
          {description}
        </p>
        <p className={classes.reason}>
          <IconSparkles aria-hidden size={16} /> {reason}
        </p>
        <Link
          to="/exercise/$exerciseId/practice"
          params={{ exerciseId: id }}
          className={classes.play}
          aria-label={texts.today.playTitle(title)}
        >
          <IconPlayerPlayFilled aria-hidden size={20} />
          {texts.today.play}
        </Link>
      </div>
      <div className={classes.drawing}>
        <Illustration name={category.illustration} />
      </div>
    </section>
  )
}
