import { plural } from '../../ui/formats.ts'
import type { texts as english } from '../en/recordings.ts'

export const texts = {
  title: 'Auf diesem Gerät',
  hint: 'Sie laufen ohne Verbindung. Sie verschwinden, wenn du dich abmeldest oder sie nicht mehr abspielen darfst.',
  back: 'Du',
  empty: 'Hier ist noch nichts gespeichert',
  emptyHint:
    'Übungen mit Ton oder Film kannst du auf ihrer Seite speichern. Alle anderen gehen ohne Verbindung, sobald du sie einmal geöffnet hast.',
  keep: 'Auf diesem Gerät speichern',
  keepHint: 'Dann läuft sie ohne Verbindung.',
  keeping: 'Sie ist unterwegs …',
  progress: (percent: number) => `${percent} % sind da`,
  stop: 'Abbrechen',
  kept: (size: string) => `Auf diesem Gerät, ${size}`,
  remove: 'Von diesem Gerät entfernen',
  removeTitle: (title: string) => `„${title}“ von diesem Gerät entfernen`,
  room: (used: string, most: string) => `${used} von ${most}`,
  roomLabel: 'Platz, den sie brauchen',
  full: 'Dafür ist kein Platz mehr: Höchstens 500 MB werden gespeichert. Entferne zuerst etwas.',
  deviceFull: 'Auf diesem Gerät ist dafür kein Platz.',
  failed: 'Die Aufnahme kam nicht an. Versuche es mit einer besseren Verbindung noch einmal.',
  offline: (count: number) =>
    `${plural(count, { one: 'Übung läuft', other: 'Übungen laufen' })} ohne Verbindung`,
} satisfies typeof english
