import { type RawBuilder, sql } from 'kysely'

export { personalData } from './personal-data.ts'
export { platformOf } from './platform-of.ts'
export {
  bindDeviceToken,
  dropDeviceTokens,
  dropDeviceTokensBut,
  forgetTokens,
  type PushTarget,
  selectPushTargets,
} from './queries.ts'

/** Whether anything can be pushed to a person, who is a column of the statement. */
export const hasDevice = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from marketplace.device_token d where d.user_id = ${person})`
