import { type Static, type TSchema, Type } from 'typebox'
import { Id, Integer, Nullable, OneOf, Shown, Text, Timestamp } from '../../platform/operation/schema.ts'
import { attributeTypes } from './attributes.ts'
import { type CategoryRow, lastPosition } from './queries.ts'

const Attribute = Type.Object(
  {
    key: Shown('frame_size'),
    label: Shown('Frame size'),
    type: OneOf(attributeTypes),
    required: Type.Boolean(),
    options: Type.Array(Shown('M')),
    unit: Shown('cm'),
  },
  { title: 'CategoryAttribute' },
)

const shared = {
  _id: Id,
  parent_id: Nullable(Id),
  name: Shown('Bicycles'),
  slug: Shown('bicycles'),
  icon: Shown('bicycle'),
  position: Type.Integer(),
  enabled: Type.Boolean(),
  attribute_schema: Type.Array(Attribute),
  expiration_days: Type.Integer({ description: 'how long a listing of this category stays up' }),
  __v: Type.Integer(),
}

const localePattern = '[a-z]{2,3}(-[A-Z]{2})?'

/** A language, or that of a country. */
export const Locale = Text(2, 6, {
  pattern: `^${localePattern}$`,
  description: 'such as `de` or `pt-BR`',
  example: 'de',
})

const Names = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 50,
  propertyNames: { pattern: `^${localePattern}$` },
  additionalProperties: Text(1, 60),
  description: 'the name in other languages, by locale',
})

export const CategoryRecord = Type.Object(
  { ...shared, names: Names, createdAt: Timestamp, updatedAt: Timestamp },
  { title: 'CategoryRecord' },
)

const presentShared = (row: CategoryRow) => ({
  _id: row.id,
  parent_id: row.parent_id,
  name: row.name,
  slug: row.slug,
  icon: row.icon,
  position: row.position,
  enabled: row.is_enabled,
  attribute_schema: row.attribute_schema,
  expiration_days: row.expiration_days,
  __v: row.version,
})

export const presentCategory = (row: CategoryRow): Static<typeof CategoryRecord> => ({
  ...presentShared(row),
  names: row.names,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** The serializer knows no recursion; four levels are all there are. */
const level = <Below extends Record<string, TSchema>>(below: Below) =>
  Type.Object({
    ...shared,
    has_children: Type.Boolean({ description: 'also when `depth` cuts them off' }),
    active_count: Type.Optional(Type.Integer({ description: 'live listings, those below included' })),
    ...below,
  })
const fourth = level({})
const third = level({ sub_categories: Type.Array(fourth) })
const second = level({ sub_categories: Type.Array(third) })
export const CategoryNode = level({ sub_categories: Type.Array(second) })

type Node = ReturnType<typeof presentShared> & {
  has_children: boolean
  active_count?: number
  sub_categories: Node[]
}

export interface Tree {
  childrenOf: Map<string | null, CategoryRow[]>
  /** Live listings by category; absent when nobody asked. */
  counts: ReadonlyMap<string, number> | undefined
}

/** Categories with their names in a locale, or in its language, or else as they are. */
export const inLocale = (rows: readonly CategoryRow[], locale: string | undefined): CategoryRow[] =>
  rows.map((row) => ({
    ...row,
    name: row.names[locale ?? ''] ?? row.names[locale?.split('-')[0] ?? ''] ?? row.name,
  }))

/** Categories by what they stand below; without the disabled ones, and so without what is below those. */
export function treeOf(
  rows: readonly CategoryRow[],
  {
    includesDisabled,
    counts,
  }: { includesDisabled: boolean; counts?: ReadonlyMap<string, number> | undefined },
): Tree {
  const kept = includesDisabled ? rows : rows.filter((row) => row.is_enabled)
  return { childrenOf: Map.groupBy(kept, (row) => row.parent_id), counts }
}

const countWithin = (tree: Tree, id: string): number =>
  (tree.childrenOf.get(id) ?? []).reduce(
    (sum, child) => sum + countWithin(tree, child.id),
    tree.counts?.get(id) ?? 0,
  )

export const presentBelow = (tree: Tree, parentId: string | null, depth: number): Node[] =>
  (tree.childrenOf.get(parentId) ?? []).map((row) => ({
    ...presentShared(row),
    has_children: tree.childrenOf.has(row.id),
    ...(tree.counts ? { active_count: countWithin(tree, row.id) } : {}),
    sub_categories: depth > 1 ? presentBelow(tree, row.id, depth - 1) : [],
  }))

/** Where a category stands, and what its listings may say. */
export const CategoryPath = Type.Object(
  {
    path: Type.Array(Type.Object({ _id: Id, name: Shown('Bicycles'), icon: Shown('bicycle') }), {
      description: 'from the first level down to the category itself',
    }),
    attribute_schema: Type.Array(Attribute, {
      description: 'of all of them; where two have one key, the lower one counts',
    }),
  },
  { title: 'CategoryPath' },
)

export const presentPath = (path: readonly CategoryRow[]): Static<typeof CategoryPath> => {
  const attributes = path.flatMap((row) => row.attribute_schema)
  return {
    path: path.map(({ id, name, icon }) => ({ _id: id, name, icon })),
    attribute_schema: [...new Map(attributes.map((one) => [one.key, one])).values()],
  }
}

/** What may be said of a category, new or old. */
export const categoryFields = {
  name: Text(1, 60, { example: 'Bicycles' }),
  names: Type.Optional(Names),
  icon: Type.Optional(Text(0, 500, { example: 'bicycle' })),
  position: Type.Optional(
    Integer(0, lastPosition, { description: 'behind its neighbours unless said, where it is new' }),
  ),
  enabled: Type.Optional(Type.Boolean()),
  attribute_schema: Type.Optional(
    Type.Array(
      Type.Object({
        key: Text(1, 40, { pattern: '^[a-z][a-z0-9_]*$', example: 'frame_size' }),
        label: Text(1, 60, { example: 'Frame size' }),
        type: OneOf(attributeTypes, { example: 'enum' }),
        required: Type.Optional(Type.Boolean()),
        options: Type.Optional(
          Type.Array(Text(1, 60, { example: 'M' }), { maxItems: 200, description: 'of `enum` only' }),
        ),
        unit: Type.Optional(Text(0, 16, { example: 'cm' })),
      }),
      { maxItems: 40 },
    ),
  ),
  expiration_days: Type.Optional(Integer(1, 365)),
}
