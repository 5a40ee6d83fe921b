import type { ExerciseCategory } from '@plaza/client/wellness'
import type { ReactNode } from 'react'
import { Picture } from '../../ui/picture.tsx'
import classes from './illustration.module.css'

type Name = NonNullable<ExerciseCategory['illustration']> | 'LEAF'

/** What stands for a category: its own image, else its drawing in the shades of `--accent`. */
export const Illustration = ({
  image = null,
  name,
}: {
  image?: string | null
  name: ExerciseCategory['illustration']
}) =>
  image ? (
    <Picture url={image} alt="" sizes="(min-width: 48rem) 20rem, 50vw" ratio={4 / 3} />
  ) : (
    <span className={classes.frame}>
      <svg viewBox="0 0 160 120" className={classes.drawing} aria-hidden>
        {drawings[name ?? 'LEAF']}
      </svg>
    </span>
  )

const c = classes

// The ground goes on to both sides, for frames that are wider.
const drawings: Record<Name, ReactNode> = {
  BREATH: (
    <>
      <circle cx="80" cy="60" r="54" className={c.pale} />
      <circle cx="80" cy="60" r="38" className={c.soft} />
      <circle cx="80" cy="60" r="22" className={c.mid} />
      <path d="M14 46c18-12 30 8 48 0s16-20 4-20-10 14 2 16" className={c.line} />
      <path d="M98 78c16-8 26 8 46 0M92 92c12-5 20 5 34 0" className={c.line} />
    </>
  ),
  STILLNESS: (
    <>
      <circle cx="80" cy="52" r="44" className={c.pale} />
      <circle cx="122" cy="26" r="12" className={c.sun} />
      <path d="M36 108c4-16 26-20 44-20s40 4 44 20c-14 6-74 6-88 0Z" className={c.mid} />
      <path d="M62 92c-2-22 4-36 18-36s20 14 18 36c-8 4-28 4-36 0Z" className={c.deep} />
      <circle cx="80" cy="40" r="12" className={c.deep} />
      <path d="M64 70c-10 8-16 16-22 24M96 70c10 8 16 16 22 24" className={c.thick} />
    </>
  ),
  MOVEMENT: (
    <>
      <path
        d="M-240 108c80-24 150 28 240-12 36-16 68-16 100-6s48 4 60-2c70-35 150 30 240 4v28h-640Z"
        className={c.soft}
      />
      <circle cx="30" cy="30" r="14" className={c.sun} />
      <circle cx="98" cy="26" r="10" className={c.deep} />
      <path
        d="M92 44c-6 14-12 22-20 30M88 50l30-14M88 50 62 40M74 72l26 14-4 22M72 74 52 84l-16 20"
        className={c.thick}
      />
    </>
  ),
  NIGHT: (
    <>
      <path d="M104 14a34 34 0 1 0 26 54 30 30 0 0 1-26-54Z" className={c.sun} />
      <path d="M30 24v8M26 28h8M56 50v6M53 53h6M22 62v6M19 65h6" className={c.line} />
      <path
        d="M-240 84c90-34 150 66 240 8 28-18 52-14 78-4s54 6 82-10c82-46 150 40 240 2v40h-640Z"
        className={c.mid}
      />
      <path
        d="M-240 102c90 30 160 32 240 4 40-14 70-6 96-2s44 0 64-8c70-28 150 20 240 6v18h-640Z"
        className={c.deep}
      />
    </>
  ),
  PAPER: (
    <>
      <path d="M-240 98h640v22h-640Z" className={c.soft} />
      <path d="m44 24 66-8 10 80-66 8Z" className={c.sheet} />
      <path d="m56 42 44-5M58 56l44-5M60 70l30-4" className={c.line} />
      <path d="m128 30 10 6-32 54-12 8 2-14Z" className={c.sun} />
      <path d="m96 84 10 6" className={c.line} />
      <circle cx="30" cy="88" r="12" className={c.mid} />
      <path d="M42 84c8-2 8 10 0 8" className={c.line} />
    </>
  ),
  FOCUS: (
    <>
      <path d="M-240 100h640v20h-640Z" className={c.soft} />
      <path d="m84 46-40 54h92Z" className={c.sun} opacity="0.5" />
      <path d="M38 100h24M50 100V62l32-34" className={c.thick} />
      <path d="m72 24 26 18-14 14-24-8Z" className={c.deep} />
      <path d="M96 88h34v12H96Z" className={c.mid} />
      <path d="M102 78h30v10h-30Z" className={c.deep} />
    </>
  ),
  LEAF: (
    <>
      <circle cx="80" cy="60" r="50" className={c.pale} />
      <path d="M50 96C42 52 70 24 122 24c0 52-28 80-72 72Z" className={c.mid} />
      <path d="m50 96 44-44" className={c.line} />
    </>
  ),
}
