import { Button, Text, TextInput } from '@mantine/core'
import type { Post, Profile } from '@plaza/client/marketplace'
import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { addressOf } from '../../accounts/pick-place.tsx'
import { PlaceDialog } from '../../search/lazy-place-dialog.ts'
import type { Place } from '../../search/place.ts'
import classes from './sell.module.css'
import type { SellFormState } from './use-sell-form.ts'

interface WhereFieldsProps {
  form: SellFormState
  author: Profile
  post: Post | undefined
}

/** Where the thing is: a name for people, and a point that the server blurs. */
export function WhereFields({ form, author, post }: WhereFieldsProps) {
  const [isPicking, setPicking] = useState(false)
  useEffect(() => void PlaceDialog.preload(), [])
  const { where } = form.values
  const typed = form.getInputProps('place')
  const isKnown = (post?.location ?? author.location)?.coordinates.some((degrees) => degrees !== 0)
  const said = where
    ? texts.where.picked(where.town ?? where.name)
    : !isKnown
      ? texts.where.unknown
      : post
        ? texts.where.listing
        : texts.where.account
  const pick = (place: Place | undefined) => {
    setPicking(false)
    // What somebody wrote themselves stays; what the last pick wrote goes with it.
    const isOwn = !['', where?.town, author.address.place].includes(form.values.place)
    form.setFieldValue('where', place ?? null)
    if (isOwn) return
    const { place: name, zip_code: zip } = place ? addressOf(place) : author.address
    form.setFieldValue('place', name)
    form.setFieldValue('zip', zip)
  }
  return (
    <>
      <TextInput
        label={texts.fields.place}
        description={texts.fields.placeHint}
        maxLength={120}
        dir="auto"
        {...typed}
        onChange={(event) => {
          typed.onChange(event)
          form.setFieldValue('zip', '')
        }}
      />
      <div className={classes.where} data-path="where">
        <Text size="sm" c={isKnown || where ? 'var(--ink-soft)' : 'var(--bad)'} dir="auto">
          {said}
        </Text>
        <Button
          variant="default"
          leftSection={<IconMapPin aria-hidden size={18} />}
          onClick={() => setPicking(true)}
          aria-haspopup="dialog"
        >
          {isKnown || where ? texts.where.change : texts.where.pick}
        </Button>
        <FormFailure message={form.errors.where} />
      </div>
      {isPicking && (
        <PlaceDialog
          place={where ?? undefined}
          purpose="item"
          onClose={() => setPicking(false)}
          onPick={pick}
        />
      )}
    </>
  )
}
