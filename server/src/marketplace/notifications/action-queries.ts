import { type RawBuilder, sql } from 'kysely'
import { spoken } from '../../platform/db/words.ts'
import type { InEachLanguage } from '../../platform/language.ts'

export interface NoticeAction {
  label: InEachLanguage<string>
  actionType: string
  payload: { screen: string; [key: string]: unknown }
}

/** A column of `NoticeAction` with its label for whoever has a language. */
export const spokenAction = (action: string, tag: string): RawBuilder<unknown> =>
  sql`jsonb_set(${sql.ref(action)}, '{label}', to_jsonb(${spoken(sql`(${sql.ref(action)} -> 'label')`, tag)}))`
