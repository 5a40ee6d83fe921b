import { expect, test } from 'vitest'
import { deviceZone } from './device-zone.ts'

test('the zone of a device is one that the server takes', () => {
  for (const zone of ['Europe/Berlin', 'UTC', 'Etc/GMT+2']) expect(deviceZone(zone)).toBe(zone)
  for (const zone of ['', 'Etc/Unknown', '+02:00', 'GMT+2']) expect(deviceZone(zone)).toBe('UTC')
})
