import { Button, Group, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { adminUpdateCategory } from '@plaza/client/marketplace'
import { getCategoryTreeQueryKey } from '@plaza/client/marketplace/queries'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts as t } from '../../../texts/admin/marketplace/categories.ts'
import { ask } from '../../../ui/failure.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../../ui/states.tsx'
import { State } from '../../state.tsx'
import { useIsAdministrator } from '../accounts/own-role.ts'
import classes from './categories.module.css'
import { CategoryEditor } from './category-editor.tsx'
import { type CategoryNode, findCategory, useCategoryTree } from './category-tree.ts'

type Editing = { node: CategoryNode } | { below: CategoryNode | null }

const route = getRouteApi('/marketplace/categories')

/** The tree of categories: add, edit, order, merge, delete. */
export function Categories() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const navigate = useNavigate({ from: '/categories' })
  const { category } = route.useSearch()
  const { opened: adding, open: add, close } = useOneOpen<Editing>()
  /** What is edited has an address: going back closes it. */
  const edit = (next: Editing) =>
    'node' in next ? navigate({ search: { category: next.node._id } }) : add(next)
  const stopEditing = () => {
    if (adding) close()
    // The answer may come when another one is open, or none.
    else if (router.state.location.search.category !== category) return
    else if (router.history.canGoBack()) router.history.back()
    else void navigate({ search: {}, replace: true })
  }
  const mayChange = useIsAdministrator()
  const tree = useCategoryTree()
  const move = useMutation({
    mutationFn: async (swaps: { id: string; position: number }[]) => {
      for (const { id, position } of swaps)
        await ask(adminUpdateCategory({ path: { category_id: id }, body: { position } }))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getCategoryTreeQueryKey() }),
  })
  if (tree.isPending) return <Waiting />
  if (!tree.data) return <Failed error={tree.error} retry={() => tree.refetch()} />
  const roots: readonly CategoryNode[] = tree.data.data
  const chosen = category && findCategory(roots, category)
  const editing = adding ?? (chosen ? { node: chosen } : undefined)
  return (
    <>
      <Group justify="space-between" mb="md">
        <PageTitle>{t.title}</PageTitle>
        {mayChange && <Button onClick={() => add({ below: null })}>{t.add}</Button>}
      </Group>
      <FormFailure message={move.error ? messageOf(move.error) : undefined} />
      {roots.length === 0 && <Empty title={t.empty} hint={t.emptyHint} />}
      <Level nodes={roots} change={mayChange && { edit, move: move.isPending ? undefined : move.mutate }} />
      {mayChange && editing && <CategoryEditor key={category ?? 'new'} {...editing} onClose={stopEditing} />}
    </>
  )
}

interface Change {
  edit: (editing: Editing) => void
  /** Absent while one is moved, since the next move starts from the order that this one makes. */
  move: ((swaps: { id: string; position: number }[]) => void) | undefined
}

interface LevelProps {
  nodes: readonly CategoryNode[]
  /** Absent for who only looks. */
  change: Change | false | undefined
}

/** Puts one before its neighbour. All positions are written that change, since some may be alike. */
function swapped(nodes: readonly CategoryNode[], index: number, step: -1 | 1) {
  const order = [...nodes]
  const [taken] = order.splice(index, 1)
  if (taken) order.splice(index + step, 0, taken)
  return order.flatMap((node, position) => (node.position === position ? [] : [{ id: node._id, position }]))
}

function Level({ nodes, change }: LevelProps) {
  return (
    <ul className={classes.level}>
      {nodes.map((node, index) => (
        <Branch
          key={node._id}
          node={node}
          change={change}
          tools={change && <Tools change={change} nodes={nodes} index={index} node={node} />}
        />
      ))}
    </ul>
  )
}

interface BranchProps {
  node: CategoryNode
  change: LevelProps['change']
  tools: ReactNode
}

function Branch({ node, change, tools }: BranchProps) {
  const below = node.sub_categories ?? []
  const name = <span dir="auto">{node.name}</span>
  const line = (
    <Group className={classes.line} wrap="nowrap">
      {change ? (
        <UnstyledButton
          className={classes.name ?? ''}
          onClick={() => change.edit({ node })}
          aria-label={t.edit(node.name)}
        >
          {name}
        </UnstyledButton>
      ) : (
        <span className={classes.name}>{name}</span>
      )}
      {!node.enabled && <State>{t.disabled}</State>}
      <span className={classes.count}>{t.listings(node.active_count ?? 0)}</span>
      {tools}
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
        <Level nodes={below} change={change} />
      </details>
    </li>
  )
}

interface ToolsProps {
  change: Change
  nodes: readonly CategoryNode[]
  index: number
  node: CategoryNode
}

function Tools({ change, nodes, index, node }: ToolsProps) {
  const { move } = change
  const moveBy = (step: -1 | 1) => move && nodes[index + step] && (() => move(swapped(nodes, index, step)))
  return (
    <>
      <Arrow label={t.up(node.name)} onPress={moveBy(-1)} Icon={IconArrowUp} />
      <Arrow label={t.down(node.name)} onPress={moveBy(1)} Icon={IconArrowDown} />
      <Button
        variant="subtle"
        className={classes.tool}
        onClick={() => change.edit({ below: node })}
        aria-label={t.addBelow(node.name)}
      >
        <IconPlus size={16} aria-hidden />
      </Button>
    </>
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
  <Button variant="subtle" className={classes.tool} aria-label={label} disabled={!onPress} onClick={onPress}>
    <Icon size={16} aria-hidden />
  </Button>
)
