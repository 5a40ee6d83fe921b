import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../../texts/wellness.ts'
import { accent } from '../exercises/accent.ts'
import classes from './room.module.css'

interface RoomProps {
  color: string | null
  /** What is practised, beside the way out. */
  name: string
  /** The exercise, where leaving leads before anything was begun; else it leads to the start. */
  exerciseId?: string
  /** 1 to 7, while somebody says how they feel: the room takes its warmth from it. */
  feeling?: number | undefined
  children: ReactNode
}

/** The whole window in the colour of a category, with nothing in it but the practice. */
export const Room = ({ color, name, exerciseId, feeling, children }: RoomProps) => (
  <div className={classes.room} style={accent(color)} data-feeling={feeling}>
    <div className={classes.bar}>
      {exerciseId ? (
        <Link
          to="/exercise/$exerciseId"
          params={{ exerciseId }}
          className={classes.leave}
          aria-label={texts.practice.leave}
        >
          <IconX aria-hidden />
        </Link>
      ) : (
        <Link to="/" className={classes.leave} aria-label={texts.practice.leave}>
          <IconX aria-hidden />
        </Link>
      )}
      <span dir="auto" className={classes.name}>
        {name}
      </span>
    </div>
    <div className={classes.content}>{children}</div>
  </div>
)
