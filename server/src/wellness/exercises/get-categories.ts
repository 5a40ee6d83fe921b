import { Type } from 'typebox'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { reply } from '../../platform/operation/reply.ts'
import { Text } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { countOfferedCategories, inPlace, selectOfferedCategories } from './queries.ts'
import { LanguageHeader, OfferedCategory, presentOffered } from './shapes.ts'

const freshSeconds = 60

export const getCategories = operation({
  key: 'U16',
  source: 'named in the specification with GET; path, search and shape chosen here',
  method: 'GET',
  path: '/user/category',
  summary: 'List the exercise categories in their order',
  access: user,
  query: Type.Object({ q: Type.Optional(Text(1, 100, { example: 'breathe' })) }),
  headers: Type.Object({ ...LanguageHeader.properties, ...IfNoneMatch.properties }),
  paged: { limit: 20, numbered: true },
  replies: {
    200: { message: 'Categories fetched successfully', data: Type.Array(OfferedCategory) },
    304: { empty: true, description: 'the categories are as you know them' },
  },

  async handle({ query, headers, caller, db, services, page }) {
    const filter = { level: 'top', parentId: null, q: query.q ?? null } as const
    const [rows, total] = await Promise.all([
      selectOfferedCategories(db, {
        ...filter,
        after: page.after,
        offset: page.offset,
        limit: page.limit + 1,
      }),
      countOfferedCategories(db, filter),
    ])
    const language = headers.language ?? caller.language
    const shown = page.of(rows, inPlace.keyOf, (row) => presentOffered(row, services, language), { total })
    const { parts } = unlessKnown(headers, shown, freshSeconds)
    // A browser may keep the reply, but not for another language or somebody else's.
    return reply({ ...parts, headers: { ...parts.headers, Vary: 'language, authorization' } })
  },
})
