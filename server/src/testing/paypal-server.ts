import { randomBytes } from 'node:crypto'
import { type Given, type OutsideServer, type Received, startOutsideServer } from './outside-server.ts'

/**
 * PayPal as far as its hosted page and its Instant Payment Notification go. It remembers the very bytes of what it
 * has sent, and says VERIFIED of those alone.
 */
export interface PayPalServer extends OutsideServer {
  /** What an operator would set. */
  settings: Record<string, string> & { PAYPAL_RECEIVER: string }
  /** A notice that it sends, in the character set that it names. */
  send(fields: Record<string, string>): Buffer
  /** What it tells of a payment that somebody made at the address of its page, with what is different this time. */
  tell(page: string, fields?: Record<string, string>): Buffer
  /** Keeps questions about notices waiting until the returned function is called. */
  hold(): () => void
}

const receiver = 'shop@plaza.example.org'
const path = '/cgi-bin/webscr'
const formType = 'application/x-www-form-urlencoded'

export const newTransactionId = () => randomBytes(9).toString('hex').slice(0, 17).toUpperCase()

/** As a form, percent-encoded from the bytes of windows-1252, which PayPal uses unless its account says otherwise. */
function encoded(fields: Record<string, string>): Buffer {
  const escaped = (text: string) =>
    [...Buffer.from(text, 'latin1')]
      .map((byte) => {
        const letter = String.fromCharCode(byte)
        if (letter === ' ') return '+'
        return /[\w.-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  return Buffer.from(
    Object.entries(fields)
      .map(([name, value]) => `${name}=${escaped(value)}`)
      .join('&'),
  )
}

export async function startPayPalServer(): Promise<PayPalServer> {
  const sent = new Set<string>()
  let held: Promise<void> | undefined

  const send: PayPalServer['send'] = (fields) => {
    const bytes = encoded({
      ...fields,
      charset: 'windows-1252',
      notify_version: '3.9',
      verify_sign: randomBytes(28).toString('base64url'),
      ipn_track_id: randomBytes(7).toString('hex').slice(0, 13),
    })
    sent.add(bytes.toString('latin1'))
    return bytes
  }

  const tell: PayPalServer['tell'] = (page, fields = {}) => {
    const asked = new URL(page).searchParams
    return send({
      txn_type: 'web_accept',
      txn_id: newTransactionId(),
      payment_status: 'Completed',
      payment_type: 'instant',
      mc_gross: asked.get('amount') ?? '',
      mc_fee: '0.88',
      mc_currency: asked.get('currency_code') ?? '',
      invoice: asked.get('invoice') ?? '',
      business: asked.get('business') ?? '',
      receiver_email: asked.get('business') ?? '',
      receiver_id: 'S8XGHLYDW9T3S',
      payer_email: 'buyer@example.org',
      first_name: 'Zoë',
      last_name: 'Müller',
      item_name: asked.get('item_name') ?? '',
      payment_date: '20:12:59 Jan 13, 2026 PST',
      test_ipn: '1',
      ...fields,
    })
  }

  async function confirm({ headers, bytes }: Received): Promise<Given> {
    await held
    const [, notice] = /^cmd=_notify-validate&(.*)$/s.exec(bytes.toString('latin1')) ?? []
    // PayPal refuses who does not say who they are.
    if (!headers['user-agent'] || headers['content-type'] !== formType) return { status: 403, body: 'denied' }
    const word = notice !== undefined && sent.has(notice) ? 'VERIFIED' : 'INVALID'
    return { status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body: word }
  }

  /** The page on which somebody pays: one button for each way that it can end. */
  function page({ url }: Received): Given {
    const asked = Object.fromEntries(url.searchParams)
    if (asked.cmd !== '_xclick' || asked.business !== receiver || !asked.invoice)
      return { status: 400, body: 'This link is not complete.' }
    const form = `<form method="post" action="${path}?${url.searchParams.toString().replaceAll('&', '&amp;')}">`
    const buttons = '<button name="word" value="Completed">Pay now</button>'
    const body = `<!doctype html><title>PayPal</title><h1>Pay ${asked.amount} ${asked.currency_code}</h1>
      ${form}${buttons}</form><a href="${(asked.cancel_return ?? '').replaceAll('&', '&amp;')}">Cancel and return</a>`
    return { status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' }, body }
  }

  /** Tells the shop, as PayPal does by itself, and leads the payer back. */
  async function pay({ url }: Received): Promise<Given> {
    const asked = url.searchParams
    const notice = tell(url.href)
    await fetch(asked.get('notify_url') ?? '', {
      method: 'POST',
      headers: { 'content-type': formType },
      body: new Uint8Array(notice),
    })
    return { status: 303, headers: { location: asked.get('return') ?? '' } }
  }

  const server = await startOutsideServer((received) => {
    if (received.url.pathname !== path) return { status: 404, body: 'no' }
    if (received.method === 'GET') return page(received)
    return received.url.search === '' ? confirm(received) : pay(received)
  })
  return {
    ...server,
    settings: {
      HOSTED_PAYMENTS_PROVIDER: 'paypal',
      PAYPAL_RECEIVER: receiver,
      PAYPAL_MODE: 'test',
      PAYPAL_URL: server.url,
      PAYPAL_IPN_URL: server.url,
    },
    send,
    tell,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
  }
}
