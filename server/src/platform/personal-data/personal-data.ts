import { type RawBuilder, sql } from 'kysely'
import type { Realm } from '../operation/caller.ts'
import type { Work } from '../operation/work.ts'

// What each table keeps of people. A noun declares it in its `personal-data.ts`; what they get of it, and what
// becomes of it when they leave, derives from the declaration.

/** Whose things are meant. */
export interface Owner {
  realm: Realm
  id: string
  /** The address of their account, as it may be written. One that they only wish for is somebody else's. */
  emails: readonly string[]
  /** Those of them that they proved to be theirs; another one may be a stranger's. */
  proved: readonly string[]
  /** Since when the account is theirs, where somebody else had opened it: what is older is not given to them. */
  since: Date | null
}

type Erase = (work: Work, owner: Owner, most: number) => Promise<number>

/** What becomes of rows when their owner leaves. */
export type Fate =
  /** They are deleted. */
  | 'delete'
  /** Their noun does it: up to `most` rows at a time. @returns how many; once it is none, nothing is left. */
  | { by: Erase }
  /** They stay, or go by other means: why, or when. */
  | { stays: string }

/** A table that has something of people. */
export interface Held {
  /** The rows that are somebody's; written so that an index finds them. */
  of(owner: Owner): RawBuilder<boolean>
  /** What becomes of them when their owner leaves. */
  leaving: Fate
  /** Another fate where the owner leaves what they published behind, without their name. */
  anonymous?: Fate
  /** Those of the rows that the owner's export has, where it is not all of them. */
  given?: Held['of'] | 'none'
  /**
   * Columns that the export lacks: secrets, digests, what is derived, what is somebody else's, and who of the staff did
   * something. Where it depends on which of two people somebody is, what is asked of the row `t`.
   */
  withheld?: readonly string[] | ((owner: Owner) => RawBuilder<string[]>)
  /**
   * When a row came about, where no column of `writtenIn` says so: whoever took an account over gets none from before.
   * A column, what is asked of the row `t`, or why all rows are the present owner's, or none can be told to be.
   */
  written?: string | RawBuilder<Date | null> | { all: string } | { none: string }
}

/** The columns that say when a row came about, wherever there are any of them. */
export const writtenIn = ['created_at', 'issued_at', 'at'] as const

/** A table that has nothing of anybody, and why that is so. */
export interface Nobodys {
  nobodys: string
}

/** By table, with its schema: what refers to others stands before them. */
export type PersonalData = Readonly<Record<string, Held | Nobodys>>

/** Rows that name their owner in a column, or in one of several. */
export const by =
  (...columns: [string, ...string[]]) =>
  ({ id }: Owner): RawBuilder<boolean> =>
    sql<boolean>`(${sql.join(
      columns.map((column) => sql`${sql.ref(column)} = ${id}::uuid`),
      sql` or `,
    )})`

/** Rows that belong to rows of another table, which has theirs by `column`. */
export const within =
  (reference: string, table: string, column: string) =>
  ({ id }: Owner): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(reference)} in (select id from ${sql.table(table)} where ${sql.ref(column)} = ${id}::uuid)`

/** Rows that are kept under an address that somebody proved to be theirs. */
export const addressedTo =
  (column: string) =>
  ({ proved }: Owner): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(column)} = any(${[...proved]}::text[])`

export const stays = (why: string): Fate => ({ stays: why })
export const nobodys = (why: string): Nobodys => ({ nobodys: why })
/** A table whose rows nobody can tell whose they are, or that are gone long before their owner is: why, and when. */
export const passes = (why: string): Held => ({ of: () => sql`false`, given: 'none', leaving: stays(why) })
export const isHeld = (kept: Held | Nobodys): kept is Held => !('nobodys' in kept)
