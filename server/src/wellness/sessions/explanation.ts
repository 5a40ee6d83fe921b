import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import type { User } from '../access.ts'
import { explain, foldGoal, presentUnit } from '../streaks/public.ts'
import { minimumOn } from './minimum.ts'
import { selectMinima } from './minimum-queries.ts'
import { selectGroups } from './queries.ts'
import type { ExplainedDay, Streak } from './shapes.ts'
import { shown, wholePractice } from './streak.ts'

/** Why somebody's streak of practice is what it is: the fold itself, from its start, with what each day had. */
export async function explainPractice(
  db: Db,
  person: Pick<User, 'id' | 'timezone' | 'dayStartMinutes'>,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<{ streak: Static<typeof Streak>; units: Static<typeof ExplainedDay>[] }> {
  const [ledger, minima, practised] = await Promise.all([
    wholePractice(db, person, now),
    selectMinima(db, person.id),
    selectGroups(db, 'day', { userId: person.id, from, to }),
  ])
  const days = new Map(practised.map((day) => [day.date, day]))
  const units = explain(ledger, { from, to }).map((unit) => {
    const day = days.get(unit.from)
    const minutes = Math.floor((day?.seconds ?? 0) / 60)
    const minimumMinutes = minimumOn(minima, unit.from)
    return { ...presentUnit(unit), sessions: day?.sessions ?? 0, minutes, minimumMinutes }
  })
  return { streak: shown(foldGoal(ledger)), units }
}
