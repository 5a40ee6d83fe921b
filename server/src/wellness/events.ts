import * as coach from './coach/events.ts'
import * as notifications from './notifications/events.ts'
import * as sessions from './sessions/events.ts'

/** What open apps of the wellness product hear of. */
export const events = [coach, notifications, sessions].flatMap((noun) => Object.values(noun))
