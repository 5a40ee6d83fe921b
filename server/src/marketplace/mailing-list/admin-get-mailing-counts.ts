import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { OneOf } from '../../platform/operation/schema.ts'
import { administrator } from '../access.ts'
import { lists, type State } from './lists.ts'
import { selectCounts } from './queries.ts'

export const adminGetMailingCounts = operation({
  source: 'not in the specification; how many people each mailing list reaches',
  method: 'GET',
  path: '/mailing-list/counts',
  summary: 'Count the subscriptions to each mailing list, by their state',
  access: administrator,
  replies: {
    200: {
      message: 'Counts fetched successfully',
      data: Type.Array(
        Type.Object(
          {
            list: OneOf(lists),
            pending: Type.Integer({ description: 'were asked and have not said yes' }),
            active: Type.Integer(),
            suppressed: Type.Integer({ description: 'want no more mails' }),
          },
          { title: 'MailingCounts' },
        ),
      ),
    },
  },

  async handle({ db }) {
    const counts = await selectCounts(db)
    return lists.map((list) => {
      const of = (state: State) => counts.find((one) => one.list === list && one.state === state)?.people ?? 0
      return { list, pending: of('pending'), active: of('active'), suppressed: of('suppressed') }
    })
  },
})
