/** Die Sprache dieser Texte. */
export const language = 'de'
