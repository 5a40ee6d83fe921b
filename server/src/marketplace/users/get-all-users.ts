import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { isStaff, member } from '../access.ts'
import { byName, byWord, searchPeople, selectPeople } from './directory-queries.ts'
import { PublicUser, presentPublicUser } from './shapes.ts'

export const getAllUsers = operation({
  key: 'M13',
  source: 'named in the specification; search, order and shape chosen here',
  method: 'GET',
  path: '/usr-mgt/get-all-users',
  summary: 'List the people who want to be found, by name',
  access: member,
  query: Type.Object({
    search: Type.Optional(Text(2, 80, { description: 'how words of the name begin', example: 'ada' })),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Users fetched successfully', data: Type.Array(PublicUser) } },

  async handle({ query, caller, db, page }) {
    const { search } = query
    const find = { viewer: caller.id, isStaff: isStaff(caller), after: page.after, limit: page.limit + 1 }
    const [order, rows] =
      search === undefined
        ? [byName, await selectPeople(db, find)]
        : [byWord, await searchPeople(db, search, find)]
    return page.of(rows, order.keyOf, presentPublicUser)
  },
})
