import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { invalidField } from '../../platform/operation/problem.ts'
import { Integer } from '../../platform/operation/schema.ts'
import {
  configInvalid,
  setValues,
  valuesOfVersion,
  valuesWith,
  type Wanted,
} from '../../platform/system-config/changing.ts'
import { lockNewest } from '../../platform/system-config/queries.ts'
import { administrator } from '../access.ts'
import { Change, WantedValue } from './shapes.ts'

export const adminUpdateSystemConfig = operation({
  key: 'M111',
  source:
    'shown in the specification with PUT and without a name, behind the system config; path, body and reply chosen here',
  method: 'PUT',
  path: '/system-config',
  summary: 'Set some keys of the system config, or all as they were at a version',
  access: administrator,
  versioned: true,
  body: Type.Object({
    config: Type.Optional(
      Type.Unsafe<Wanted>({
        type: 'object',
        maxProperties: 300,
        propertyNames: { maxLength: 100 },
        additionalProperties: WantedValue,
        description: 'values by their keys; the others stay, and null gives a key back to its default',
        examples: [{ 'poll_intervals.notifications_seconds': 60 }],
      }),
    ),
    to_version: Type.Optional(
      Integer(0, 2_000_000_000, {
        description: 'in place of config: the version to return to, 0 for nothing set',
      }),
    ),
  }),
  replies: {
    200: {
      message: 'System config updated successfully',
      data: Type.Object({ __v: Type.Integer(), changes: Type.Array(Change) }),
    },
  },
  problems: [configInvalid],

  async handle({ body, caller, expectVersion, ...work }) {
    const { config, to_version: restored = null } = body
    if ((config === undefined) === (restored === null))
      throw invalidField('body.config', 'exclusive', 'is what to send, or to_version, and not both')
    const before = await lockNewest(work.db)
    expectVersion(before)
    const values =
      restored === null ? valuesWith(work, before, config ?? {}) : await valuesOfVersion(work, restored)
    const { version, changes } = await setValues(work, before, { values, actorId: caller.id, restored })
    work.audit('system-config', { version, changes, restored_version: restored })
    return { __v: version, changes }
  },
})
