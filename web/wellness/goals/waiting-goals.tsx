import { Button, Group, Text } from '@mantine/core'
import { texts } from '../../texts/goals.ts'
import { ButtonLink } from '../../ui/links.tsx'
import type { Queued } from '../../ui/queue.ts'
import { type GoalChange, type NewGoal, saidOfGoals } from './delivery.ts'
import classes from './goals.module.css'

const t = texts.waiting

/** Goals that nobody else knows of yet: they wait for a connection, or the server refused them. */
export const WaitingGoals = ({ goals }: { goals: readonly Queued<NewGoal>[] }) =>
  goals.length > 0 && (
    <section aria-label={t.title}>
      <ul className={classes.list}>
        {goals.map(({ id, item: { create }, refusal }) => (
          <li key={id} className={classes.vacation} data-waiting>
            <span>
              <strong dir="auto">{create.title}</strong>
              <small role={refusal === undefined ? undefined : 'alert'}>
                {refusal === undefined ? t.waits : t.refused(refusal)}
              </small>
            </span>
            <Group gap="xs">
              {refusal !== undefined && (
                <ButtonLink to="/goals/new" search={{ refused: id }}>
                  {t.correct}
                </ButtonLink>
              )}
              <Button
                variant="default"
                aria-label={t.dropOne(create.title)}
                onClick={() => void saidOfGoals.remove(id)}
              >
                {t.drop}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </section>
  )

/** What of a goal waits for a connection, and what of it was refused. */
export function ChangesWaiting({ changes }: { changes: readonly Queued<GoalChange>[] }) {
  const refused = changes.find(({ refusal }) => refusal !== undefined)
  if (refused)
    return (
      <div role="alert" className={classes.vacation} data-waiting>
        <Text>{t.refused(refused.refusal ?? '')}</Text>
        <Button variant="default" onClick={() => void saidOfGoals.remove(refused.id)}>
          {t.drop}
        </Button>
      </div>
    )
  if (changes.length === 0) return null
  return (
    <Text role="status" className={classes.vacation} data-waiting>
      {t.changes(changes.length)}
    </Text>
  )
}
