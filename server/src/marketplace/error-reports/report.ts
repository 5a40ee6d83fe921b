import { type Static, Type } from 'typebox'
import { Line, Text } from '../../platform/operation/schema.ts'

// What an app says of an error.

export const levels = ['debug', 'info', 'warning', 'error', 'fatal'] as const
export type Level = (typeof levels)[number]

export const Device = Type.Object({
  model: Type.Optional(Line(1, 100, { example: 'Pixel 9' })),
  os: Type.Optional(Line(1, 100, { example: 'Android 16' })),
  browser: Type.Optional(Line(1, 100, { example: 'Firefox 145' })),
  language: Type.Optional(Line(1, 35, { example: 'de-AT' })),
})
export type DeviceValue = Static<typeof Device>

export const Breadcrumb = Type.Object({
  message: Text(1, 500, { example: 'opened a listing' }),
  category: Type.Optional(Line(1, 50, { example: 'navigation' })),
  at: Type.Optional(
    Line(1, 40, { description: 'by the clock of the device', example: '2026-03-01T09:30:00Z' }),
  ),
})
export type BreadcrumbValue = Static<typeof Breadcrumb>
