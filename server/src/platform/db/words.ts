import { type RawBuilder, sql } from 'kysely'

/** The text of a column of `Words` for whoever has a language: its tag, its base, English, or as somebody wrote it. */
export const spoken = (words: RawBuilder<unknown>, tag: string): RawBuilder<string> => sql<string>`
  case jsonb_typeof(${words}) when 'object' then coalesce(${words} ->> lower(${sql.ref(tag)}),
      ${words} ->> lower(split_part(${sql.ref(tag)}, '-', 1)), ${words} ->> 'en')
    else ${words} #>> '{}' end`
