import { Badge, Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { adminUpdateCategory } from '@plaza/client/marketplace'
import { getCategoryTreeQueryKey } from '@plaza/client/marketplace/queries'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts as t } from '../../../texts/admin/marketplace/categories.ts'
import { ask } from '../../../ui/failure.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../../ui/states.tsx'
import classes from './categories.module.css'
import { CategoryEditor } from './category-editor.tsx'
import { type CategoryNode, useCategoryTree } from './category-tree.ts'

type Editing = { node: CategoryNode } | { below: CategoryNode | null }

/** The tree of categories: add, edit, order, merge, delete. The next move waits for the last, whose order it starts from. */
export function Categories() {
  const queryClient = useQueryClient()
  const [editing, setEditing] = useState<Editing>()
  const tree = useCategoryTree()
  const move = useMutation({
    mutationFn: async (swaps: { id: string; position: number }[]) => {
      for (const { id, position } of swaps)
        await ask(adminUpdateCategory({ path: { category_id: id }, body: { position } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getCategoryTreeQueryKey() }),
  })
  if (tree.isPending) return <Waiting />
  if (tree.isError) return <Failed error={tree.error} retry={() => tree.refetch()} />
  const roots: readonly CategoryNode[] = tree.data.data
  return (
    <>
      <Group justify="space-between" mb="md">
        <PageTitle>{t.title}</PageTitle>
        <Button onClick={() => setEditing({ below: null })}>{t.add}</Button>
      </Group>
      <FormFailure message={move.error ? messageOf(move.error) : undefined} />
      {roots.length === 0 && <Empty title={t.empty} hint={t.emptyHint} />}
      <Level nodes={roots} onEdit={setEditing} onMove={(swaps) => !move.isPending && move.mutate(swaps)} />
      {editing && <CategoryEditor {...editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

interface LevelProps {
  nodes: readonly CategoryNode[]
  onEdit: (editing: Editing) => void
  onMove: (swaps: { id: string; position: number }[]) => void
}

/** Puts one before its neighbour. All positions are written that change, since some may be alike. */
function swapped(nodes: readonly CategoryNode[], index: number, step: -1 | 1) {
  const order = [...nodes]
  const [taken] = order.splice(index, 1)
  if (taken) order.splice(index + step, 0, taken)
  return order.flatMap((node, position) => (node.position === position ? [] : [{ id: node._id, position }]))
}

function Level({ nodes, onEdit, onMove }: LevelProps) {
  return (
    <ul className={classes.level}>
      {nodes.map((node, index) => (
        <Branch
          key={node._id}
          node={node}
          onEdit={onEdit}
          onMove={onMove}
          up={index > 0 ? () => onMove(swapped(nodes, index, -1)) : undefined}
          down={index < nodes.length - 1 ? () => onMove(swapped(nodes, index, 1)) : undefined}
        />
      ))}
    </ul>
  )
}

function Branch({
  node,
  onEdit,
  onMove,
  up,
  down,
}: {
  node: CategoryNode
  onEdit: LevelProps['onEdit']
  onMove: LevelProps['onMove']
  up: (() => void) | undefined
  down: (() => void) | undefined
}) {
  const below = node.sub_categories ?? []
  const line = (
    <Group className={classes.line} wrap="nowrap">
      <UnstyledButton className={classes.name ?? ''} onClick={() => onEdit({ node })}>
        <VisuallyHidden>{t.edit(node.name)}</VisuallyHidden>
        <span aria-hidden dir="auto">
          {node.name}
        </span>
      </UnstyledButton>
      {!node.enabled && <Badge color="gray">{t.disabled}</Badge>}
      <span className={classes.count}>{t.listings(node.active_count ?? 0)}</span>
      <Arrow label={t.up(node.name)} onPress={up} Icon={IconArrowUp} />
      <Arrow label={t.down(node.name)} onPress={down} Icon={IconArrowDown} />
      <Button variant="subtle" onClick={() => onEdit({ below: node })} aria-label={t.addBelow(node.name)}>
        +
      </Button>
    </Group>
  )
  if (below.length === 0) return <li>{line}</li>
  return (
    <li>
      {line}
      <details>
        <summary className={classes.summary}>
          <VisuallyHidden>{t.expand(node.name)}: </VisuallyHidden>
          {below.map(({ name }) => name).join(', ')}
        </summary>
        <Level nodes={below} onEdit={onEdit} onMove={onMove} />
      </details>
    </li>
  )
}

const Arrow = ({
  label,
  onPress,
  Icon,
}: {
  label: string
  onPress: (() => void) | undefined
  Icon: typeof IconArrowUp
}) => (
  <Button variant="subtle" px="xs" aria-label={label} disabled={!onPress} onClick={onPress}>
    <Icon size={18} aria-hidden />
  </Button>
)
