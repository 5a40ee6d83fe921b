/** Tags as they are stored, from a list with commas; each once. */
export const tagsIn = (text: string | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .toLowerCase()
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]
