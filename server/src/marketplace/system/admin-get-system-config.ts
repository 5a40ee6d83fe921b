import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { findNewest } from '../../platform/system-config/queries.ts'
import { administrator } from '../access.ts'
import { KeyRecord, presentKey } from './shapes.ts'

export const adminGetSystemConfig = operation({
  source: 'not in the specification; where administrators see every key, what it takes and what holds',
  method: 'GET',
  path: '/system-config/keys',
  summary: 'List all keys of the system config with what was set',
  access: administrator,
  replies: {
    200: {
      message: 'Keys fetched successfully',
      data: Type.Object({ __v: Type.Integer(), keys: Type.Array(KeyRecord) }),
    },
  },

  async handle({ db, services }) {
    const { version, values } = await findNewest(db)
    const keys = [...services.systemConfig.keys.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    return { __v: version, keys: keys.map((key) => presentKey(key, values[key.name], services)) }
  },
})
