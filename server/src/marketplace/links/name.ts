/** What a category is called in a language that it has a name in, else as it is called by itself. */
export const nameIn = (
  { name, names }: { name: string; names: Record<string, string> },
  language: string,
): string => names[language] ?? name
