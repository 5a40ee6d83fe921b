import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { texts } from '../texts/admin.ts'
import { ButtonLink } from '../ui/links.tsx'
import { type Session, usePersonId } from '../ui/session.ts'
import { messageOf } from '../ui/states.tsx'

interface AccountProps {
  title: string
  hint: string
  product: string
  session: Session
  name: string | undefined
  /** What is amiss with who is signed in. */
  note?: string | undefined
  signOut: () => Promise<unknown>
}

/** Who is at work in a product, and the way in or out. */
export function Account({ title, hint, product, session, name, note, signOut }: AccountProps) {
  const isSignedIn = usePersonId(session) !== ''
  const leave = useMutation({ mutationFn: signOut, onSuccess: () => session.signedOut() })
  return (
    <Paper withBorder p="md" component="section">
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text c="var(--ink-soft)" mb="md">
        {isSignedIn && name ? texts.signIn.signedInAs(name) : hint}
      </Text>
      {isSignedIn && note && (
        <Text role="alert" mb="md">
          {note}
        </Text>
      )}
      {leave.isError && (
        <Text role="alert" c="var(--bad)">
          {messageOf(leave.error)}
        </Text>
      )}
      <Group>
        {isSignedIn ? (
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {texts.signIn.signOut}
          </Button>
        ) : (
          <ButtonLink variant="default" to="/sign-in" search={{ product }}>
            {texts.signIn.submit}
          </ButtonLink>
        )}
      </Group>
    </Paper>
  )
}
