// What folding ten years of a goal costs, from the start and from a kept state, beside reading its marks as JSON:
// node tools/run.mjs bench/fold.ts
import { addDays } from '../server/src/wellness/days/public.ts'
import { foldGoal, type GoalLedger, type Mark, type Schedule } from '../server/src/wellness/streaks/public.ts'

const begins = '2016-01-01'
const tenYears = 3650
const rounds = 40

const marks = Array.from({ length: tenYears }, (_, index): Mark[] =>
  index % 11 === 0 ? [] : [{ date: addDays(begins, index), status: 'COMPLETED', value: 20 }],
).flat()
const schedules: Record<string, Schedule> = {
  daily: { frequency: 'DAILY', restDays: [7] },
  weekdays: { frequency: 'WEEKDAYS', daysOfWeek: [1, 2, 3, 4, 5] },
  weekly: { frequency: 'WEEKLY', timesPerPeriod: 3 },
  rule: { frequency: 'RRULE', rrule: 'FREQ=MONTHLY;BYDAY=MO,WE,FR' },
}
const ledgerOf = (schedule: Schedule): GoalLedger => ({
  revisions: [
    {
      effectiveFrom: begins,
      direction: 'BUILD',
      metric: 'MINUTES',
      target: 15,
      schedule,
      freezeEnabled: true,
      weekStart: 'MON',
    },
  ],
  marks,
  pauses: [],
  suspended: [],
  until: null,
  stays: [{ beganAt: new Date(`${begins}T00:00:00Z`), timezone: 'Europe/Berlin', dayStartMinutes: 180 }],
  now: new Date(`${addDays(begins, tenYears)}T12:00:00Z`),
})

/** Milliseconds of processor time a round, after as many to warm up: others on the machine do not count. */
function costOf(work: () => unknown): number {
  for (let round = 0; round < rounds; round += 1) work()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds
}

const text = JSON.stringify(marks)
const parsing = costOf(() => JSON.parse(text))
console.log(`reading ${marks.length} marks as JSON: ${parsing.toFixed(2)} ms`)
for (const [name, schedule] of Object.entries(schedules)) {
  const ledger = ledgerOf(schedule)
  const { kept, units } = foldGoal(ledger)
  const recent = marks.filter(({ date }) => date > (kept?.through ?? ''))
  const [whole, onward] = [
    costOf(() => foldGoal(ledger)),
    costOf(() => foldGoal({ ...ledger, marks: recent }, kept)),
  ]
  console.log(
    `${name}: ${units.length} units in ${whole.toFixed(2)} ms, ${(whole / parsing).toFixed(1)} times the reading; from the kept state ${onward.toFixed(3)} ms`,
  )
}
