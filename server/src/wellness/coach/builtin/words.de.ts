import type { IntentWords } from './intent.ts'

export const german: IntentWords = {
  IDENTITY: [
    'bist du ein|eine|echt|wirklich mensch|bot|roboter|programm|maschine|ki|computer|person|echt',
    'bist du echt|ki',
    'wer|was bist du',
    'rede|spreche|schreibe ich mit|hier',
    'ist das|hier ein|eine bot|mensch|ki|programm|person',
  ],
  MEDICAL: [
    'medikament|medikamente|tablette|tabletten|dosis|dosierung|rezept|antidepressiva|antidepressivum|diagnose|symptom|symptome|brustschmerzen|blutdruck|schwanger|fieber|entzündung|ibuprofen|paracetamol|nebenwirkung|nebenwirkungen',
  ],
  CAPABILITIES: ['was kannst du', 'wie funktioniert das|du', 'was kann ich * fragen', 'hilfe .'],
  PROGRESS: [
    'meine|mein|meinen serie|fortschritt|statistik|fortschritte|woche|übungen|ziel|ziele|zielen',
    'wie läuft|steht * mir|meine|mein|es',
    'was|wie * ich * geübt|gemacht|geschafft',
  ],
  ANXIOUS: [
    'angst|ängste|ängstlich|panik|panikattacke|nervös|sorge|sorgen|besorgt|unruhig|fürchte|grübeln|grübele|grüble',
  ],
  OVERWHELMED: ['überfordert|überforderung|überrollt|ausgebrannt|burnout', 'zu viel', 'alles auf einmal'],
  STRESSED: ['gestresst|stress|stressig|angespannt|anspannung|druck|hektik|hektisch|verspannt|termindruck'],
  ANGRY: ['wütend|wut|sauer|zornig|zorn|genervt|gereizt|frustriert|verärgert|ärger|ärgere'],
  LONELY: ['einsam|einsamkeit|allein|alleine|isoliert', 'vermisse ihn|sie|meine|meinen'],
  SAD: [
    'traurig|unglücklich|niedergeschlagen|deprimiert|weine|weinen|geweint|trauer|trauere|mies|hoffnungslos|bedrückt|schlecht',
    'nicht gut|so_gut',
  ],
  TIRED: [
    'müde|erschöpft|schläfrig|schlaflos|wach|kaputt|ausgelaugt|schlafen|schlaf|schlafe|einschlafen|durchschlafen|geschlafen',
  ],
  MOTIVATION: [
    'motivation|motivieren|motiviert|faul|unmotiviert|aufraffen|antrieb|antriebslos',
    'keine lust|energie',
  ],
  SUGGEST: [
    'schlag|vorschlag|vorschlagen|empfehlung|empfiehl|empfehlen|übung|übungen|meditation|meditieren|atmen|atemübung|yoga|dehnen|entspannen|entspannung|ruhe|minuten|minute',
    'was soll|kann ich * tun|machen',
    'etwas|was für|gegen|zum',
  ],
  HAPPY: [
    'glücklich|super|toll|gut|besser|wunderbar|fantastisch|dankbar|stolz|erleichtert|froh|fröhlich|zufrieden',
  ],
  THANKS: ['danke|dank|merci'],
  BYE: ['tschüss|ciao|servus', 'auf wiedersehen', 'gute nacht', 'bis bald|dann|später|morgen'],
  GREETING: ['hallo|hi|hey|moin|grüezi', 'guten morgen|tag|abend', 'grüß gott|dich'],
}
