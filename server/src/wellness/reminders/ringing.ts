/** On which days the reminders of a goal ring; a day has to meet all of it. */
export interface RingingDays {
  /** The first and the last local date; null for no end. */
  from: string
  until: string | null
  /** ISO weekdays, 1 for Monday. A reminder with weekdays of its own has those instead of everything below. */
  daysOfWeek: readonly number[]
  /** Every so many days, counted from `from`; 1 for each. */
  everyDays: number
  /** For rules that the rest cannot say: the coming due dates, ascending. `reminderDatesEnd` asks for more of them. */
  dates: readonly string[] | null
}
