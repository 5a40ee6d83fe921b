import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Post, Profile } from '@plaza/client/marketplace'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import { Failed, FormFailure, Waiting } from '../../../ui/states.tsx'
import { type Category, useCategories } from '../../categories/categories.ts'
import { AttributeFields } from './attributes.tsx'
import { type Draft, draftOf, forgetDraft } from './draft.ts'
import { CategoryFields, DescriptionField, PriceFields, TitleField } from './fields.tsx'
import { PhotoFields } from './photo-fields.tsx'
import classes from './sell.module.css'
import { type Opened, useDraft } from './use-draft.ts'
import { usePublishing } from './use-publishing.tsx'
import { useSellForm } from './use-sell-form.ts'
import { WhereFields } from './where-fields.tsx'

export interface SellFormProps {
  /** Under which this browser keeps what is typed. */
  draftKey: string
  /** What the form shows when nothing is kept. */
  start: Draft
  /** The listing that is changed; none for a new one. */
  post?: Post
  author: Profile
  /** The start as it is at the server now; for a listing that is changed. */
  reload?: () => Promise<Draft>
  onDone: (post: Post, message: string) => void
}

export function SellForm(props: SellFormProps) {
  const { opened, follow, startOver } = useDraft(props.draftKey, props.start)
  const categories = useCategories()
  if (categories.isError && !categories.data)
    return <Failed error={categories.error} retry={() => categories.refetch()} />
  // Without them the form would not know which details the listing may have, and lose them.
  if (!opened || !categories.data) return <Waiting />
  return (
    <Fields
      {...props}
      key={opened.id}
      categories={categories.data}
      opened={opened}
      follow={follow}
      startOver={startOver}
    />
  )
}

interface FieldsProps extends SellFormProps {
  categories: readonly Category[]
  opened: Opened
  follow: (draft: Draft, now: Draft) => void
  startOver: () => Promise<void>
}

function Fields({
  draftKey,
  post,
  author,
  categories,
  opened,
  reload,
  follow,
  startOver,
  onDone,
}: FieldsProps) {
  const { form, attributes } = useSellForm(draftKey, opened, categories)
  const currency = post?.currency ?? author.currency
  const publishing = usePublishing({
    form,
    photos: opened.photos,
    attributes,
    post,
    version: opened.base?.version,
    onConflict: async () => {
      if (reload) follow(draftOf(form.getValues(), opened.photos.all, opened.base), await reload())
    },
    onDone: async (saved, message) => {
      await forgetDraft(draftKey)
      onDone(saved, message)
    },
  })
  const isNew = !post || post.status === 'draft'
  return (
    <form onSubmit={publishing.submit(isNew ? 'publish' : 'save')} noValidate className={classes.form}>
      {opened.news === 'kept' && <Kept startOver={startOver} />}
      {opened.news === 'changed' && <Changed />}
      <PhotoFields photos={opened.photos} />
      <Stack>
        <TitleField form={form} />
        <CategoryFields form={form} categories={categories} />
        <AttributeFields form={form} attributes={attributes} />
        <PriceFields form={form} currency={currency} />
        <DescriptionField form={form} />
        <WhereFields form={form} author={author} post={post} />
      </Stack>
      <div>
        <FormFailure message={publishing.failure} />
        {publishing.duplicate}
        <Group>
          <Button type="submit" size="lg" loading={publishing.isPending}>
            {isNew ? texts.publish : texts.save}
          </Button>
          {isNew && (
            <Button
              variant="default"
              size="lg"
              disabled={publishing.isPending}
              onClick={publishing.submit('draft')}
            >
              {texts.keep}
            </Button>
          )}
        </Group>
        <Text role="status" size="sm" c="var(--ink-soft)" mt="xs">
          {publishing.isWaiting && texts.waitingForPhotos}
        </Text>
      </div>
    </form>
  )
}

/** It comes into sight when it appears: the button that led to it is at the other end of the form. */
const Changed = () => (
  <Alert
    ref={(element) => element?.scrollIntoView({ block: 'center' })}
    color="clay"
    variant="light"
    role="alert"
    p="sm"
  >
    <Text c="var(--ink)">{texts.changedElsewhere}</Text>
  </Alert>
)

function Kept({ startOver }: { startOver: () => Promise<void> }) {
  const [isSure, setSure] = useState(false)
  return (
    <Alert variant="light" role="status" p="sm">
      <Group justify="space-between">
        <Text c="var(--ink)">{isSure ? texts.startOverSure : texts.draftKept}</Text>
        <Button
          variant="default"
          leftSection={<IconTrash aria-hidden size={18} />}
          onClick={() => (isSure ? void startOver() : setSure(true))}
        >
          {texts.startOver}
        </Button>
      </Group>
    </Alert>
  )
}
