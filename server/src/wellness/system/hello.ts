import { type Static, Type } from 'typebox'
import { Shown, Timestamp } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'

export const Hello = Type.Object(
  {
    message: Shown('hello'),
    version: Shown('0.1.0'),
    time: Timestamp,
    uptimeSec: Type.Integer(),
  },
  { title: 'Hello' },
)

export const sayHello = ({ clock, services }: Pick<Work, 'clock' | 'services'>): Static<typeof Hello> => ({
  message: 'hello',
  version: services.settings.version,
  time: clock.now().toISOString(),
  uptimeSec: Math.floor(process.uptime()),
})
