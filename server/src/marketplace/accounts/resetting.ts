import { Type } from 'typebox'
import { stranger } from '../access.ts'
import { passwordReused, passwordWeak, resetTokenInvalid } from './problems.ts'
import { deviceFields } from './shapes.ts'

/** What the operations share that take a token in the place of the password; `resetWithToken` handles them. */
export const resetting = {
  tag: 'users',
  access: stranger,
  replies: {
    200: {
      message: 'Password changed successfully. Sign in again.',
      data: Type.Object({ sessions_ended: Type.Boolean(), ...deviceFields }),
    },
  },
  problems: [resetTokenInvalid, passwordWeak, passwordReused],
  credentials: { realm: 'marketplace', hashesPassword: true },
} as const
