import { Badge, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import type { SessionRecord } from '@plaza/client/marketplace'
import {
  deleteSessionMutation,
  getSessionsOptions,
  getSessionsQueryKey,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { Confirmation } from '../../ui/confirmation.tsx'
import { ago, dateTime } from '../../ui/dates.ts'
import { TextLink } from '../../ui/links.tsx'
import { Failed, FormFailure, messageOf } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'
import { say } from '../../ui/toasts.tsx'
import { deviceName } from './device-name.ts'
import classes from './devices.module.css'
import { useSignOut } from './sign-out.ts'

/** Where the person is signed in. */
export function Devices() {
  useTitle(texts.devices.title)
  const [isAsking, setAsking] = useState(false)
  const devices = useQuery(getSessionsOptions())
  return (
    <div className={classes.page}>
      <TextLink to="/you" py="sm" display="inline-block">
        {texts.devices.back}
      </TextLink>
      <Title order={1} size="h2">
        {texts.devices.title}
      </Title>
      <Text c="var(--ink-soft)">{texts.devices.hint}</Text>
      {devices.isError && !devices.data && <Failed error={devices.error} retry={() => devices.refetch()} />}
      <ul className={classes.devices}>
        {devices.isPending &&
          [1, 2].map((key) => <Skeleton key={key} component="li" height={76} radius="md" />)}
        {devices.data?.data.map((device) => (
          <Device key={device._id} device={device} />
        ))}
      </ul>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.devices.everywhere}
      </Button>
      {isAsking && <SignOutEverywhere onClose={() => setAsking(false)} />}
    </div>
  )
}

function Device({ device }: { device: SessionRecord }) {
  const client = useQueryClient()
  const signOut = useSignOut()
  const end = useMutation({
    ...deleteSessionMutation(),
    onSuccess: () => {
      say(texts.devices.signedOut)
      return client.invalidateQueries({ queryKey: getSessionsQueryKey() })
    },
  })
  const name = deviceName(device.device_label)
  const failure = end.error ?? signOut.error
  return (
    <li className={classes.device}>
      <div>
        <Group gap="xs">
          <strong dir="auto">{name}</strong>
          {device.is_current && <Badge>{texts.devices.current}</Badge>}
        </Group>
        <div className={classes.when}>
          {texts.devices.lastUsed(ago(device.last_used_at))} ·{' '}
          {texts.devices.since(dateTime(device.createdAt))}
        </div>
        <FormFailure message={failure ? messageOf(failure) : undefined} />
      </div>
      <Button
        variant="default"
        aria-label={texts.devices.signOutOf(name)}
        loading={end.isPending || signOut.isPending}
        onClick={() =>
          device.is_current ? signOut.mutate({ body: {} }) : end.mutate({ path: { id: device._id } })
        }
      >
        {texts.devices.signOut}
      </Button>
    </li>
  )
}

function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <Confirmation
      title={texts.devices.everywhereTitle}
      hint={texts.devices.everywhereHint}
      action={texts.devices.everywhere}
      isGrave
      change={{ ...signOut, mutate: () => signOut.mutate({ body: { all_devices: true } }) }}
      onClose={onClose}
    />
  )
}
