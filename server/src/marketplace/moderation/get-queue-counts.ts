import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { moderator } from '../access.ts'
import { mostCounted } from './queries.ts'
import { countQueue } from './queue-queries.ts'

const Count = (description: string) =>
  Type.Integer({ description: `${description}; ${mostCounted} may be more` })

export const getQueueCounts = operation({
  source: 'added here: how much of the queue waits, by kind',
  method: 'GET',
  path: '/moderation/queue-counts',
  summary: 'Count what waits for staff, by kind, but for what is about you',
  access: moderator,
  replies: {
    200: {
      message: 'Counts fetched successfully',
      data: Type.Object(
        {
          listings: Count('listings and changes of listings'),
          reports: Count('things that were reported'),
          urgent: Count('of these, what harms somebody or is hidden meanwhile'),
          appeals: Count('appeals'),
          resubmissions: Count('hidden listings that their authors have put right'),
          confirmations: Count('bans that wait for a second person'),
        },
        { title: 'QueueCounts' },
      ),
    },
  },

  handle: ({ db, caller }) => countQueue(db, caller.id, mostCounted),
})
