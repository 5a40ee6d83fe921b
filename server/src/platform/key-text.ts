import { readFileSync } from 'node:fs'

/**
 * A key that stands in a setting itself, as PEM or JSON, or in the file that the setting names.
 * @throws Error that does not repeat what may be a key.
 */
export function keyText(setting: string): string {
  const text = setting.trim()
  if (text.startsWith('{')) return text
  // A setting has one line; its author writes the others so.
  if (text.startsWith('-----BEGIN')) return text.replaceAll('\\n', '\n')
  try {
    return readFileSync(text, 'utf8')
  } catch {
    throw new Error('this is neither a key nor a file that can be read')
  }
}
