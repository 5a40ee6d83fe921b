import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/operation/schema.ts'
import { isStaff, member } from '../access.ts'
import { PublicUser, presentPublicUser } from '../users/public.ts'
import { selectDirectory } from './directory.ts'

export const getAllUsers = operation({
  key: 'M13',
  source: 'named in the specification; search, order and shape chosen here',
  method: 'GET',
  path: '/usr-mgt/get-all-users',
  summary:
    'List the people who want to be found: first the ten with whom you share most follows, then the others by name',
  tag: 'users',
  access: member,
  query: Type.Object({
    search: Type.Optional(Text(2, 80, { description: 'how words of the name begin', example: 'ada' })),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Users fetched successfully', data: Type.Array(PublicUser) } },

  async handle({ query, caller, db, clock, page }) {
    const rows = await selectDirectory(db, {
      viewer: caller.id,
      isStaff: isStaff(caller),
      search: query.search,
      after: page.after,
      limit: page.limit + 1,
    })
    return page.of(
      rows,
      ({ key }) => key,
      ({ person }) => presentPublicUser(person, clock.now()),
    )
  },
})
