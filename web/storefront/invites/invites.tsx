import { Badge, Button, Group, Text } from '@mantine/core'
import type { Invite } from '@plaza/client/marketplace'
import {
  generateInviteLinkMutation,
  getInvitesInfiniteOptions,
  revokeInviteMutation,
} from '@plaza/client/marketplace/queries'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/invites.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { date } from '../../ui/dates.ts'
import { LinkToShare } from '../../ui/link-to-share.tsx'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, FormFailure, More, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import classes from './invites.module.css'

const options = getInvitesInfiniteOptions({ query: { limit: 20 } })

/** The links by which the person invites others, and what became of them. */
export function Invites() {
  const client = useQueryClient()
  const list = useInfiniteQuery({ ...options, ...byCursor })
  const invites = rowsOf(list.data)
  const make = useMutation({
    ...generateInviteLinkMutation(),
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  })
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.back}
      </TextLink>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" my="sm">
        {texts.hint}
      </Text>
      <Button loading={make.isPending} onClick={() => make.mutate({ body: {} })}>
        {texts.make}
      </Button>
      <FormFailure message={make.error ? messageOf(make.error) : undefined} />
      {list.isPending && <Waiting />}
      {list.isError && invites.length === 0 && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.isSuccess && invites.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      <ul className={classes.list}>
        {invites.map((invite) => (
          <li key={invite._id}>
            <Row invite={invite} />
          </li>
        ))}
      </ul>
      <More query={list} />
    </div>
  )
}

function Row({ invite }: { invite: Invite }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const end = useMutation({
    ...revokeInviteMutation(),
    onSuccess: async () => {
      say(texts.ended)
      setAsking(false)
      await client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  const { _id, code, url, state, uses, max_uses, expires_at } = invite
  const isOpen = state === 'open'
  return (
    <section className={classes.invite} aria-label={texts.one(code)}>
      <Group justify="space-between">
        <strong>{texts.used(uses, max_uses)}</strong>
        <Badge color={isOpen ? 'teal' : 'dark'} variant="light" tt="none" size="lg">
          {isOpen ? texts.until(date(expires_at)) : texts.states[state]}
        </Badge>
      </Group>
      {isOpen && (
        <>
          <LinkToShare url={url} texts={texts} />
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.end}
          </Button>
        </>
      )}
      {isAsking && (
        <Confirmation
          title={texts.endTitle}
          hint={texts.endHint}
          action={texts.end}
          isGrave
          change={{ ...end, mutate: () => end.mutate({ path: { invite_id: _id } }) }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
