/** What an administrator wrote, with the reader's name where it is asked for. */
export const addressed = (text: string, name: string | null): string =>
  text.replaceAll('{{name}}', () => name ?? '')
