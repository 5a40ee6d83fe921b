import type { CoachMessage } from '@plaza/client/wellness'
import { texts } from '../../texts/coach.ts'
import { ago } from '../../ui/dates.ts'
import { ButtonLink } from '../../ui/links.tsx'
import classes from './coach.module.css'

/** Something that was said, with the exercises that it suggests. */
export const Message = ({ message }: { message: CoachMessage }) => (
  <li className={classes.message} data-own={message.role === 'USER' || undefined}>
    <span className={classes.who}>
      {message.role === 'USER' ? texts.you : texts.coach} · {ago(message.createdAt)}
    </span>
    <p className={classes.bubble} dir="auto">
      {message.text}
    </p>
    {message.cards.map((card) => (
      <ButtonLink
        key={card.exerciseId}
        to="/exercise/$exerciseId"
        params={{ exerciseId: card.exerciseId }}
        variant="light"
      >
        {texts.practise(card.title)}
      </ButtonLink>
    ))}
  </li>
)

/** What is not in the history yet. */
export const Unkept = ({ text, isOwn }: { text: string; isOwn: boolean }) => (
  <li className={classes.message} data-own={isOwn || undefined}>
    <span className={classes.who}>{isOwn ? texts.you : texts.coach}</span>
    <p className={classes.bubble} dir="auto">
      {text}
    </p>
  </li>
)
