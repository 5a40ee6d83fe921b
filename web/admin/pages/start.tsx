import { Button, Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { logout } from '@plaza/client/marketplace'
import { getProfileOptions } from '@plaza/client/marketplace/queries'
import { adminLogout } from '@plaza/client/wellness'
import { adminGetProfileOptions } from '@plaza/client/wellness/queries'
import { useMutation, useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/admin.ts'
import { ask } from '../../ui/failure.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { type Session, usePersonId } from '../../ui/session.ts'
import { messageOf } from '../../ui/states.tsx'
import { isStaff, marketplaceSession, wellnessSession } from '../api.ts'
import { marketplaceQueries, wellnessQueries } from '../query-client.ts'

/** Who is at work here, in each product. */
export function Start() {
  const inMarketplace = usePersonId(marketplaceSession) !== ''
  const inWellness = usePersonId(wellnessSession) !== ''
  const member = useQuery({ ...getProfileOptions(), enabled: inMarketplace }, marketplaceQueries)
  const administrator = useQuery({ ...adminGetProfileOptions(), enabled: inWellness }, wellnessQueries)
  return (
    <>
      <PageTitle mb="lg">{texts.signIn.sections}</PageTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Account
          title={texts.signIn.marketplace}
          hint={texts.signIn.marketplaceHint}
          product="marketplace"
          session={marketplaceSession}
          name={member.data?.data.name}
          note={member.data && !isStaff(member.data.data.role) ? texts.signIn.staffOnly : undefined}
          signOut={() => ask(logout({ body: {} }))}
        />
        <Account
          title={texts.signIn.wellness}
          hint={texts.signIn.wellnessHint}
          product="wellness"
          session={wellnessSession}
          name={administrator.data?.data.name}
          signOut={() => ask(adminLogout())}
        />
      </SimpleGrid>
    </>
  )
}

function Account({
  title,
  hint,
  product,
  session,
  name,
  note,
  signOut,
}: {
  title: string
  hint: string
  product: string
  session: Session
  name: string | undefined
  /** What is amiss with who is signed in. */
  note?: string | undefined
  signOut: () => Promise<unknown>
}) {
  const isSignedIn = usePersonId(session) !== ''
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => session.signedOut(),
  })
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4">
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
          <ButtonLink to="/sign-in" search={{ product }}>
            {texts.signIn.submit}
          </ButtonLink>
        )}
      </Group>
    </Paper>
  )
}
