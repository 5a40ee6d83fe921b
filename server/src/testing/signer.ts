import { createHmac } from 'node:crypto'

/** A call with its proof of who sent it. */
export interface Signed {
  payload: Buffer
  headers: Record<string, string>
}

/** What those who send calls to a door can do, and what others try: the standard tests of doors use both. */
export interface Signer {
  /** For how long a signature is good. */
  holdsMs: number
  /** How far the sender's clock may be ahead. */
  aheadMs: number
  sign(payload: Buffer, at: Date): Promise<Signed>
  /** Calls that look like the sender's and are not, by what is wrong with them. */
  forgeries: Record<
    'signed with another key' | 'altered' | 'unsigned' | (string & {}),
    (payload: Buffer, at: Date) => Promise<Signed>
  >
}

const json = { 'content-type': 'application/json' }

/** Of those who sign the time and the bytes with a secret that both sides know. */
export function hmacSigner(secret: string, { header, holdsMs }: { header: string; holdsMs: number }): Signer {
  const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)
  const written = (payload: Buffer, at: Date, digest: string): Signed => ({
    payload,
    headers: { ...json, [header]: `t=${secondsOf(at)},v1=${digest}` },
  })
  const digestOf = (algorithm: string, at: Date, payload: Buffer, key = secret) =>
    createHmac(algorithm, key)
      .update(`${secondsOf(at)}.`)
      .update(payload)
      .digest('hex')
  const signWith = async (key: string, payload: Buffer, at: Date) =>
    written(payload, at, digestOf('sha256', at, payload, key))
  const sign: Signer['sign'] = (payload, at) => signWith(secret, payload, at)
  return {
    holdsMs,
    aheadMs: holdsMs,
    sign,
    forgeries: {
      'signed with another key': (payload, at) => signWith(`not ${secret}`, payload, at),
      altered: async (payload, at) => ({
        ...(await sign(payload, at)),
        payload: Buffer.concat([payload, Buffer.from(' ')]),
      }),
      unsigned: async (payload) => ({ payload, headers: json }),
      'signed for another time': async (payload, at) => {
        const { headers } = await sign(payload, new Date(at.getTime() - 2000))
        const [, digest] = String(headers[header]).split(',')
        return { payload, headers: { ...json, [header]: `t=${secondsOf(at)},${digest}` } }
      },
      'with an empty signature': async (payload) => ({ payload, headers: { ...json, [header]: '' } }),
      'with no digest': async (payload, at) => written(payload, at, ''),
      'with a word for a digest': async (payload, at) => written(payload, at, 'none'),
      'with half of its digest': async (payload, at) =>
        written(payload, at, digestOf('sha256', at, payload).slice(0, 32)),
      'by another digest': async (payload, at) => written(payload, at, digestOf('sha512', at, payload)),
      'signed without the time': async (payload, at) =>
        written(payload, at, createHmac('sha256', secret).update(payload).digest('hex')),
      'written anew': async (payload, at) => ({
        ...(await sign(payload, at)),
        payload: Buffer.from(JSON.stringify(JSON.parse(payload.toString()), null, 1)),
      }),
      'cut short': async (payload, at) => ({
        ...(await sign(payload, at)),
        payload: payload.subarray(0, -1),
      }),
      'signed for other bytes': async (payload, at) => ({
        ...(await sign(Buffer.from('{}'), at)),
        payload,
      }),
    },
  }
}
