import { plural } from '../../../../ui/formats.ts'

/** What the console says of the errors of apps. */
export const texts = {
  title: 'Errors of apps',
  hint: 'What went wrong in the apps, alike reports as one. What looks like a secret was taken out.',
  one: 'Error',
  level: 'Level',
  levels: { fatal: 'Crash', error: 'Error', warning: 'Warning', info: 'Note', debug: 'Detail' } as Record<
    string,
    string
  >,
  heading: {
    message: 'Error',
    level: 'Level',
    times: 'Times',
    app: 'App',
    first: 'First seen',
    last: 'Last seen',
  },
  app: (platform: string, version: string) => `${platform} ${version}`,
  reports: (count: number) => `The newest ${plural(count, { one: 'report', other: 'reports' })}`,
  device: 'Device',
  request: 'Request',
  stack: (number: number) => `Stack ${number}`,
  steps: 'What came before',
  none: 'No errors yet',
}
