import { Button, Stack, Textarea } from '@mantine/core'
import type { ReviewRecord } from '@plaza/client/marketplace'
import { replyToReviewMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts as comments } from '../../texts/comments.ts'
import { texts } from '../../texts/reviews.ts'
import { date } from '../../ui/dates.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { Face } from '../accounts/face.tsx'
import { ReviewReport } from '../reports/report-button.tsx'
import classes from './reviews.module.css'
import { Stars } from './stars.tsx'
import { Tags } from './tags.tsx'

interface ReviewProps {
  review: ReviewRecord
  /** What the reviewed person is called; absent where that is whoever looks. */
  subject?: string
}

/** What somebody says of a person they dealt with, with what that person replied. */
export function Review({ review, subject }: ReviewProps) {
  const { author, text, reply } = review
  return (
    <article className={classes.review}>
      <Face url={author.profile_photo_url} name={author.name} size={36} />
      <div className={classes.words}>
        <p className={classes.by}>
          <Author author={author} />
          <Stars rating={review.rating} />
          <span>{texts.by[review.of]}</span>
          <time dateTime={review.visible_at}>{date(review.visible_at)}</time>
        </p>
        <Tags tags={review.tags} />
        {text !== '' && (
          <p className={classes.text} dir="auto">
            {text}
          </p>
        )}
        {!review.own &&
          review.hints.map((hint) => (
            <p key={hint} className={classes.hint}>
              {comments.hints[hint]}
            </p>
          ))}
        {reply && (
          <div className={classes.reply}>
            <p className={classes.soft}>{subject === undefined ? texts.replyText : texts.replied(subject)}</p>
            <p className={classes.text} dir="auto">
              {reply.text}
            </p>
          </div>
        )}
        {subject === undefined && !reply && <Reply reviewId={review._id} />}
      </div>
      {!review.own && <ReviewReport id={review._id} name={author.name || texts.former} />}
    </article>
  )
}

/** Of somebody who left their reviews behind when they deleted their account there is no page. */
const Author = ({ author: { _id, name } }: { author: ReviewRecord['author'] }) =>
  name === '' ? (
    <span>{texts.former}</span>
  ) : (
    <Link to="/sellers/$sellerId" params={{ sellerId: _id }}>
      <bdi>{name}</bdi>
    </Link>
  )

function Reply({ reviewId }: { reviewId: string }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ReplyForm reviewId={reviewId} />
  return (
    <Button variant="subtle" px="xs" onClick={() => setOpen(true)}>
      {texts.reply}
    </Button>
  )
}

function ReplyForm({ reviewId }: { reviewId: string }) {
  const client = useQueryClient()
  const form = useServerForm({
    initialValues: { text: '' },
    mutation: replyToReviewMutation(),
    request: ({ text }) => ({ body: { review_id: reviewId, text } }),
    onSuccess: () => client.invalidateQueries(ofNoun('reviews')),
  })
  return (
    <form onSubmit={form.submit()}>
      <Stack gap="xs" mt="xs">
        <FormFailure message={form.failure} />
        <Textarea
          required
          autosize
          minRows={2}
          maxLength={1000}
          dir="auto"
          label={texts.replyText}
          description={texts.replyHint}
          {...form.getInputProps('text')}
        />
        <Button type="submit" variant="default" loading={form.isSending} style={{ justifySelf: 'start' }}>
          {texts.sendReply}
        </Button>
      </Stack>
    </form>
  )
}
