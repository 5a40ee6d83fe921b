import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable } from '../../platform/operation/schema.ts'
import { user } from '../access.ts'
import { nextReminder } from './public.ts'
import { NextReminder } from './shapes.ts'

export const getNextReminder = operation({
  key: 'X13',
  source: 'added here',
  method: 'GET',
  path: '/notification/reminder/next',
  summary: 'Which of your reminders rings next',
  access: user,
  replies: {
    200: {
      message: 'Next reminder fetched successfully',
      data: Type.Object({ next: Nullable(NextReminder) }),
    },
  },

  handle: async ({ caller, db }) => ({ next: await nextReminder(db, caller.id) }),
})
