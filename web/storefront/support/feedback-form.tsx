import { Button, Input, NativeSelect, Rating, Stack, Text, Textarea, Title } from '@mantine/core'
import type { CreateFeedbackData } from '@plaza/client/marketplace'
import { createFeedbackMutation } from '@plaza/client/marketplace/queries'
import { texts } from '../../texts/support.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { useVisitorId } from '../../ui/session.ts'
import { FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useIsUploading } from '../../ui/uploading.ts'
import { PrivatePictures } from '../private-pictures.tsx'
import { session } from '../session.ts'

const { feedback } = texts
type Category = CreateFeedbackData['body']['category']

const empty = { category: 'idea' as Category, rating: 0, message: '', pictures: [] as string[] }

/** What somebody thinks; with pictures of whoever has an account or is a guest, since these belong to somebody. */
export function FeedbackForm() {
  const hasAccount = useVisitorId(session) !== ''
  const isUploading = useIsUploading()
  const form = useServerForm({
    initialValues: empty,
    mutation: createFeedbackMutation(),
    request: ({ category, rating, message, pictures }) => ({
      body: {
        category,
        message,
        context: { platform: 'web' as const },
        ...(rating > 0 && { rating }),
        ...(pictures.length > 0 && { upload_ids: pictures }),
      },
    }),
    names: { upload_ids: 'pictures' },
    onSuccess: () => {
      say(feedback.sent)
      form.setValues(empty)
    },
  })
  const { error, ...stars } = form.getInputProps('rating')
  return (
    <form onSubmit={form.submit()} aria-labelledby="feedback" noValidate>
      <Stack>
        <Title order={2} size="h4" id="feedback">
          {feedback.title}
        </Title>
        <Text c="var(--ink-soft)">{feedback.hint}</Text>
        <FormFailure message={form.failure} />
        <NativeSelect
          label={feedback.about}
          data={Object.entries(feedback.categories).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('category')}
        />
        <Input.Wrapper label={feedback.rating} labelElement="div" error={error}>
          <Rating size="xl" mt={4} getSymbolLabel={feedback.stars} {...stars} />
        </Input.Wrapper>
        <Textarea
          autosize
          minRows={4}
          maxLength={2000}
          label={feedback.message}
          {...form.getInputProps('message')}
        />
        {hasAccount && (
          <PrivatePictures
            purpose="feedback"
            hint={feedback.pictures}
            ids={form.values.pictures}
            onChange={(ids) => form.setFieldValue('pictures', ids)}
          />
        )}
        <Button
          type="submit"
          loading={form.isSending}
          disabled={isUploading}
          style={{ justifySelf: 'start' }}
        >
          {feedback.send}
        </Button>
      </Stack>
    </form>
  )
}
