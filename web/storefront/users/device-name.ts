import { texts } from '../../texts/users.ts'

const browsers: [string, RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
]
const systems: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** What people call the device that a browser says it runs on. */
export function deviceName(label: string | null): string {
  if (label === null) return texts.devices.unknown
  const [browser] = browsers.find(([, sign]) => sign.test(label)) ?? []
  const [system] = systems.find(([, sign]) => sign.test(label)) ?? []
  return browser && system ? texts.devices.browserOn(browser, system) : label
}
