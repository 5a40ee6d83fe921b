export { personalData } from './personal-data.ts'
export {
  addCounts,
  type CaseRow,
  type Counted,
  type CountRow,
  findSnapshot,
  isReportedAsSpam,
  isReporter,
  judgeReports,
  lockCase,
  type Model,
  models,
  reopenCase,
  type SettledReport,
  selectCounts,
  settleCase,
} from './queries.ts'
export { type Reason, reasons } from './reasons.ts'
export { receive } from './receive.ts'
export { lineOf, nothing, type Snapshot } from './snapshot.ts'
