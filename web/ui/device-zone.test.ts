import { expect, test } from 'vitest'
import { deviceZone } from './device-zone.ts'

const hourIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    Date.UTC(2026, 6),
  )

test('the zone of a device is one of a place, with the time that the device has', () => {
  for (const zone of [
    'Europe/Berlin',
    'UTC',
    ...[11, 9, 8, 2, -12, -13].map((west) => `Etc/GMT${west < 0 ? '' : '+'}${west}`),
  ]) {
    expect(deviceZone(zone)).not.toContain('Etc/')
    expect(hourIn(deviceZone(zone))).toBe(hourIn(zone))
  }
  for (const zone of ['', 'Etc/Unknown', '+02:00', 'GMT+2']) expect(deviceZone(zone)).toBe('UTC')
})
