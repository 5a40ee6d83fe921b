export function nodeOptionsOf(script: string | undefined, chosen?: string): string[]
