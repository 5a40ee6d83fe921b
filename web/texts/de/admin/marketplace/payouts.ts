import type { texts as english } from '../../../en/admin/marketplace/payouts.ts'

/** Was die Konsole zu Geld sagt, das zu den Banken der Leute geht. */
export const texts: typeof english = {
  title: 'Auszahlungen',
  hint: 'Was Leute an ihre Banken senden ließen, das Neueste zuerst. Was eine Bank zurückschickt, ist wieder in der Geldbörse.',
  none: 'Noch keine Auszahlungen',
  heading: {
    amount: 'Betrag',
    status: 'Stand',
    person: 'An',
    bank: 'Bank',
    arrives: 'Erwartet',
    provider: 'Anbieter',
    asked: 'Verlangt',
  },
  statuses: {
    requested: 'Verlangt',
    in_transit: 'Unterwegs',
    paid: 'Ausgezahlt',
    failed: 'Gescheitert',
    returned: 'Zurückgekommen',
  },
  failed: (status, reason) => `${status}: ${reason}`,
  bankGone: 'Entfernt',
}
