import type { WellnessSession } from '@plaza/client/wellness'
import { texts } from '../../texts/wellness.ts'
import { duration, timeOfDay } from '../../ui/dates.ts'
import { wordOf } from '../practice/feelings.tsx'
import classes from './session-list.module.css'

/** Sessions as lines: when, what, how long, and what it did. */
export function SessionList({ sessions }: { sessions: readonly WellnessSession[] }) {
  return (
    <ul className={classes.list}>
      {sessions.map((done) => (
        <li key={done.id} className={classes.line}>
          <time dateTime={done.occurredAt} className={classes.time}>
            {timeOfDay(done.occurredAt)}
          </time>
          <span className={classes.what}>
            <strong dir="auto">{done.exerciseTitle ?? done.subCategoryName ?? done.categoryName}</strong>
            <small>
              {done.status !== 'COMPLETED' && `${texts.history.statuses[done.status]} · `}
              {done.categoryName}
              {done.feelingBefore &&
                done.feelingAfter &&
                ` · ${texts.history.felt(wordOf(done.feelingBefore.label), wordOf(done.feelingAfter.label))}`}
            </small>
          </span>
          <span className={classes.length}>{done.creditedSec > 0 && duration(done.creditedSec)}</span>
        </li>
      ))}
    </ul>
  )
}
