import { isFreshlySignedIn } from '../../platform/identity/sessions.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { addressOfExport } from './export-document.ts'
import { selectNewestExport } from './queries.ts'
import { PersonalExport, presentExport } from './shapes.ts'

export const getPersonalDataExport = operation({
  source: 'not in the specification; added so that people can take with them what is theirs',
  method: 'GET',
  path: '/usr-mgt/export',
  summary:
    'Your newest copy of everything that is kept of you: how far it is and, within five minutes of signing in, where to fetch it',
  tag: 'users',
  access: member,
  replies: {
    200: {
      message: 'Export fetched successfully',
      data: Nullable(PersonalExport, 'null while there is none, or none any more'),
    },
  },

  async handle({ caller, db, clock, services }) {
    const row = await selectNewestExport(db, caller.id, clock.now())
    if (!row) return null
    // A session may be stolen, and this would give away everything at once.
    const isFresh = await isFreshlySignedIn({ db, clock }, caller)
    return presentExport(row, isFresh ? await addressOfExport(services, row, clock.now()) : null)
  },
})
