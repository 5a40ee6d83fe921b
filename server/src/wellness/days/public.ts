export {
  addDays,
  dateOf,
  dayNumber,
  daysBetween,
  isoWeekday,
  monthOf,
  type WeekStart,
  weekOf,
} from './calendar.ts'
export {
  type Closing,
  closingOf,
  endOfDay,
  isClosed,
  isOverEverywhere,
  isSwallowed,
  startOfDay,
  stayAt,
} from './closing.ts'
export { logicalDate } from './logical-date.ts'
