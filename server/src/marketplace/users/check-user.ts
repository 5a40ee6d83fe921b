import { Type } from 'typebox'
import { canonicalEmail } from '../../platform/identity/email.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Email, Nullable } from '../../platform/operation/schema.ts'
import { configured } from '../../platform/system-config/configured.ts'
import { anyone } from '../access.ts'
import { addressesTold } from '../limits.ts'
import { hasEmail } from './queries.ts'

export const checkUser = operation({
  key: 'M17',
  source: 'named in the specification; method, path, body and reply chosen here',
  method: 'POST',
  path: '/usr-mgt/check-user',
  summary: 'See whether an e-mail address has an account, or is free for one',
  access: anyone,
  runs: 'read',
  body: Type.Object({ email: Email }),
  replies: {
    200: {
      message: 'Address checked successfully',
      data: Type.Object({
        exists: Nullable(
          Type.Boolean(),
          'null, for every address, where the operator keeps it to themselves',
        ),
        available: Nullable(Type.Boolean()),
      }),
    },
  },
  // A sign-up says as much, and is watched as closely.
  limit: { max: 60, windowSeconds: 60 },

  async handle({ body, db, services }) {
    if (!configured(services, addressesTold)) return { exists: null, available: null }
    const exists = await hasEmail(db, canonicalEmail(body.email))
    return { exists, available: !exists }
  },
})
