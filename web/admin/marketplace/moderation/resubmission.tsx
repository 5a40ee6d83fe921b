import { Title } from '@mantine/core'
import type { QueueItem } from '@plaza/client/marketplace'
import { decideResubmissionMutation } from '@plaza/client/marketplace/queries'
import { texts } from '../../../texts/admin/marketplace/queue.ts'
import { money } from '../../../ui/formats.ts'
import { PrivatePictures } from '../../private-pictures.tsx'
import { AnswerForm } from './answer-form.tsx'
import classes from './queue.module.css'
import type { OnDecided } from './queue-item.ts'

interface ResubmissionProps {
  decisionId: string
  now: NonNullable<QueueItem['now']>
  onDecided: OnDecided
}

/** A hidden listing that its author has put right, as it is now, and whether that is enough. */
export const Resubmission = ({ decisionId, now, onDecided }: ResubmissionProps) => (
  <>
    <section className={classes.frozen} aria-labelledby="now">
      <Title order={3} size="h5" id="now">
        {texts.now}
      </Title>
      <strong dir="auto">{now.title}</strong>
      <span data-figures>{money(now.price, now.currency)}</span>
      <p className={classes.text} dir="auto">
        {now.text}
      </p>
      <PrivatePictures pictures={now.pictures} />
    </section>
    <AnswerForm
      key={now.version}
      mutation={decideResubmissionMutation()}
      request={(outcome, answer) => ({
        headers: { 'If-Match': String(now.version) },
        body: { decision_id: decisionId, outcome, ...(answer.trim() === '' ? {} : { answer }) },
      })}
      label={texts.stillWrong}
      outcomes={[
        ['accepted', texts.accept],
        ['declined', texts.decline],
      ]}
      done={texts.resubmissionDone}
      onDecided={onDecided}
    />
  </>
)
