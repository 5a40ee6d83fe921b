import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { Post, Profile } from '@plaza/client/marketplace'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { texts } from '../../../texts/selling.ts'
import { type OpenedDraft, useDraft } from '../../../ui/drafts.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import type { Base } from '../../../ui/merge.ts'
import { Failed, FormFailure, Waiting } from '../../../ui/states.tsx'
import { type Category, useCategories } from '../../categories/categories.ts'
import { AttributeFields } from './attributes.tsx'
import { CategoryFields, DeliveryField, DescriptionField, PriceFields, TitleField } from './fields.tsx'
import { PhotoFields } from './photo-fields.tsx'
import { type Photos, usePhotos } from './photos.ts'
import { Preview } from './preview.tsx'
import classes from './sell.module.css'
import { type SellFormState, useSellForm } from './use-sell-form.ts'
import type { SellValues } from './values.ts'
import { WhereFields } from './where-fields.tsx'

interface SellFormProps {
  /** Under which this browser keeps what is typed. */
  draftKey: string
  /** What the form shows when nothing is kept. */
  start: Base<SellValues>
  /** The listing that is changed; none for a new one. */
  post?: Post
  author: Profile
  /** The start as it is at the server now; for a listing that is changed. */
  reload?: () => Promise<Base<SellValues>>
  onDone: (post: Post, message: string) => void
}

export function SellForm({ draftKey, start, onDone, ...about }: SellFormProps) {
  const { draft, startOver, forget } = useDraft(draftKey, start)
  const categories = useCategories()
  if (categories.isError && !categories.data)
    return <Failed error={categories.error} retry={() => categories.refetch()} />
  // Without them the form would not know which details the listing may have, and lose them.
  if (!draft || !categories.data) return <Waiting />
  const done = async (saved: Post, message: string) => {
    await forget()
    onDone(saved, message)
  }
  return (
    <Opened
      {...about}
      key={draft.id}
      draft={draft}
      categories={categories.data}
      startOver={startOver}
      onDone={done}
    />
  )
}

interface OpenedProps extends Pick<SellFormProps, 'post' | 'author' | 'reload'> {
  draft: OpenedDraft<SellValues>
  categories: readonly Category[]
  startOver: () => Promise<void>
  onDone: (post: Post, message: string) => Promise<void>
}

function Opened(props: OpenedProps) {
  const photos = usePhotos(props.draft)
  return photos ? <Fields {...props} photos={photos} /> : <Waiting />
}

function Fields({ startOver, author, ...about }: OpenedProps & { photos: Photos }) {
  const { draft, photos, categories, post } = about
  const { form, attributes, isWaiting } = useSellForm(about)
  const isNew = !post || post.status === 'draft'
  const isSold = post?.isSold ?? false
  const currency = post?.currency ?? author.currency
  return (
    <form onSubmit={form.submit(isNew ? 'publish' : 'save')} noValidate className={classes.form}>
      <div className={classes.fields}>
        {draft.isKept && !form.isRebased && <Kept startOver={startOver} />}
        {form.isRebased && <Changed />}
        <PhotoFields photos={photos} />
        <Stack>
          {isSold && <Text c="var(--ink-soft)">{texts.afterSale}</Text>}
          <Fixable isFixed={isSold}>
            <TitleField form={form} />
            <CategoryFields form={form} categories={categories} />
            <AttributeFields form={form} attributes={attributes} />
            <PriceFields form={form} currency={currency} />
          </Fixable>
          <DescriptionField form={form} />
          <Fixable isFixed={isSold}>
            <DeliveryField form={form} />
            <WhereFields form={form} author={author} post={post} />
          </Fixable>
        </Stack>
        <div>
          <Refusal form={form} />
          <Group>
            <Button type="submit" size="lg" loading={form.isSending}>
              {isNew ? texts.publish : texts.save}
            </Button>
            {isNew && (
              <Button variant="default" size="lg" disabled={form.isSending} onClick={form.submit('draft')}>
                {texts.keep}
              </Button>
            )}
          </Group>
          <Text role="status" size="sm" c="var(--ink-soft)" mt="xs">
            {isWaiting && texts.waitingForPhotos}
          </Text>
        </div>
      </div>
      <Preview values={form.values} photos={photos} currency={currency} />
    </form>
  )
}

/** Fields that buyers rely on once the listing is sold. */
const Fixable = ({ isFixed, children }: { isFixed: boolean; children: ReactNode }) => (
  <Fieldset variant="unstyled" disabled={isFixed}>
    <Stack>{children}</Stack>
  </Fieldset>
)

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

/** Why the listing was not taken; for the same once more, what can be done about it. */
function Refusal({ form: { failure, refusal, submit } }: { form: SellFormState }) {
  const isDuplicate = refusal?.code === 'DUPLICATE_POST'
  return (
    <>
      <FormFailure message={isDuplicate ? undefined : failure} />
      {isDuplicate && (
        <Alert color="clay" variant="light" role="alert" mb="md">
          <Text c="var(--ink)" mb="sm">
            {texts.duplicate}
          </Text>
          <Group>
            <ButtonLink
              to="/listing/$listingId"
              params={{ listingId: String(refusal.details.post_id) }}
              variant="default"
            >
              {texts.showDuplicate}
            </ButtonLink>
            <Button variant="default" onClick={submit('twin')}>
              {texts.publishAnyway}
            </Button>
          </Group>
        </Alert>
      )}
    </>
  )
}
