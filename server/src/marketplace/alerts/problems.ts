import { problem } from '../../platform/operation/problem.ts'

export const noSuchAlert = problem(404, 'NO_SUCH_ALERT', 'There is no such alert.')
export const alertEnded = problem(409, 'ALERT_ENDED', 'This alert has ended. Save a new one.')
export const notDismissible = problem(409, 'NOT_DISMISSIBLE', 'This alert stays for as long as it holds.')
