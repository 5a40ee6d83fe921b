import { NativeSelect, Text } from '@mantine/core'
import { adminDeleteCategoryMutation, adminUpdateCategoryMutation } from '@plaza/client/marketplace/queries'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/categories.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { Failure } from '../../../ui/failure.ts'
import { type CategoryNode, useCategoryTree } from './category-tree.ts'

const { merge, remove } = texts

interface RemovalProps {
  node: CategoryNode
  onClose: () => void
  onDone: (message: string) => void
}

/** Every other category, with its path, for a choice of where things go. */
function TargetChoice({
  label,
  without,
  value,
  onChange,
}: {
  label: string
  without: CategoryNode
  value: string
  onChange: (value: string) => void
}) {
  const tree = useCategoryTree()
  const choices: { value: string; label: string }[] = []
  const collect = (nodes: readonly CategoryNode[], path: string) => {
    for (const node of nodes) {
      if (node._id === without._id) continue
      choices.push({ value: node._id, label: path + node.name })
      collect(node.sub_categories ?? [], `${path}${node.name} › `)
    }
  }
  collect(tree.data?.data ?? [], '')
  return (
    <NativeSelect
      required
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: '', label: '' }, ...choices]}
    />
  )
}

export function MergeCategory({ node, onClose, onDone }: RemovalProps) {
  const [target, setTarget] = useState('')
  const change = useMutation({
    ...adminUpdateCategoryMutation(),
    onSuccess: () => onDone(merge.done),
  })
  return (
    <Confirmation
      title={merge.title(node.name)}
      hint={merge.hint}
      action={merge.action}
      isReady={target !== ''}
      change={{
        ...change,
        mutate: () => change.mutate({ path: { category_id: node._id }, body: { merge_into: target } }),
      }}
      onClose={onClose}
    >
      <TargetChoice label={merge.target} without={node} value={target} onChange={setTarget} />
    </Confirmation>
  )
}

/** Deletes an empty category; for one that is not, says what is in it and asks where that goes. */
export function DeleteCategory({ node, onClose, onDone }: RemovalProps) {
  const [target, setTarget] = useState('')
  const change = useMutation({
    ...adminDeleteCategoryMutation(),
    onSuccess: () => onDone(remove.done),
  })
  const counts =
    change.error instanceof Failure && change.error.code === 'CATEGORY_NOT_EMPTY'
      ? (change.error.details.counts as { posts: number; sub_categories: number })
      : undefined
  return (
    <Confirmation
      title={remove.title(node.name)}
      hint={counts ? undefined : remove.hint}
      action={counts ? remove.moveAction : remove.action}
      isGrave
      isReady={!counts || target !== ''}
      change={{
        ...change,
        error: counts ? null : change.error,
        mutate: () =>
          change.mutate({
            path: { category_id: node._id },
            query: target === '' ? {} : { move_to: target },
          }),
      }}
      onClose={onClose}
    >
      {counts && (
        <>
          <Text role="alert">{remove.refused(counts.posts, counts.sub_categories)}</Text>
          <TargetChoice label={remove.target} without={node} value={target} onChange={setTarget} />
        </>
      )}
    </Confirmation>
  )
}
