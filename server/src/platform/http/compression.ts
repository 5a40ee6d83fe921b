import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Shorter ones fit into the packets that the headers need. */
const leastLength = 1400
/** So many are kept, those asked for last. */
const mostKept = 64

const encodings = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 9 }),
}
type Encoding = keyof typeof encodings

/** The best encoding that an `Accept-Encoding` header lets us use; undefined when it names none. */
export function encodingFor(accepted: string): Encoding | undefined {
  const refused = /^q=0(\.0*)?$/
  const named = accepted
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
    .filter(([, weight = '']) => !refused.test(weight))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding))
}

/** Compresses replies once for each version of them, for whoever asks afterwards. */
export class Compressor {
  readonly #kept = new Map<string, Promise<Buffer>>()

  /**
   * @param version names the text: whoever says the same version means the same text.
   * @returns undefined for what is not worth it.
   */
  compressed(text: string, version: string, encoding: Encoding): Promise<Buffer> | undefined {
    if (text.length < leastLength) return undefined
    const key = `${encoding} ${version}`
    const bytes = this.#kept.get(key) ?? encodings[encoding](text)
    this.#kept.delete(key)
    this.#kept.set(key, bytes)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break
      this.#kept.delete(oldest)
    }
    bytes.catch(() => this.#kept.delete(key))
    return bytes
  }
}
