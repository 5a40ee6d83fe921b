/** What an administrator wrote, with the reader's name where it is asked for. */
export const addressed = (text: string, name: string | null): string =>
  text.replaceAll('{{name}}', () => name ?? '')

/** At most so many characters, with a mark where there were more. */
export function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
