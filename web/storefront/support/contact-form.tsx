import { Button, Skeleton, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { contactUsMutation } from '@plaza/client/marketplace/queries'
import { texts } from '../../texts/support.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { usePersonId } from '../../ui/session.ts'
import { FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { useProfile } from '../accounts/profile.ts'
import { session } from '../session.ts'

const { contact } = texts

/** A question to support. Who is signed in need not say who they are. */
export function ContactForm() {
  const isSignedIn = usePersonId(session) !== ''
  return isSignedIn ? <OwnContactForm /> : <Fields name="" email="" />
}

function OwnContactForm() {
  const { data, isPending } = useProfile()
  if (isPending) return <Skeleton height={420} aria-hidden />
  return <Fields name={data?.name ?? ''} email={data?.email ?? ''} />
}

function Fields({ name, email }: { name: string; email: string }) {
  const form = useServerForm({
    initialValues: { name, email, subject: '', message: '' },
    mutation: contactUsMutation(),
    request: (body) => ({ body }),
    onSuccess: () => {
      say(contact.sent)
      form.setValues({ subject: '', message: '' })
    },
  })
  return (
    <form onSubmit={form.submit()} aria-labelledby="contact" noValidate>
      <Stack>
        <Title order={2} size="h4" id="contact">
          {contact.title}
        </Title>
        <Text c="var(--ink-soft)">{contact.hint}</Text>
        <FormFailure message={form.failure} />
        <TextInput label={contact.name} autoComplete="name" maxLength={80} {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label={contact.email}
          autoComplete="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <TextInput label={contact.subject} maxLength={150} {...form.getInputProps('subject')} />
        <Textarea
          autosize
          minRows={4}
          label={contact.message}
          maxLength={5000}
          {...form.getInputProps('message')}
        />
        <Button type="submit" loading={form.isSending} style={{ justifySelf: 'start' }}>
          {contact.send}
        </Button>
      </Stack>
    </form>
  )
}
