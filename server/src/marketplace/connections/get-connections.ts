import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { PersonId } from '../ids.ts'
import { noSuchUser, selectPerson } from '../users/public.ts'
import { connectionTypes, orderOf, selectConnections } from './queries.ts'
import { Connection, presentConnection } from './shapes.ts'

export const getConnections = operation({
  key: 'M16',
  source: 'named in the specification; method, path, filters and shape chosen here',
  method: 'GET',
  path: '/usr-mgt/get-connections',
  summary: 'List the people who follow somebody, whom they follow, or with whom it is mutual, newest first',
  tag: 'users',
  access: member,
  query: Type.Object({
    user_id: Type.Optional({ ...PersonId, description: 'whose; yours unless said' }),
    type: OneOf(connectionTypes, { description: 'mutual: whom they follow and who follow them' }),
  }),
  paged: { limit: 20 },
  replies: { 200: { message: 'Connections fetched successfully', data: Type.Array(Connection) } },
  problems: [noSuchUser],

  async handle({ query, caller, db, page }) {
    const { type, user_id: personId = caller.id } = query
    const find = { personId, type, viewer: caller.id, after: page.after, limit: page.limit + 1 }
    const [person, rows] = await Promise.all([
      selectPerson(db, personId, caller.id),
      selectConnections(db, find),
    ])
    if (!person) throw noSuchUser()
    return page.of(rows, orderOf(type).keyOf, presentConnection)
  },
})
