const mostFields = 500

/**
 * The fields of a form, in the character set that it names itself. Undefined of what is no form, or says one thing
 * twice: two readers could understand it differently.
 */
export function fieldsOf(bytes: Buffer): Map<string, string> | undefined {
  const pairs = bytes.toString('latin1').split('&')
  if (pairs.length > mostFields || !pairs.every((pair) => pair.includes('='))) return undefined
  const raw = new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [unescaped(pair.slice(0, at)).toString('latin1'), unescaped(pair.slice(at + 1))] as const
    }),
  )
  if (raw.size < pairs.length) return undefined
  const decoder = decoderOf(raw.get('charset')?.toString('latin1') ?? 'utf-8')
  return decoder && new Map([...raw].map(([name, value]) => [name, decoder.decode(value)]))
}

function unescaped(text: string): Buffer {
  const plain = text.replaceAll('+', ' ')
  return Buffer.from(
    plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
