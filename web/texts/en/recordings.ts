import { plural } from '../../ui/formats.ts'

/** What the pages say of exercises that are kept on the device. */
export const texts = {
  title: 'On this device',
  hint: 'These play without a connection. They go when you sign out, or when they are no longer yours to play.',
  back: 'You',
  empty: 'Nothing is kept here yet',
  emptyHint:
    'Exercises with sound or film can be kept on their page. All others work without a connection once you have opened them.',
  keep: 'Keep on this device',
  keepHint: 'Then it plays without a connection.',
  keeping: 'It is on its way …',
  progress: (percent: number) => `${percent} % is here`,
  stop: 'Stop',
  kept: (size: string) => `On this device, ${size}`,
  remove: 'Remove from this device',
  removeTitle: (title: string) => `Remove “${title}” from this device`,
  room: (used: string, most: string) => `${used} of ${most}`,
  roomLabel: 'Room that they take',
  full: 'There is no room left for it: at most 500 MB are kept. Remove something first.',
  deviceFull: 'This device has no room for it.',
  failed: 'The recording did not come. Try again with a better connection.',
  offline: (count: number) =>
    `${plural(count, { one: 'exercise plays', other: 'exercises play' })} without a connection`,
}
