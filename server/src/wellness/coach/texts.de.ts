import type { CoachTexts } from './texts.en.ts'

/** Was der Coach sagt. Wo es mehrere Antworten gibt, wechseln sie sich ab. */
export const de: CoachTexts = {
  disclosure:
    'Diese Antworten sind automatisch: Sie schreibt ein Programm, kein Mensch, und sie sind kein medizinischer Rat.',
  safety:
    'Danke, dass du das sagst. Das klingt sehr schwer, und ich bin ein Programm: Die Hilfe, die du jetzt verdienst, kann ich dir nicht geben. Bitte sprich mit einem Menschen, wenn du kannst sofort. Die Stellen hier unten sind genau dafür da. Wenn du jetzt in Gefahr bist, rufe den Notruf an, oder geh zu jemandem, dem du vertraust, und bleib dort.',
  replies: {
    GREETING: [
      'Hallo! Ich bin der automatische Coach dieser App. Wie geht es dir heute?',
      'Schön, dass du da bist. Sag mir kurz, wie es läuft oder wie viele Minuten du hast.',
    ],
    IDENTITY: [
      'Ich bin ein Programm, kein Mensch. Ich antworte nach einfachen Regeln aus dem, was du schreibst, was du hier geübt hast und welche Übungen es gibt. Für alles Ernste ist ein Mensch die bessere Adresse.',
    ],
    CAPABILITIES: [
      'Du kannst mir sagen, wie es dir geht oder wie viele Minuten du hast, oder fragen, wie es mit deinem Üben steht. Dann schlage ich eine Übung vor und sage, warum. Ich bin automatisch und gebe keinen medizinischen Rat.',
    ],
    THANKS: ['Gern geschehen. Sei heute freundlich zu dir.', 'Gern. Komm wieder, wann immer du magst.'],
    BYE: [
      'Pass auf dich auf. Auch kleine Schritte zählen.',
      'Bis bald. Ein paar ruhige Atemzüge gehen immer.',
    ],
    MEDICAL: [
      'Ich bin ein automatischer Coach und kann Beschwerden, Medikamente und Krankheiten nicht beurteilen. Bitte frag dazu in einer Arztpraxis oder Apotheke. Wenn es dringend ist, ruf den Notruf an.',
    ],
    STRESSED: [
      'Das klingt nach viel auf einmal. Länger aus- als einzuatmen sagt dem Körper, dass er langsamer werden darf.',
      'Solcher Druck macht müde. Vielleicht kommt erst eine kurze Pause und dann der Rest.',
    ],
    ANXIOUS: [
      'Angst ist unangenehm, und sie geht vorbei. Spüre beide Füße am Boden und nenne fünf Dinge, die du siehst.',
      'Wenn die Gedanken rasen, kann der Körper vorangehen: langsam atmen, Schultern sinken lassen.',
    ],
    SAD: [
      'Es tut mir leid, dass heute ein schwerer Tag ist. Du musst nicht gleich fröhlich werden. Etwas Kleines, das dir guttut, reicht.',
      'Das klingt traurig. Wenn es zwei Wochen oder länger so bleibt, sprich bitte mit jemandem darüber.',
    ],
    ANGRY: [
      'In Wut steckt Kraft. Lass sie sich einen Moment bewegen, bevor du jemandem antwortest.',
      'Das würde viele ärgern. Eine Minute Abstand ändert oft, was man sagen will.',
    ],
    TIRED: [
      'Ausruhen ist keine Faulheit. Etwas Ruhiges tut dir jetzt vielleicht besser als etwas Anstrengendes.',
      'Für eine bessere Nacht: Licht und Bildschirme aus, und der Atem langsam.',
    ],
    LONELY: [
      'Sich allein zu fühlen tut weh. Gibt es jemanden, dem du heute eine Zeile schreiben könntest?',
      'Ich bin nur ein Programm und keine Gesellschaft. Aber ich kann etwas vorschlagen, das dir guttut, und danach rufst du vielleicht jemanden an.',
    ],
    OVERWHELMED: [
      'Eins nach dem anderen. Schreib auf, was dir im Kopf herumgeht, und wähle nur den nächsten Schritt.',
      'Zu viel auf einmal lässt alles gleich dringend aussehen. Eine Pause sortiert es.',
    ],
    HAPPY: [
      'Wie schön, das zu lesen! Merk dir, was es war, damit du es wiederfindest.',
      'Das freut mich für dich. Ein guter Tag ist auch zum Üben ein guter.',
    ],
    MOTIVATION: [
      'Du musst keine Lust haben, es muss nur klein sein. Zwei Minuten zählen.',
      'Mach es so leicht, dass du nicht Nein sagen kannst: eine Übung, jetzt, die kürzeste.',
    ],
    SUGGEST: ['Gern.', 'Hier ist etwas für dich.'],
    PROGRESS: ['So läuft es gerade.'],
    UNKNOWN: [
      'Ich bin nicht sicher, ob ich das verstanden habe: Ich bin automatisch und kenne nur manche Themen. Du kannst mir sagen, wie es dir geht oder wie viele Minuten du hast.',
      'Das habe ich nicht verstanden. Ich bin ein Programm. Versuch „Ich bin gestresst“, „Ich kann nicht schlafen“ oder „etwas für fünf Minuten“.',
    ],
  },
  suggestion: (title, minutes) =>
    minutes === null ? `Mein Vorschlag: „${title}“.` : `Mein Vorschlag: „${title}“, ${minutes}.`,
  nothingFits: 'Ich finde hier keine passende Übung. Drei langsame Atemzüge passen immer.',
  reasons: {
    GOOD_FOR: 'Sie ist für solche Momente gemacht.',
    HELPED: (times) =>
      times === 1
        ? 'Nach ihr ging es dir besser als vorher.'
        : `Nach ihr ging es dir ${times}-mal besser als vorher.`,
    DAY_PART: 'Sie passt zu dieser Tageszeit.',
  },
  lately: (sessions, minutes) =>
    sessions === 0
      ? 'In den letzten sieben Tagen hast du nichts aufgezeichnet. Jeder Tag ist gut für einen Anfang.'
      : `In den letzten sieben Tagen hast du ${sessions === 1 ? 'einmal' : `${sessions}-mal`} geübt, zusammen ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}.`,
  streak: (current, best) =>
    current === 0
      ? best === 0
        ? ''
        : `Deine längste Serie bisher waren ${best} ${best === 1 ? 'Tag' : 'Tage'}.`
      : `Deine Serie steht bei ${current} ${current === 1 ? 'Tag' : 'Tagen'}, die längste waren ${best}.`,
  goals: ({ due, done, open }) => {
    if (due === 0) return ''
    const stand = `Von ${due === 1 ? 'deinem einen Ziel' : `deinen ${due} Zielen`} heute ${done === 1 ? 'ist 1' : `sind ${done}`} geschafft`
    return open === undefined ? `${stand}.` : `${stand}; „${open}“ ist noch offen.`
  },
}
