import { Button, Group, Stack, Text } from '@mantine/core'
import {
  adminDeleteExercise,
  adminDeleteExerciseCategory,
  adminDeleteExerciseSubCategory,
  adminUpdateExerciseCategoryStatus,
  adminUpdateExerciseStatus,
  adminUpdateExerciseSubCategoryStatus,
} from '@plaza/client/wellness'
import {
  adminGetExerciseCategoriesInfiniteOptions,
  adminGetExerciseCategoryOptions,
  adminGetExerciseOptions,
  adminGetExerciseSubCategoriesInfiniteOptions,
  adminGetExerciseSubCategoryOptions,
  adminGetExercisesInfiniteOptions,
} from '@plaza/client/wellness/queries'
import {
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { texts as t } from '../../../texts/admin/wellness/catalogue.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ask } from '../../../ui/failure.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { byCursor, ofNoun, rowsOf } from '../../../ui/queries.ts'
import { Failed, FormFailure, More, messageOf, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { useWritesContent } from '../admins/own-role.ts'
import { CategoryForm, ExerciseForm, PartForm } from './catalogue-forms.tsx'
import { type Kind, type Node, Siblings, type Tools } from './siblings.tsx'
import classes from './tree.module.css'

const inOrder = { sort: 'order', limit: 100 } as const

/** The catalogue as people see it: what stands in what, and in which order. */
export function Tree() {
  const mayWrite = useWritesContent() ?? false
  const [selected, setSelected] = useState<ReadonlyMap<string, Node>>(new Map())
  const { opened: edited, open: edit, close: closeEditor } = useOneOpen<Node>()
  const { opened: removed, open: askToRemove, close: closeRemoval } = useOneOpen<Node>()
  const categories = useInfiniteQuery({
    ...adminGetExerciseCategoriesInfiniteOptions({ query: inOrder }),
    ...byCursor,
  })
  if (categories.isPending) return <Waiting />
  if (!categories.data) return <Failed error={categories.error} retry={() => categories.refetch()} />
  const tools: Tools = {
    mayWrite,
    selected,
    onEdit: edit,
    onRemove: askToRemove,
    onSelect: (node, isSelected) => {
      const rest = [...selected].filter(([id]) => id !== node.id)
      setSelected(new Map(isSelected ? [...rest, [node.id, node]] : rest))
    },
  }
  return (
    <>
      <Siblings
        nodes={rowsOf(categories.data).map(nodeOf('category'))}
        tools={tools}
        inside={({ id }) => <InCategory categoryId={id} tools={tools} />}
      />
      <More query={categories} />
      {selected.size > 0 && <Bulk selected={selected} onDone={() => setSelected(new Map())} />}
      {edited && <Editor node={edited} onClose={closeEditor} />}
      {removed && <Removal node={removed} onClose={closeRemoval} />}
    </>
  )
}

const nodeOf =
  (kind: Kind) =>
  (row: { id: string; status: Node['status'] } & ({ name: string } | { title: string })): Node => ({
    id: row.id,
    kind,
    status: row.status,
    name: 'name' in row ? row.name : row.title,
  })

function InCategory({ categoryId, tools }: { categoryId: string; tools: Tools }) {
  const parts = useInfiniteQuery({
    ...adminGetExerciseSubCategoriesInfiniteOptions({ query: { ...inOrder, categoryId } }),
    ...byCursor,
  })
  if (parts.isPending) return <Waiting />
  if (parts.isError) return <Failed error={parts.error} retry={() => parts.refetch()} />
  return (
    <div className={classes.list}>
      <div className={classes.list}>
        {rowsOf(parts.data).length > 0 && (
          <Siblings
            nodes={rowsOf(parts.data).map(nodeOf('part'))}
            tools={tools}
            inside={({ id }) => <Exercises categoryId={categoryId} partId={id} tools={tools} />}
          />
        )}
        <More query={parts} />
        <Exercises categoryId={categoryId} partId={null} tools={tools} />
      </div>
    </div>
  )
}

interface ExercisesProps {
  categoryId: string
  /** Those of this part, or those of none. */
  partId: string | null
  tools: Tools
}

function Exercises({ categoryId, partId, tools }: ExercisesProps) {
  const query = { ...inOrder, categoryId, ...(partId ? { subCategoryId: partId } : {}) }
  const exercises = useInfiniteQuery({ ...adminGetExercisesInfiniteOptions({ query }), ...byCursor })
  if (exercises.isPending) return <Waiting />
  if (exercises.isError) return <Failed error={exercises.error} retry={() => exercises.refetch()} />
  const nodes = rowsOf(exercises.data).filter(({ subCategoryId }) => subCategoryId === partId)
  return (
    <div className={classes.list}>
      <div className={classes.list}>
        {(nodes.length > 0 || partId !== null) && (
          <Siblings nodes={nodes.map(nodeOf('exercise'))} tools={tools} />
        )}
        <More query={exercises} />
      </div>
    </div>
  )
}

function setStatus({ kind, id }: Node, status: Node['status']): Promise<unknown> {
  const asked = { path: { id }, body: { status } }
  if (kind === 'exercise') return ask(adminUpdateExerciseStatus(asked))
  return ask(
    kind === 'category'
      ? adminUpdateExerciseCategoryStatus(asked)
      : adminUpdateExerciseSubCategoryStatus(asked),
  )
}

/** Hides all that is selected, or makes it active. */
function Bulk({ selected, onDone }: { selected: ReadonlyMap<string, Node>; onDone: () => void }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: async (status: Node['status']) => {
      for (const node of selected.values()) await setStatus(node, status)
    },
    onSuccess: () => {
      say(t.saved)
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(ofNoun('exercises')),
  })
  return (
    <Stack className={classes.bar} gap="xs">
      <FormFailure message={change.error ? messageOf(change.error) : undefined} />
      <Group>
        <Text role="status">{t.selected(selected.size)}</Text>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate('INACTIVE')}>
          {t.hide}
        </Button>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate('ACTIVE')}>
          {t.show}
        </Button>
      </Group>
    </Stack>
  )
}

interface EditorProps {
  node: Node
  onClose: () => void
}

/** The form of a thing, filled with what the server knows of it now. */
function Editor({ node, onClose }: EditorProps) {
  if (node.kind === 'category') return <CategoryEditor id={node.id} onClose={onClose} />
  if (node.kind === 'part') return <PartEditor id={node.id} onClose={onClose} />
  return <ExerciseEditor id={node.id} onClose={onClose} />
}

interface EditorOf {
  id: string
  onClose: () => void
}
/** What was read a while ago may be old; what a form was filled with stays, so that nothing typed is lost. */
const anew = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }

interface EditingProps<Row> {
  query: UseQueryResult<{ data: Row }, unknown>
  title: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** A form in a window; what is read once more while it is open leaves it alone. */
function Editing<Row>({ query, title, onClose, children }: EditingProps<Row>) {
  const row = query.isFetchedAfterMount ? query.data?.data : undefined
  return (
    <Dialog onClose={onClose} title={title}>
      {row && children(row)}
      {!row && (query.isError ? <Failed error={query.error} retry={() => query.refetch()} /> : <Waiting />)}
    </Dialog>
  )
}

function CategoryEditor({ id, onClose }: EditorOf) {
  const query = useQuery({ ...adminGetExerciseCategoryOptions({ path: { id } }), ...anew })
  return (
    <Editing query={query} title={t.editCategory} onClose={onClose}>
      {(row) => <CategoryForm row={row} onClose={onClose} />}
    </Editing>
  )
}

function PartEditor({ id, onClose }: EditorOf) {
  const query = useQuery({ ...adminGetExerciseSubCategoryOptions({ path: { id } }), ...anew })
  return (
    <Editing query={query} title={t.editPart} onClose={onClose}>
      {(row) => <PartForm row={row} onClose={onClose} />}
    </Editing>
  )
}

export function ExerciseEditor({ id, onClose }: EditorOf) {
  const query = useQuery({ ...adminGetExerciseOptions({ path: { id } }), ...anew })
  return (
    <Editing query={query} title={t.editExercise} onClose={onClose}>
      {(row) => <ExerciseForm row={row} onClose={onClose} />}
    </Editing>
  )
}

function remove({ kind, id }: Node): Promise<unknown> {
  const path = { id }
  const query = { force: true }
  if (kind === 'exercise') return adminDeleteExercise({ path, throwOnError: true })
  return kind === 'category'
    ? adminDeleteExerciseCategory({ path, query, throwOnError: true })
    : adminDeleteExerciseSubCategory({ path, query, throwOnError: true })
}

function Removal({ node, onClose }: EditorProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => remove(node),
    onSuccess: () => {
      void queryClient.invalidateQueries(ofNoun('exercises'))
      say(t.removed)
      onClose()
    },
  })
  return (
    <Confirmation
      isGrave
      title={t.removeTitle(node.name)}
      hint={node.kind === 'exercise' ? t.removeHint : `${t.removeForce} ${t.removeHint}`}
      action={t.removeAction}
      change={change}
      onClose={onClose}
    />
  )
}
