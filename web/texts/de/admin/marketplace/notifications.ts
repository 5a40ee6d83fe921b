import { plural } from '../../../../ui/formats.ts'

/** Was die Konsole über Rundschreiben sagt. */
export const texts = {
  title: 'Rundschreiben',
  hint: 'Geht sofort an alle in der Zielgruppe. Es lässt sich nicht zurückholen.',
  tutorial: 'Anleitung',
  breakingNews: 'Neuigkeit',
  send: (name: string) => `${name} senden`,
  titleField: 'Titel',
  message: 'Nachricht',
  image: 'Bild',
  buttonLabel: 'Beschriftung der Schaltfläche',
  screen: 'Ziel der Schaltfläche',
  screenHint: 'Eine https-Adresse oder der Name einer Seite der App, etwa Home.',
  audience: 'Zielgruppe',
  audiences: {
    everyone: 'Alle',
    verified: 'Personen mit bestätigter E-Mail-Adresse',
    unverified: 'Personen ohne bestätigte E-Mail-Adresse',
    staff: 'Moderation und Verwaltung',
  } as Record<string, string>,
  preview: 'Vorschau',
  previewEmpty: 'Wähle mindestens eine Mitteilung, um sie hier zu sehen.',
  review: 'Prüfen und senden',
  confirmTitle: 'Jetzt senden?',
  confirm: (count: number) => `Erreicht ${plural(count, { one: 'Person', other: 'Personen' })}.`,
  confirmAction: 'Senden',
  sent: 'Gesendet.',
  picture: {
    hint: 'JPEG, PNG oder WebP, höchstens 15 MB.',
    choose: 'Bild wählen',
    remove: 'Bild entfernen',
    busy: 'Wird hochgeladen…',
  },
} satisfies typeof import('../../../en/admin/marketplace/notifications.ts').texts
