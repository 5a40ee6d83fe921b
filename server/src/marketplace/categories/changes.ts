import { type Static, Type } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { violates } from '../../platform/db/failures.ts'
import { newId } from '../../platform/ids.ts'
import { type FieldProblem, validationFailed } from '../../platform/operation/problem.ts'
import type { Work } from '../../platform/operation/work.ts'
import { categoryMoved } from './announcements.ts'
import type { AttributeDefinition } from './attributes.ts'
import { categoryCycle, categoryTooDeep, nameTaken, noSuchCategory } from './problems.ts'
import {
  type CategoryRow,
  deleteCategory,
  insertCategory,
  isWithin,
  lockTree,
  measure,
  moveChildren,
  nextPosition,
  selectCategory,
} from './queries.ts'
import { categoryFields } from './shapes.ts'
import { withoutAccents } from './spelling.ts'

const Fields = Type.Object(categoryFields)
type CategoryFields = Static<typeof Fields>

export const deepest = 4

/** The name as siblings are compared: `Cars & Vans` and `cars  vans` are one. */
export function slugOf(name: string): string {
  const plain = withoutAccents(name)
  return plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || plain
}

/** Fills in what an attribute schema left out. @throws VALIDATION_FAILED when it contradicts itself. */
export function readAttributeSchema(
  given: NonNullable<CategoryFields['attribute_schema']>,
): AttributeDefinition[] {
  const fields: FieldProblem[] = []
  const seen = new Set<string>()
  const definitions = given.map(({ required = false, options = [], unit = '', ...rest }, index) => {
    const path = `body.attribute_schema.${index}`
    if (seen.has(rest.key))
      fields.push({ path: `${path}.key`, rule: 'unique', message: 'is used by another attribute' })
    seen.add(rest.key)
    if ((rest.type === 'enum') !== options.length > 0)
      fields.push({
        path: `${path}.options`,
        rule: 'options',
        message: 'belong to an enum, which needs at least one',
      })
    if (new Set(options).size < options.length)
      fields.push({ path: `${path}.options`, rule: 'unique', message: 'must differ from each other' })
    return { ...rest, required, options, unit }
  })
  if (fields.length > 0) throw validationFailed({ fields })
  return definitions
}

/** Adds a category at the top or below another. */
export async function addCategory(
  work: Pick<Work, 'db' | 'clock' | 'invalidate'>,
  fields: CategoryFields,
  parentId: string | null,
): Promise<CategoryRow> {
  const { db, clock } = work
  const attributeSchema = readAttributeSchema(fields.attribute_schema ?? [])
  await lockTree(db)
  let inherited = 30
  if (parentId !== null) {
    const parent = await selectCategory(db, parentId)
    if (!parent) throw noSuchCategory()
    inherited = parent.expiration_days
    if ((await measure(db, parentId)).depth >= deepest) throw categoryTooDeep()
  }
  const row = await insertCategory(
    work,
    {
      id: newId(),
      parentId,
      name: fields.name,
      slug: slugOf(fields.name),
      names: fields.names ?? {},
      icon: fields.icon ?? '',
      position: fields.position ?? (await nextPosition(db, parentId)),
      isEnabled: fields.enabled ?? true,
      attributeSchema,
      expirationDays: fields.expiration_days ?? inherited,
    },
    clock.now(),
  )
  if (!row) throw nameTaken()
  return row
}

/** Turns the database's refusal of a second name into the problem; for `catch`. */
export function sayNameTaken(error: unknown): never {
  if (violates(error, 'category_slug')) throw nameTaken()
  throw error
}

/** Whether a category, with all that is below it, may stand below another. The tree is locked. */
export async function checkPlace(db: Db, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return
  if (!(await selectCategory(db, parentId))) throw noSuchCategory()
  if (await isWithin(db, parentId, id)) throw categoryCycle()
  const { height } = await measure(db, id)
  const { depth } = await measure(db, parentId)
  if (depth + 1 + height > deepest) throw categoryTooDeep()
}

/**
 * Deletes a category and sends everything in it to another: what stands below it at once; listings
 * follow. The tree is locked.
 */
export async function mergeInto(work: Work, id: string, into: string): Promise<void> {
  const { db, clock } = work
  if (!(await selectCategory(db, into))) throw noSuchCategory()
  if (await isWithin(db, into, id)) throw categoryCycle()
  const { height } = await measure(db, id)
  if ((await measure(db, into)).depth + height > deepest) throw categoryTooDeep()
  const now = clock.now()
  // Deleted first, because a child may bear its parent's name and move up beside it.
  await deleteCategory(work, id, into, now)
  const children = await moveChildren(work, id, into, now).catch(sayNameTaken)
  for (const categoryId of [id, ...children]) await work.announce(categoryMoved, { categoryId })
}
