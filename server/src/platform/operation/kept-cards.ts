import type { Db } from '../db/database.ts'

/**
 * Cards that a noun keeps beside its rows. Who changes what a card shows makes it anew, or marks it as
 * out of date, in the same transaction; what a card borrows from elsewhere follows by a job. One that is
 * out of date is not shown: its row is read instead.
 */
export interface KeptCards {
  /** What they are of, such as `listings`. */
  readonly name: string
  /** Marks all as out of date. @returns how many there are */
  outdateAll(db: Db): Promise<number>
  /** Makes some anew that are out of date, at most so many, in the transaction of `db`. @returns how many it made */
  refresh(db: Db, most: number): Promise<number>
  /** The ids of those that are shown and differ from what making them anew would give: none, unless something forgot them. */
  findDifferent(db: Db): Promise<string[]>
}
