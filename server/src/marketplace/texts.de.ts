import { amountFormat } from '../platform/money.ts'
import type { Texts } from './texts.en.ts'

/** Was der Marktplatz in Mitteilungen und Mails sagt. */
export const de: Texts = {
  greeting: (name) => `Hallo ${name},\n\n`,
  amount: (value, currency) => amountFormat('de', currency).format(value),
  guest: 'Gast',
  unnamed: 'Neues Mitglied',
  welcome: {
    title: (name) => `Willkommen, ${name}`,
    message:
      'Bestätige deine E-Mail-Adresse mit dem Code, den wir dir geschickt haben. Dann sieh dich um oder stell deine erste Anzeige ein.',
  },
  code: {
    subjects: {
      verify: 'Dein Bestätigungscode für Plaza',
      reset: 'Neues Passwort für Plaza',
      change_email: 'Bestätige deine neue E-Mail-Adresse',
    },
    text: (code, lifetime) =>
      `Dein Code ist ${code}. Er gilt ${lifetime}.\n\nWenn du ihn nicht angefordert hast, brauchst du nichts zu tun.\n`,
  },
  resetLink: {
    subject: 'Neues Passwort für Plaza setzen',
    text: (url, lifetime) =>
      `Öffne diesen Link, um ein neues Passwort zu setzen. Er gilt ${lifetime} lang und nur einmal.\n\n${url}\n\nWenn du ihn nicht angefordert hast, brauchst du nichts zu tun.\n`,
  },
  suspended: {
    subject: 'Dein Konto ist gesperrt',
    text: (reason, url) =>
      `Dein Konto ist gesperrt, und zwar aus diesem Grund:\n\n${reason}\n\nHier liest du die Entscheidung und kannst ihr einmal widersprechen:\n\n${url}\n`,
  },
  leaving: {
    begun: {
      subject: 'Dein Konto wird gelöscht',
      text: (date) =>
        `Du möchtest dein Konto löschen. Niemand sieht es mehr, und du bist überall abgemeldet.\n\nAm ${date} wird es endgültig gelöscht. Bis dahin ist es mit allem wieder da, sobald du dich anmeldest.\n\nWenn du das nicht warst, melde dich an und ändere dein Passwort.\n`,
    },
    receipt: {
      subject: 'Dein Konto ist gelöscht',
      text: (receipt, keyAddress) =>
        `Dein Konto und alles, was wir von dir hatten, ist gelöscht. Das ist die letzte Mail von uns, und wir behalten keine Kopie davon.\n\nDeine Quittung, von uns unterschrieben:\n\n${receipt}\n\nDer Schlüssel der Unterschrift: ${keyAddress}\n`,
    },
    back: {
      title: 'Willkommen zurück',
      message: 'Dein Konto wird nicht mehr gelöscht. Alles ist, wie es war.',
    },
    exported: {
      title: 'Deine Daten sind da',
      message: 'Du kannst sie sieben Tage lang herunterladen.',
    },
    exportFailed: {
      title: 'Deine Daten ließen sich nicht zusammenstellen',
      message: 'Bei uns ist etwas schiefgegangen. Fordere sie noch einmal an.',
    },
  },
  security: {
    newDevice: {
      title: (count) => (count === 1 ? 'Neue Anmeldung' : `${count} neue Anmeldungen`),
      message: (count) =>
        count === 1
          ? 'Dein Konto wurde auf einem neuen Gerät benutzt. Wenn du das nicht warst, ändere dein Passwort und beende diese Sitzung.'
          : `Dein Konto wurde auf ${count} neuen Geräten benutzt. Wenn eines davon nicht deins ist, ändere dein Passwort und beende dessen Sitzung.`,
    },
    emailChange: {
      title: 'Deine E-Mail-Adresse soll geändert werden',
      message: (email) =>
        `In deinem Konto wurde angefordert, die E-Mail-Adresse in ${email} zu ändern. Wenn du das nicht warst, ändere jetzt dein Passwort.`,
    },
    passwordReset: {
      message: (providers) =>
        `Dein Passwort wurde zurückgesetzt, und alle Geräte wurden abgemeldet.${
          providers &&
          ` Auch die Anmeldung mit ${providers} wurde entfernt; füge sie wieder hinzu, wenn sie deine ist.`
        } Wenn du das nicht warst, setze es jetzt noch einmal zurück und sichere dein Postfach.`,
    },
    passwordChanged: {
      title: 'Dein Passwort wurde geändert',
      message:
        'Dein Passwort wurde geändert, und alle anderen Geräte wurden abgemeldet. Wenn du das nicht warst, setze es jetzt zurück und sichere dein Postfach.',
    },
    linked: {
      title: (provider) => `Anmeldung mit ${provider} hinzugefügt`,
      message: (provider) =>
        `Dein Konto lässt sich ab jetzt auch mit ${provider} öffnen. Wenn du das nicht warst, setze dein Passwort per E-Mail zurück, das entfernt sie wieder, und sichere dein Postfach.`,
    },
    bankAccountAdded: {
      title: 'Ein Bankkonto wurde hinzugefügt',
      message: (bank, last4) =>
        `Ab jetzt kann an ${bank} mit den Endziffern ${last4} ausgezahlt werden. Wenn du das nicht warst, entferne es und ändere jetzt dein Passwort.`,
    },
    sessionEnded: {
      title: 'Eine Sitzung wurde zu deiner Sicherheit beendet',
      message:
        'Jemand hat einen alten Anmeldeschlüssel deines Kontos benutzt, deshalb wurde diese Sitzung beendet. Wenn du damit nicht gerechnet hast, ändere dein Passwort.',
    },
  },
  chat: {
    meetup: (place) => `Schlägt ein Treffen vor: ${place}`,
    picture: 'Hat dir ein Bild geschickt',
    offer: 'Hat einen Preis genannt',
    reply: 'Antworten',
    formerName: 'Gelöschtes Konto',
  },
  connections: {
    followed: 'Jemand folgt dir',
    followedByMany: '{n} Leute folgen dir',
    see: 'Sieh nach, wer wissen will, was du als Nächstes anbietest.',
    look: 'Ansehen',
  },
  links: {
    about: 'Was Nachbarn verkaufen, verschenken und suchen.',
    inCategory: (name) => `${name} von Nachbarn: was gerade angeboten wird.`,
    offers: (name) => `Was ${name} anbietet.`,
    nothing: 'Hier wird gerade nichts angeboten.',
    seller: 'Angeboten von',
    free: 'Zu verschenken',
    over: 'nicht mehr im Angebot',
    home: 'Zur Startseite',
    gone: {
      listing: 'Diese Anzeige ist nicht mehr da',
      person: 'Hier ist niemand',
      category: 'Diese Kategorie gibt es nicht',
    },
  },
  birthday: {
    title: 'Alles Gute zum Geburtstag!',
    message: 'Dein Hut liegt bereit. Setz ihn innerhalb von sieben Tagen auf.',
    claim: 'Aufsetzen',
    ofFriend: 'Ein Geburtstag zum Feiern',
    view: 'Ansehen',
  },
  invites: {
    joined: 'Jemand ist deiner Einladung gefolgt',
    joinedMessage: 'Die Person hat sich über deinen Link angemeldet und ihre Adresse bestätigt. Sag hallo.',
  },
  collections: {
    saved: 'Jemand hat sich deine Anzeige gemerkt',
    savedByMany: '{n} Leute haben sich deine Anzeige gemerkt',
    news: {
      price_drop: 'Der Preis ist gesunken',
      sale: 'Nicht mehr verfügbar',
      back_available: 'Wieder verfügbar',
    },
  },
  subscriptions: {
    trialBegan: {
      title: 'Deine Probezeit hat begonnen',
      message: (plan, date) => `Alles in ${plan} steht dir bis zum ${date} offen.`,
    },
    trialEnds: {
      title: 'Deine Probezeit endet bald',
      message: (plan, date) =>
        `Deine Probezeit von ${plan} endet am ${date}. Es wird nichts abgebucht; wähle den Tarif, wenn du ihn behalten möchtest.`,
    },
    trialConverts: {
      title: 'Deine Probezeit endet, dein Tarif beginnt',
      message: (plan, date, price) =>
        `Deine Probezeit von ${plan} endet am ${date}. Ab dann kostet der Tarif ${price}. Bis dahin kannst du kündigen, und es wird nichts abgebucht.`,
    },
    renews: {
      title: 'Dein Tarif verlängert sich',
      message: (plan, date, price) =>
        `${plan} verlängert sich am ${date} für ${price}. Wenn du das nicht möchtest, kündige vorher.`,
    },
    lastDay: {
      title: 'Deine Probezeit endet in weniger als einem Tag',
      message: (plan) => `Es ist die Probezeit von ${plan}.`,
    },
    trialOver: {
      title: 'Deine Probezeit ist vorbei',
      message: (plan) => `Es wurde nichts abgebucht. ${plan} kannst du jederzeit wählen.`,
    },
    unpaid: {
      title: 'Dein Tarif konnte nicht bezahlt werden',
      message: (plan, date) =>
        `Wir versuchen es noch einmal. ${plan} bleibt bis zum ${date} offen; sieh nach, ob deine Karte noch gilt.`,
    },
    over: { title: 'Dein Tarif ist beendet', message: (plan) => `${plan} steht dir nicht mehr offen.` },
    cancelled: {
      title: 'Du hast deinen Tarif gekündigt',
      message: (plan, date) =>
        `${plan} steht dir noch bis zum ${date} offen, und es wird nichts mehr abgebucht. Bis dahin kannst du die Kündigung zurücknehmen.`,
    },
    cancelledNow: {
      title: 'Du hast deinen Tarif gekündigt',
      message: (plan, date) =>
        `${plan} endete am ${date}. Es wird nichts mehr abgebucht, und was du bezahlt und nicht genutzt hast, wird erstattet.`,
    },
    resumed: {
      title: 'Dein Tarif läuft weiter',
      message: (plan, date) => `Die Pause ist vorbei. ${plan} ist bis zum ${date} bezahlt.`,
    },
    unreachable: {
      title: 'Dein Tarif verlängert sich nicht',
      message: (plan, date) =>
        `Eine Mail an dich kam nicht an, und abgebucht wird nur nach Ankündigung. ${plan} endet am ${date}; sieh nach, ob deine Adresse stimmt.`,
    },
    boughtElsewhere: {
      title: 'Du hast deinen Tarif doppelt',
      message: (plan, date) =>
        `Du hast ${plan} im Laden deines Telefons gekauft. Hier verlängert er sich nach dem ${date} nicht mehr.`,
    },
    look: 'Dein Tarif',
  },
  boosts: {
    started: 'Deine Hervorhebung läuft',
    over: 'Deine Hervorhebung ist zu Ende',
    result: (title, shown, views) => `${title}: in der Zeit ${shown}-mal gezeigt, ${views}-mal angesehen`,
  },
  savedSearches: {
    found: (name) => `Neu für „${name}“`,
    foundMany: (count, name) =>
      count === 1 ? `Eine neue Anzeige für „${name}“` : `${count} neue Anzeigen für „${name}“`,
    foundByMany: (count) => `${count} neue Anzeigen für deine gespeicherten Suchen`,
    seeWhat: 'Sieh nach, was seit dem letzten Mal gefunden wurde.',
    look: 'Ansehen',
  },
  posts: {
    view: 'Ansehen',
    ending: {
      5: 'Deine Anzeige endet in weniger als fünf Tagen',
      1: 'Deine Anzeige endet in weniger als einem Tag',
    },
    renewed: 'Deine Anzeige wurde verlängert',
    byStaff: {
      closed: 'Die Moderation hat deine Anzeige beendet',
      deleted: 'Die Moderation hat deine Anzeige gelöscht',
      restored: 'Die Moderation hat deine Anzeige zurückgeholt',
    },
  },
  offers: {
    view: 'Ansehen',
    told: {
      made: 'Du hast ein Angebot bekommen',
      countered: 'Auf dein Angebot kam ein anderer Preis',
      accepted: 'Dein Angebot wurde angenommen: 24 Stunden lang ist es für dich reserviert',
      acceptedByBuyer: 'Dein Preis wurde angenommen: 24 Stunden lang ist es für den Käufer reserviert',
      declined: 'Dein Angebot wurde abgelehnt',
      declinedAtOnce: 'Danke, aber dein Angebot liegt unter dem, was für den Verkäufer infrage kommt',
      givenToAnother: 'Jemand war schneller: Dein Angebot wurde abgelehnt',
      expiring: 'Ein Angebot wartet auf deine Antwort und endet bald',
      expired: 'Dein Angebot wurde nicht rechtzeitig beantwortet',
      lapsing: 'Kauf es jetzt, sonst ist es nicht mehr für dich reserviert',
      lapsed: 'Es ist nicht mehr für dich reserviert',
      notBought: 'Der Käufer hat nicht rechtzeitig gekauft: Es ist wieder zu haben',
      letGo: 'Der Käufer hat es sich anders überlegt: Es ist wieder zu haben',
      ended: 'Worum es in einem Angebot ging, ist nicht mehr zu haben',
    },
  },
  orders: {
    view: 'Ansehen',
    told: {
      sold: 'Verkauft: Verschick es binnen sieben Tagen',
      soldForPickup: 'Verkauft: Übergib es binnen sieben Tagen',
      bought: 'Deine Zahlung ist angekommen',
      expired: 'Deine Bestellung wurde nicht bezahlt',
      canceled: 'Eine Bestellung wurde storniert und das Geld zurückgegeben',
      notShipped: 'Sieben Tage lang ist nichts geschehen: Das Geld wurde zurückgegeben',
      shipReminder: 'Verschick, was du verkauft hast, sonst geht das Geld zurück',
      pickupReminder: 'Trefft euch zur Übergabe, sonst geht das Geld zurück',
      shipped: 'Was du gekauft hast, ist unterwegs',
      confirmReminder: 'Ist es angekommen? Bestätige es, oder sag uns, was nicht stimmt',
      received: 'Es ist angekommen. In drei Tagen gehört das Geld dem Verkäufer',
      completed: 'Das Geld aus deinem Verkauf gehört dir',
      disputed: 'Ein Käufer sagt, dass etwas nicht stimmt. Erzähl deine Seite',
      stated: 'In einem Streitfall wurde etwas Neues gesagt',
      decidedForBuyer: 'Der Streitfall ist entschieden: Der Käufer bekommt das Geld zurück',
      decidedForBoth: 'Der Streitfall ist entschieden: Der Käufer bekommt einen Teil des Geldes zurück',
      decidedForSeller: 'Der Streitfall ist entschieden: Der Verkäufer bekommt das Geld',
      refunded: 'Das Geld einer Bestellung wurde zurückgegeben',
      partlyRefunded: 'Ein Teil des Geldes einer Bestellung wurde zurückgegeben',
    },
  },
  reviews: {
    view: 'Ansehen',
    told: {
      prompt: 'Wie war es? Schreib binnen vierzehn Tagen eine Bewertung',
      reminder: 'Noch drei Tage, um deine Bewertung zu schreiben',
      sealed:
        'Du wurdest bewertet. Du liest es, sobald du selbst bewertet hast oder die vierzehn Tage vorbei sind',
      both: 'Ihr habt einander bewertet: Beide Bewertungen sind jetzt zu lesen',
      opened: 'Eine Bewertung über dich ist jetzt zu lesen',
      ownOpened: 'Alle können deine Bewertung jetzt lesen',
      replied: 'Du hast eine Antwort auf deine Bewertung bekommen',
    },
  },
  comments: {
    asked: 'Neuer Kommentar zu deiner Anzeige',
    askedByMany: '{n} Leute haben deine Anzeige kommentiert',
    replied: 'Neue Antwort auf deinen Kommentar',
    answeredBySeller: 'Deine Frage wurde beantwortet',
  },
  reports: {
    urgent: 'Etwas Dringendes wurde gemeldet',
    waiting: 'Etwas wurde gemeldet',
    look: 'Es wartet in der Warteschlange.',
    hidden: {
      title: 'Deine Anzeige ist vorerst ausgeblendet',
      message: (title) =>
        `${title}: Uns wurde gesagt, dass damit etwas nicht stimmt. Niemand sieht sie, bis wir nachgesehen haben, und dann hörst du von uns.`,
    },
  },
  moderation: {
    read: 'Lesen',
    decided: {
      none: 'Ein Hinweis zu etwas von dir',
      warn: 'Eine Verwarnung',
      hide: 'Deine Anzeige ist ausgeblendet',
      limit: 'Niemand sonst sieht eine Zeit lang deine Anzeigen und Kommentare',
      remove: 'Etwas von dir wurde entfernt',
      suspend: 'Dein Konto ist gesperrt',
      ban: 'Dein Konto ist geschlossen',
    },
    statement: (about, statement) => (about === '' ? statement : `Zu „${about}“: ${statement}`),
    shownAgain: 'Deine Anzeige ist wieder zu sehen',
    lookedAtAgain: {
      title: 'Deine Anzeige ist nicht mehr ausgeblendet und wird noch angesehen',
      message: (title) =>
        `${title}: Während sie ausgeblendet war, hast du etwas anderes daraus gemacht. Sie erscheint, sobald die Moderation sie angesehen hat.`,
    },
    undone: {
      title: 'Eine Entscheidung wurde zurückgenommen',
      message: (about) => `${lead(about)}Was wir entschieden haben, gilt nicht mehr.`,
    },
    appeal: {
      upheld: 'Dein Widerspruch wurde geprüft: Die Entscheidung bleibt',
      overturned: 'Dein Widerspruch war richtig: Die Entscheidung ist zurückgenommen',
    },
    resubmission: {
      accepted: 'Deine Anzeige ist in Ordnung und wieder zu sehen',
      declined: 'Deine Anzeige bleibt vorerst ausgeblendet',
    },
    reportDecided: {
      title: 'Wir haben angesehen, was du gemeldet hast',
      upheld: (about) =>
        `${lead(about)}Das verstößt gegen unsere Regeln, und wir haben etwas unternommen. Danke.`,
      dismissed: (about) =>
        `${lead(about)}Wir haben nichts gefunden, das gegen unsere Regeln verstößt. Danke trotzdem.`,
    },
    calls: {
      appeal: 'Jemand widerspricht einer Entscheidung',
      resubmission: 'Jemand hat eine ausgeblendete Anzeige in Ordnung gebracht',
      ban: 'Eine Sperre auf Dauer braucht eine zweite Person',
    },
    accepted: { listing: 'Deine Anzeige ist online', change: 'Deine Änderung ist online' },
    declined: {
      listing: 'Deine Anzeige wurde nicht angenommen',
      change: 'Deine Änderung wurde nicht angenommen',
    },
    ruleBroken: 'Eine unserer Regeln wurde verletzt',
    look: 'Ansehen',
    waiting: {
      title: 'Hier wartet etwas auf dich',
      message: 'Anzeigen und Änderungen erscheinen erst, wenn die Moderation sie angesehen hat.',
    },
    noEffect: {
      title: 'Deine Entscheidung ist nicht wirksam geworden',
      message: (title) =>
        `${title}: Die Anzeige wurde inzwischen geändert und muss noch einmal angesehen werden.`,
    },
  },
  payments: {
    view: 'Ansehen',
    told: {
      fundsArrived: {
        title: (amount) => `${amount} sind in deiner Geldbörse angekommen`,
        message: 'Deine Zahlung hat etwas gedauert. Jetzt ist das Geld da.',
      },
      fundsFailed: {
        title: (amount) => `${amount} konnten nicht eingezahlt werden`,
        message: 'Deine Zahlung hat nicht geklappt. Dir wurde nichts abgebucht.',
      },
      cardFailed: {
        title: (amount) => `${amount} konnten nicht von deiner Karte abgebucht werden`,
        message:
          'Deine Zahlung hat nicht geklappt, also wurde nichts gekauft. Versuche es noch einmal oder mit einer anderen Karte.',
      },
      refundArrived: {
        title: (amount) => `${amount} sind auf dem Weg zurück zu dir`,
        message:
          'Das Geld geht dorthin zurück, von wo du bezahlt hattest. Deine Bank zeigt es in ein paar Tagen.',
      },
      refundInWallet: {
        title: (amount) => `${amount} sind zurück in deiner Geldbörse`,
        message:
          'Das Geld konnte nicht dorthin zurück, von wo du bezahlt hattest. Darum ist es in deiner Geldbörse.',
      },
      disputed: {
        title: (amount) => `Deine Bank holt ${amount} zurück, die du bezahlt hast`,
        message:
          'Bis sie entschieden hat, steht still, was du damit bezahlt hast. Wenn du das nicht wolltest, sag es deiner Bank.',
      },
      disputeWon: {
        title: (amount) => `Deine Bank lässt ${amount} stehen`,
        message: 'Deine Zahlung gilt, und was du damit bezahlt hast, geht dort weiter, wo es war.',
      },
      disputeLost: {
        title: (amount) => `Deine Bank hat dir ${amount} zurückgegeben`,
        message: 'Was du damit bezahlt hattest, ist vorbei. Eine weitere Erstattung gibt es nicht.',
      },
      saleDisputed: {
        title: (amount) => `Die Bank eines Käufers holt ${amount} zurück`,
        message:
          'Dein Verkauf steht still, bis die Bank entschieden hat. Verschicke jetzt nichts; wir antworten der Bank.',
      },
      saleDisputeWon: {
        title: (amount) => `Die Bank eines Käufers lässt ${amount} stehen`,
        message: 'Dein Verkauf geht dort weiter, wo er war.',
      },
      saleDisputeLost: {
        title: (amount) => `Die Bank eines Käufers hat ${amount} zurückgeholt`,
        message:
          'Dein Verkauf ist vorbei. Was du davon schon bekommen hast, wird deiner Geldbörse entnommen, jetzt oder später.',
      },
    },
  },
  payouts: {
    sent: {
      title: (amount) => `${amount} sind unterwegs`,
      message: 'Deine Auszahlung wurde an deine Bank geschickt.',
    },
    paid: {
      title: (amount) => `${amount} wurden ausgezahlt`,
      message: 'Deine Auszahlung ist bei deiner Bank angekommen.',
    },
    returned: {
      title: (amount) => `${amount} sind zurück in deinem Guthaben`,
      message:
        'Deine Bank hat die Auszahlung nicht angenommen. Prüfe, ob das Konto noch stimmt, und versuche es noch einmal.',
    },
  },
  followers: {
    newListing: (category) => `Neues Angebot in ${category}`,
  },
  digest: {
    subject: (count) =>
      count === 1 ? 'Auf Plaza wartet etwas auf dich' : `Auf Plaza warten ${count} Dinge auf dich`,
    more: (count) => `und ${count} weitere`,
    text: (lines, inbox, settings) =>
      `Das hast du noch nicht angesehen:\n\n${lines}\n\nHier siehst du es an:\n${inbox}\n\nDu hast dir diese Mail gewünscht. Hier sagst du, wie oft sie kommen soll:\n${settings}\n`,
  },
  support: {
    toSupport: {
      subject: (subject) => `[Kontakt] ${subject}`,
      text: ({ id, name, email, message }) =>
        `${name} <${email}> hat dem Support geschrieben (Nachricht ${id}). Antworte an diese Adresse; ob sie dieser Person gehört, ist nicht geprüft.\n\n${message}\n`,
    },
    thanks: {
      subject: 'Deine Nachricht an Plaza ist angekommen',
      text: (id) =>
        `Danke für deine Nachricht. Wir lesen sie und antworten an diese Adresse.\n\nIhre Nummer ist ${id}.\n\nFalls du uns nicht geschrieben hast, hat jemand anderes deine Adresse angegeben, und du brauchst nichts zu tun.\n`,
    },
  },
  mailingList: {
    question: {
      subject: 'Möchtest du Mails von Plaza?',
      text: (url) =>
        `Jemand möchte Neuigkeiten von Plaza an diese Adresse bekommen. Wenn du das warst, sag innerhalb von zwei Tagen ja:\n\n${url}\n\nWenn nicht, brauchst du nichts zu tun, und es kommen keine Neuigkeiten.\n`,
    },
    welcome: {
      subject: 'Du bekommst jetzt Mails von Plaza',
      text: (url) =>
        `Ab jetzt bekommst du Neuigkeiten von Plaza per Mail. So bekommst du sie nicht mehr:\n\n${url}\n`,
    },
    confirm: {
      title: 'Mails von Plaza?',
      text: 'Du bekommst dann Neuigkeiten von Plaza per Mail. In jeder Mail steht ein Link zum Abbestellen.',
      button: 'Ja, gern',
    },
    confirmed: {
      title: 'Du stehst auf der Liste',
      text: 'Ab jetzt bekommst du Neuigkeiten von Plaza per Mail.',
    },
    unsubscribe: {
      title: 'Keine Mails mehr?',
      text: 'Du bekommst dann keine Neuigkeiten von Plaza mehr per Mail. Codes und Warnungen zu deinem Konto kommen weiterhin.',
      button: 'Abbestellen',
    },
    unsubscribed: {
      title: 'Abbestellt',
      text: 'Du bekommst keine Neuigkeiten von Plaza mehr per Mail.',
    },
  },
  booksDiffer: {
    subject: 'Die Bücher stimmen nicht: es bewegt sich kein Geld',
    text: (count, url) =>
      `Eine Prüfung der Bücher hat ${count} ${count === 1 ? 'Abweichung' : 'Abweichungen'} gefunden. Bis die Verwaltung das Geld wieder freigibt oder eine spätere Prüfung aufgeht, kann niemand zahlen oder bezahlt werden.\n\nWas gefunden wurde: ${url}\n`,
  },
  reportDiffers: {
    subject: 'Der Zahlungsanbieter meldet anderes als unsere Bücher: kein Geld bewegt sich',
    text: (count, provider, url) =>
      `${count} ${count === 1 ? 'Bewegung ist' : 'Bewegungen sind'} im Bericht von ${provider} anders als im Hauptbuch. Bis ein Administrator Geld wieder fließen lässt oder beide dasselbe sagen, kann niemand bezahlen oder bezahlt werden.\n\nWas gefunden wurde: ${url}\n`,
  },
  strayPayment: {
    subject: 'Eine Zahlung passt zu nichts, worum gebeten wurde',
    text: (id, url) =>
      `PayPal sagt, dass ${id} bezahlt wurde, und das ist nicht, worum gebeten wurde: ein anderer Betrag, eine andere Währung oder schon bezahlt. Das Geld liegt auf deinem Konto und in keiner Geldbörse. Sieh dort nach, und gib es zurück oder lass die Meldung noch einmal anwenden.\n\nDie Meldung: ${url}\n`,
  },
  bankDispute: {
    subject: 'Eine Bank bestreitet eine Zahlung',
    text: ({ amount, reason, due, url }) =>
      `Eine Bank holt ${amount} zurück, die hier bezahlt wurden, aus diesem Grund: ${reason}. Was damit bezahlt wurde, steht still, bis die Bank entschieden hat.\n\n${due === null ? 'Sag beim Zahlungsanbieter, was dagegen spricht.' : `Sag bis ${due} beim Zahlungsanbieter, was dagegen spricht.`}\n\nWorum es geht: ${url}\n`,
  },
  receipt: {
    title: (number) => (number === null ? 'Beleg' : `Beleg ${number}`),
    types: {
      add_funds: 'Einzahlung in die Geldbörse',
      purchase: 'Kauf',
      sale: 'Verkauf',
      refund: 'Erstattung',
      payout: 'Auszahlung',
      boost: 'Hervorhebung',
      subscription: 'Abo',
      fee: 'Gebühr',
      chargeback: 'Von einer Bank zurückgeholt',
    },
    sides: { seller: 'Vom Verkäufer', platform: 'Vom Marktplatz' },
    labels: {
      item: 'Artikel',
      shipping: 'Versand',
      fee: 'Gebühr',
      boost: 'Hervorhebung',
      subscription: 'Abo',
      funds: 'Einzahlung',
      refund: 'Erstattung',
      payout: 'Auszahlung',
      returned: 'Zurück in die Geldbörse',
      chargeback: 'Von einer Bank zurückgeholt',
    },
    of: 'Für',
    counterpart: 'Mit',
    marketplace: 'Der Marktplatz Plaza',
    left: 'Jemand, der gegangen ist',
    subject: 'Worüber',
    date: 'Datum',
    transaction: 'Vorgang',
    total: 'Summe',
    unnumbered: 'Dieser Beleg bekommt binnen einer Minute seine Nummer.',
    test: 'Test: es hat sich kein Geld bewegt.',
  },
}

/** Wovon ein Satz handelt, wo es gesagt werden kann. */
const lead = (about: string) => (about === '' ? '' : `${about}: `)
