/** Sentences for what the server refuses, by the problem's code. It says them in English itself. */
export const problems: Readonly<Record<string, string>> = {}

/**
 * What is wrong with a field, by the rule that it broke, as the end of a sentence that begins with the
 * field. The server says it in English itself. @param limit the number that the server named, if any.
 */
export const rules: Readonly<Record<string, (limit: string) => string>> = {}
