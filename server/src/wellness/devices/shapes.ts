import { type Static, Type } from 'typebox'
import { Text, Verbatim } from '../../platform/operation/schema.ts'
import type { DeviceType } from './queries.ts'

/** A platform in any case. */
export const AnyDeviceType = Text(3, 7, {
  pattern: '^([Ii][Oo][Ss]|[Aa][Nn][Dd][Rr][Oo][Ii][Dd]|[Ww][Ee][Bb])$',
  example: 'ios',
})
export const DeviceId = Verbatim(1, 128, { example: 'phone-7f3a' })

/** What an app says of its device with every request; all of it may be missing. */
export const DeviceHeaders = Type.Object({
  deviceId: Type.Optional(DeviceId),
  deviceType: Type.Optional(AnyDeviceType),
})

/** The platform that a text stands for, once the schema let it in. */
export const deviceTypeOf = (text: string | undefined): DeviceType | null =>
  (text?.toUpperCase() as DeviceType | undefined) ?? null

export const deviceOf = ({ deviceId, deviceType }: Static<typeof DeviceHeaders>) => ({
  deviceId: deviceId ?? null,
  deviceType: deviceTypeOf(deviceType),
})
