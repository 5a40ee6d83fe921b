import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type CategoryRow, categoryColumns, type ExerciseRow, exerciseColumns } from './queries.ts'

/** Everything that is not deleted, in its order. */
export async function selectCatalogue(
  db: Db,
): Promise<{ categories: CategoryRow[]; exercises: ExerciseRow[] }> {
  const [categories, exercises] = await Promise.all([
    sql<CategoryRow>`
      select ${categoryColumns()}, 0 as exercise_count, 0 as sub_category_count from wellness.category c
      where c.deleted_at is null order by c.position, c.name, c.id`.execute(db),
    sql<ExerciseRow>`
      select ${exerciseColumns()}, e.is_offered from wellness.exercise e
      where e.deleted_at is null order by e.position, e.title, e.id`.execute(db),
  ])
  return { categories: categories.rows, exercises: exercises.rows }
}

/** Begins a part of the transaction that may be undone. */
export async function beginTrial(db: Db): Promise<void> {
  await sql`savepoint trial`.execute(db)
}

/** Undoes what was written since. */
export async function undoTrial(db: Db): Promise<void> {
  await sql`rollback to savepoint trial`.execute(db)
}
