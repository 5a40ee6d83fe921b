import { Button, Stack, Textarea } from '@mantine/core'
import type { Friend } from '@plaza/client/marketplace'
import { findFriendsMutation } from '@plaza/client/marketplace/queries'
import { useState } from 'react'
import { texts } from '../../texts/people.ts'
import { useServerForm } from '../../ui/server-form.ts'
import { Empty, FormFailure } from '../../ui/states.tsx'
import { FollowButton } from './follow-button.tsx'
import classes from './people.module.css'
import { PersonRow } from './person-row.tsx'

const mostAddresses = 1000

const addressesIn = (text: string): string[] =>
  [...new Set(text.toLowerCase().match(/[^\s,;<>"]+@[^\s,;<>"]+/g) ?? [])].slice(0, mostAddresses)

async function hashOf(address: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Looks for the people behind some addresses; browsers make fingerprints on secure origins only. */
export const Contacts = () => (window.isSecureContext ? <ContactsForm /> : null)

function ContactsForm() {
  const [friends, setFriends] = useState<readonly Friend[]>()
  const { mutationFn } = findFriendsMutation()
  const form = useServerForm({
    initialValues: { addresses: '' },
    validate: {
      addresses: (text: string) => (addressesIn(text).length === 0 ? texts.find.addressesMissing : null),
    },
    mutation: {
      mutationFn: async (addresses: string[], context) => {
        if (!mutationFn) throw new Error('the client has no such call')
        return mutationFn({ body: { hashes: await Promise.all(addresses.map(hashOf)) } }, context)
      },
    },
    request: ({ addresses }) => addressesIn(addresses),
    names: { hashes: 'addresses' },
    onSuccess: ({ data }) => setFriends(data),
  })
  return (
    <details className={classes.contacts}>
      <summary>{texts.find.contacts}</summary>
      <p className={classes.hint}>{texts.find.contactsHint}</p>
      <Stack component="form" gap="sm" onSubmit={form.submit()}>
        <FormFailure message={form.failure} />
        <Textarea
          label={texts.find.addresses}
          autosize
          minRows={3}
          maxRows={10}
          dir="ltr"
          inputMode="email"
          autoCapitalize="off"
          spellCheck={false}
          key={form.key('addresses')}
          {...form.getInputProps('addresses')}
        />
        <Button type="submit" variant="default" loading={form.isSending}>
          {texts.find.look}
        </Button>
      </Stack>
      {friends?.length === 0 && <Empty title={texts.find.noFriends} hint={texts.find.noFriendsHint} />}
      <div role="status">{friends && friends.length > 0 && texts.find.found(friends.length)}</div>
      <ul className={classes.people}>
        {friends?.map((friend) => (
          <PersonRow key={friend._id} person={friend}>
            <FollowButton
              person={friend}
              onChange={(is_following) =>
                setFriends(friends.map((one) => (one._id === friend._id ? { ...one, is_following } : one)))
              }
            />
          </PersonRow>
        ))}
      </ul>
    </details>
  )
}
