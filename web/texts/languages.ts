/** The languages that the pages are built in, as those who speak them call them; each is a folder beside this file. */
export const languageNames = { en: 'English', de: 'Deutsch' }
