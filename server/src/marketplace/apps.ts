import { type Static, Type } from 'typebox'
import { Line, OneOf } from '../platform/operation/schema.ts'

// What apps say of themselves.

export const platforms = ['ios', 'android', 'web'] as const
export type Platform = (typeof platforms)[number]

export const AppPlatform = OneOf(platforms, { example: 'ios' })

/** As the app writes it, for people to read. */
export const AppVersion = Line(1, 64, { example: '2.4.1' })

/** Where in which app something was written. */
export const AppContext = Type.Object({
  screen: Type.Optional(Line(1, 120, { example: 'PostDetail' })),
  platform: Type.Optional(AppPlatform),
  app_version: Type.Optional(AppVersion),
})
export type AppContextValue = Static<typeof AppContext>
