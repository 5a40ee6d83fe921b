import { Button, Drawer, Group, NumberInput, Stack, Switch, TextInput, Title } from '@mantine/core'
import { adminAddCategory, adminAddSubCategory, adminUpdateCategory } from '@plaza/client/marketplace'
import { getCategoryTreeQueryKey } from '@plaza/client/marketplace/queries'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/categories.ts'
import { useOpened } from '../../../ui/dialog.tsx'
import { ask } from '../../../ui/failure.ts'
import { changedFields } from '../../../ui/merge.ts'
import { useServerForm } from '../../../ui/server-form.ts'
import { FormFailure } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import {
  AttributeEditor,
  attributeNames,
  attributesOf,
  type CategoryValues,
  draftsOf,
} from './attribute-editor.tsx'
import { DeleteCategory, MergeCategory } from './category-removal.tsx'
import { type CategoryNode, categoryTree, findCategory } from './category-tree.ts'

const t = texts.form

const valuesOf = (node: CategoryNode | undefined): CategoryValues => ({
  name: node?.name ?? '',
  icon: node?.icon ?? '',
  enabled: node?.enabled ?? true,
  expiration_days: node?.expiration_days ?? 60,
  attributes: draftsOf(node?.attribute_schema ?? []),
})

const baseOf = (node: CategoryNode | undefined) => ({ values: valuesOf(node), version: node?.__v })

const bodyOf = ({ attributes, expiration_days, ...values }: CategoryValues) => ({
  ...values,
  expiration_days: Number(expiration_days),
  attribute_schema: attributesOf(attributes),
})

type Body = ReturnType<typeof bodyOf>

interface Saving {
  body: Body
  filled: Body
  version: number | undefined
}

/** What was changed here: the rest stays as another administrator may have left it meanwhile. */
const changesOf = (body: Body, filled: Body): Partial<Body> =>
  Object.fromEntries(changedFields(body, filled).map((name) => [name, body[name]]))

/** A category to change (`node`), or a new one at the top or below another (`below`). */
export function CategoryEditor({
  node,
  below,
  onClose,
}: {
  node?: CategoryNode
  below?: CategoryNode | null
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<'merge' | 'delete'>()
  const done = (message: string) => {
    void queryClient.invalidateQueries({ queryKey: getCategoryTreeQueryKey() })
    say(message)
    onClose()
  }
  const save = ({ body, filled, version }: Saving): Promise<unknown> => {
    if (node) {
      const changes = changesOf(body, filled)
      // The details are written as one: nobody's are to be replaced unseen.
      const headers = changes.attribute_schema ? { 'If-Match': String(version) } : {}
      return ask(adminUpdateCategory({ path: { category_id: node._id }, body: changes, headers }))
    }
    return below
      ? ask(adminAddSubCategory({ body: { ...body, category_id: below._id } }))
      : ask(adminAddCategory({ body }))
  }
  const opened = useOpened()
  const [start] = useState(() => baseOf(node))
  const reload = async () => {
    const { data } = await queryClient.fetchQuery({ ...categoryTree, staleTime: 0 })
    return baseOf(findCategory(data, node?._id ?? '') ?? node)
  }
  const form = useServerForm({
    initialValues: start.values,
    base: start,
    reload: node && reload,
    mutation: { mutationFn: save },
    request: (values, { base: { values: filled, version } }) => ({
      ...{ body: bodyOf(values), filled: bodyOf(filled), version },
    }),
    names: ({ attributes }) => attributeNames(attributes),
    onSuccess: () => done(t.saved),
  })
  const title = node?.name ?? (below ? texts.addBelow(below.name) : t.newTitle)
  return (
    <Drawer {...opened} onClose={onClose} position="right" size="lg" title={title}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.isRebased ? t.rebased : form.failure} />
          <TextInput required maxLength={60} label={t.name} {...form.getInputProps('name')} />
          <TextInput
            maxLength={500}
            label={t.icon}
            description={t.iconHint}
            {...form.getInputProps('icon')}
          />
          <NumberInput required min={1} max={365} label={t.days} {...form.getInputProps('expiration_days')} />
          <Switch size="md" label={t.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
          <Title order={3} size="h5">
            {t.attributes}
          </Title>
          <AttributeEditor form={form} />
          <Button type="submit" loading={form.isSending}>
            {t.save}
          </Button>
        </Stack>
      </form>
      {node && (
        <Group mt="xl">
          <Button variant="default" onClick={() => setLeaving('merge')}>
            {texts.merge.open}
          </Button>
          <Button color="red" variant="light" onClick={() => setLeaving('delete')}>
            {texts.remove.open}
          </Button>
        </Group>
      )}
      {node && leaving === 'merge' && (
        <MergeCategory node={node} onClose={() => setLeaving(undefined)} onDone={done} />
      )}
      {node && leaving === 'delete' && (
        <DeleteCategory node={node} onClose={() => setLeaving(undefined)} onDone={done} />
      )}
    </Drawer>
  )
}
