import { Checkbox, Text, VisuallyHidden } from '@mantine/core'
import { adminOrderCatalogMutation } from '@plaza/client/wellness/queries'
import {
  IconChevronDown,
  IconChevronRight,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/catalogue.ts'
import { texts } from '../../../texts/admin/wellness/exercises.ts'
import { ofNoun } from '../../../ui/queries.ts'
import { messageOf } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { State } from '../../state.tsx'
import classes from './tree.module.css'

export type Kind = 'category' | 'part' | 'exercise'

/** Something in the tree. */
export interface Node {
  id: string
  kind: Kind
  name: string
  status: 'ACTIVE' | 'INACTIVE'
}

/** What can be done with the things of the tree, and which of them are selected. */
export interface Tools {
  mayWrite: boolean
  selected: ReadonlyMap<string, Node>
  onSelect: (node: Node, isSelected: boolean) => void
  onEdit: (node: Node) => void
  onRemove: (node: Node) => void
}

interface SiblingsProps {
  nodes: readonly Node[]
  tools: Tools
  /** What stands in one of them, shown when it is opened. */
  inside?: (node: Node) => ReactNode
}

/** Where a thing goes within a list. */
const moved = (ids: readonly string[], id: string, to: number): string[] => {
  const rest = ids.filter((other) => other !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** What stands beside one another, in its order, which is changed by dragging or with the arrow keys. */
export function Siblings({ nodes, tools, inside }: SiblingsProps) {
  const queryClient = useQueryClient()
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [told, setTold] = useState('')
  const order = useMutation({
    ...adminOrderCatalogMutation(),
    onError: (error) => say(messageOf(error), 'bad'),
    onSettled: () => queryClient.invalidateQueries(ofNoun('exercises')),
  })
  const kind = nodes[0]?.kind === 'exercise' ? 'EXERCISE' : 'CATEGORY'
  const ids = nodes.map(({ id }) => id)
  // As it was put, until the server says so too.
  const shownIds = order.isPending ? order.variables.body.ids : ids
  const shown = shownIds.flatMap((id) => nodes.find((node) => node.id === id) ?? [])
  const put = (node: Node, to: number) => {
    if (to < 0 || to >= shownIds.length || shownIds[to] === node.id) return
    order.mutate({ body: { kind, ids: moved(shownIds, node.id, to) } })
    setTold(t.moved(node.name, to + 1))
  }
  if (nodes.length === 0) return <Text py="xs">{t.nothing}</Text>
  return (
    <>
      <ul className={classes.list}>
        {shown.map((node, index) => (
          <Branch
            key={node.id}
            node={node}
            tools={tools}
            inside={inside}
            isOver={over === node.id && dragged !== node.id}
            grip={{
              onDragStart: () => setDragged(node.id),
              onDragEnd: () => {
                setDragged(undefined)
                setOver(undefined)
              },
              onMove: (by) => put(node, index + by),
            }}
            onDragOver={dragged !== undefined ? () => setOver(node.id) : undefined}
            onDrop={() => {
              const source = shown.find(({ id }) => id === dragged)
              if (source) put(source, index)
            }}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  )
}

interface BranchProps extends Pick<SiblingsProps, 'tools' | 'inside'> {
  node: Node
  isOver: boolean
  grip: { onDragStart: () => void; onDragEnd: () => void; onMove: (by: number) => void }
  onDragOver: (() => void) | undefined
  onDrop: () => void
}

function Branch({ node, tools, inside, isOver, grip, onDragOver, onDrop }: BranchProps) {
  const [isOpen, setOpen] = useState(false)
  const { name, status } = node
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what drops on it can be moved with keys at its grip */}
      <div
        className={classes.row}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          if (!onDragOver) return
          event.preventDefault()
          onDragOver()
        }}
        onDrop={(event) => {
          event.preventDefault()
          onDrop()
        }}
      >
        {tools.mayWrite && (
          <>
            <button
              type="button"
              draggable
              className={`${classes.tool} ${classes.grip}`}
              aria-label={t.drag(name)}
              onDragStart={grip.onDragStart}
              onDragEnd={grip.onDragEnd}
              onKeyDown={(event) => {
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (by === undefined) return
                event.preventDefault()
                grip.onMove(by)
              }}
            >
              <IconGripVertical aria-hidden size={18} />
            </button>
            <Checkbox
              aria-label={t.select(name)}
              checked={tools.selected.has(node.id)}
              onChange={({ currentTarget }) => tools.onSelect(node, currentTarget.checked)}
            />
          </>
        )}
        {inside && (
          <button
            type="button"
            className={classes.tool}
            aria-expanded={isOpen}
            aria-label={isOpen ? t.close(name) : t.open(name)}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown aria-hidden size={18} /> : <IconChevronRight aria-hidden size={18} />}
          </button>
        )}
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.state}>
          <State tone={status === 'ACTIVE' ? 'good' : undefined}>{texts.statuses[status]}</State>
        </span>
        {tools.mayWrite && (
          <>
            <button
              type="button"
              className={classes.tool}
              aria-label={t.edit(name)}
              onClick={() => tools.onEdit(node)}
            >
              <IconPencil aria-hidden size={18} />
            </button>
            <button
              type="button"
              className={classes.tool}
              aria-label={t.remove(name)}
              onClick={() => tools.onRemove(node)}
            >
              <IconTrash aria-hidden size={18} />
            </button>
          </>
        )}
      </div>
      {isOpen && inside?.(node)}
    </li>
  )
}
