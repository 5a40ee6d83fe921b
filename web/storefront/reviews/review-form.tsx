import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { DealRecord } from '@plaza/client/marketplace'
import { addReviewMutation } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { texts } from '../../texts/reviews.ts'
import { date } from '../../ui/dates.ts'
import { ofNoun } from '../../ui/queries.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { StarsInput } from './stars.tsx'
import { TagsInput } from './tags.tsx'

/** Says what one thinks of a deal, or says it anew. */
export function ReviewForm({ deal, onDone }: { deal: DealRecord; onDone?: () => void }) {
  const client = useQueryClient()
  const { own_review: own } = deal
  const form = useServerForm({
    initialValues: { rating: own?.rating ?? 0, tags: own?.tags ?? [], text: own?.text ?? '' },
    validate: { rating: (rating) => (rating === 0 ? texts.pick : null) },
    mutation: addReviewMutation(),
    request: ({ rating, tags, text }) => ({ body: { deal_id: deal._id, rating, tags, text } }),
    onSuccess: async () => {
      say(texts.saved)
      await Promise.all(['reviews', 'users'].map((noun) => client.invalidateQueries(ofNoun(noun))))
      onDone?.()
    },
  })
  const { error } = form.getInputProps('rating')
  return (
    <form onSubmit={form.submit()} noValidate>
      <Stack gap="sm">
        <Text c="var(--ink-soft)">{texts.blind(date(deal.review_until))}</Text>
        <FormFailure message={form.failure} />
        <StarsInput
          name={`stars-${deal._id}`}
          value={form.values.rating}
          error={error ? String(error) : undefined}
          onChange={(rating) => form.setFieldValue('rating', rating)}
        />
        <TagsInput value={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
        <Textarea
          autosize
          minRows={3}
          maxLength={2000}
          dir="auto"
          label={texts.text}
          {...form.getInputProps('text')}
        />
        <Button type="submit" loading={form.isSending} style={{ alignSelf: 'start' }}>
          {own ? texts.keep : texts.send}
        </Button>
      </Stack>
    </form>
  )
}
