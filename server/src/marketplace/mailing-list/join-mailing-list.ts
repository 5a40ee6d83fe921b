import { Type } from 'typebox'
import { languageOf } from '../../platform/language.ts'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { selectUser } from '../users/public.ts'
import { askOwner, welcome, wishOf } from './letters.ts'
import { lists } from './lists.ts'
import { noAddress } from './problems.ts'
import { listsIn, WantedLists } from './shapes.ts'

export const joinMailingList = operation({
  key: 'M129',
  source: 'named in the specification; method, path, fields and reply chosen here',
  method: 'POST',
  path: '/user-tools/mailing-list-subscribe',
  summary: 'Join mailing lists with your own address: at once if it is verified, else by the link in a mail',
  access: member,
  body: Type.Object({ lists: WantedLists }),
  limit: { max: 60, strict: 10, windowSeconds: 3600 },
  replies: {
    200: {
      message: 'Your subscription was taken',
      data: Type.Object({ lists: Type.Array(OneOf(lists)), state: OneOf(['active', 'pending']) }),
    },
  },
  problems: [noAddress],

  async handle({ body, caller, ...work }) {
    const user = await selectUser(work.db, caller.id)
    // Whoever signed up by another's page may have told no address.
    if (!user?.email) throw noAddress()
    const wanted = listsIn(body.lists)
    const wish = wishOf(user.email, wanted, languageOf(user.language))
    if (user.is_verified) await welcome(work, wish)
    else await askOwner(work, wish)
    return { lists: wanted, state: user.is_verified ? 'active' : 'pending' }
  },
})
