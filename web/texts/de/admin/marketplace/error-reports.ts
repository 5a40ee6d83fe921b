import { plural } from '../../../../ui/formats.ts'

/** Was die Konsole über Fehler der Apps sagt. */
export const texts = {
  title: 'Fehler der Apps',
  hint: 'Was in den Apps schiefging, Gleiches als eines. Was nach einem Geheimnis aussah, wurde herausgenommen.',
  one: 'Fehler',
  level: 'Schwere',
  levels: {
    fatal: 'Absturz',
    error: 'Fehler',
    warning: 'Warnung',
    info: 'Notiz',
    debug: 'Einzelheit',
  } as Record<string, string>,
  heading: {
    message: 'Fehler',
    level: 'Schwere',
    times: 'Wie oft',
    app: 'App',
    first: 'Zuerst',
    last: 'Zuletzt',
  },
  app: (platform: string, version: string) => `${platform} ${version}`,
  reports: (count: number) => `Die neuesten Meldungen: ${plural(count, { one: 'Stück', other: 'Stück' })}`,
  device: 'Gerät',
  request: 'Anfrage',
  stack: (number: number) => `Aufrufe ${number}`,
  steps: 'Was davor geschah',
  none: 'Noch keine Fehler',
}
