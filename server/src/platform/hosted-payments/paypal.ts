import { Type } from 'typebox'
import { isCurrency, minorOf } from '../money.ts'
import { Problem } from '../operation/problem.ts'
import { type Origin, requireSuccess } from '../outbound.ts'
import type { PaymentMode } from '../payments/port.ts'
import { provider } from '../provider.ts'
import { ProviderUnsure } from '../provider-errors.ts'
import { Address, Choice, Text } from '../settings.ts'
import { amountText, takesAmount } from './paypal-amounts.ts'
import { fieldsOf } from './paypal-fields.ts'
import type { HostedNotice, HostedPayment, HostedPayments } from './port.ts'

const hosts: Record<PaymentMode, { pages: string; notices: string }> = {
  live: { pages: 'https://www.paypal.com', notices: 'https://ipnpb.paypal.com' },
  test: { pages: 'https://www.sandbox.paypal.com', notices: 'https://ipnpb.sandbox.paypal.com' },
}
const path = '/cgi-bin/webscr'

/**
 * PayPal's own page for a payment, and its Instant Payment Notification. A notice proves nothing: it is sent back byte
 * by byte, and PayPal says whether it was its own.
 */
export const payPal = provider({
  port: 'hosted-payments',
  name: 'paypal',
  summary: 'has people add money to their wallet on PayPal’s pages',
  settings: Type.Object({
    PAYPAL_RECEIVER: Text('e-mail address or merchant id of the PayPal account that is paid'),
    PAYPAL_MODE: Choice(['live', 'test'], 'live', 'whether real money moves, or that of PayPal’s sandbox'),
    PAYPAL_URL: Address(['http', 'https'], 'address of PayPal’s pages; those of the mode unless set'),
    PAYPAL_IPN_URL: Address(
      ['http', 'https'],
      'address at which PayPal confirms its notices; that of the mode unless set',
    ),
  }),
  needs: ['PAYPAL_RECEIVER'],
  open(settings, { outbound }): HostedPayments {
    const mode = settings.PAYPAL_MODE === 'test' ? 'test' : 'live'
    return new PayPal({
      mode,
      receiver: settings.PAYPAL_RECEIVER,
      pages: (settings.PAYPAL_URL ?? hosts[mode].pages).replace(/\/+$/, ''),
      notices: outbound.at(settings.PAYPAL_IPN_URL ?? hosts[mode].notices),
    })
  },
})

const kinds: Readonly<Record<string, HostedNotice['kind'] | undefined>> = {
  Created: 'pending',
  Pending: 'pending',
  Processed: 'pending',
  'In-Progress': 'pending',
  Completed: 'completed',
  Denied: 'failed',
  Expired: 'failed',
  Failed: 'failed',
  Voided: 'failed',
  Refunded: 'refunded',
  Reversed: 'reversed',
  Canceled_Reversal: 'returned',
}

class PayPal implements HostedPayments {
  readonly provider = 'paypal'
  readonly mode: PaymentMode
  readonly #receiver: string
  readonly #pages: string
  readonly #notices: Origin

  constructor(given: { mode: PaymentMode; receiver: string; pages: string; notices: Origin }) {
    this.mode = given.mode
    this.#receiver = given.receiver
    this.#pages = given.pages
    this.#notices = given.notices
  }

  takes = takesAmount

  addressFor(payment: HostedPayment): string {
    const asked = new URLSearchParams({
      cmd: '_xclick',
      business: this.#receiver,
      invoice: payment.key,
      item_name: payment.description,
      amount: amountText(payment.amountMinor, payment.currency),
      currency_code: payment.currency,
      notify_url: payment.noticeUrl,
      return: payment.returnUrl,
      cancel_return: payment.cancelUrl,
      // The browser comes back without what PayPal knows of its owner.
      rm: '1',
      no_shipping: '1',
      charset: 'utf-8',
    })
    return `${this.#pages}${path}?${asked}`
  }

  noticeIn(bytes: Buffer): HostedNotice | undefined {
    const fields = fieldsOf(bytes)
    const kind = kinds[fields?.get('payment_status') ?? '']
    const id = fields?.get('txn_id')
    const currency = fields?.get('mc_currency') ?? ''
    const amountMinor = minorIn(fields?.get('mc_gross') ?? '', currency)
    if (!fields || !kind || !id || amountMinor === undefined) return undefined
    const receivers = [fields.get('receiver_email'), fields.get('receiver_id')]
    return {
      ...{ kind, id, currency, amountMinor },
      parentId: fields.get('parent_txn_id') || null,
      key: fields.get('invoice') || null,
      isToUs: receivers.some((one) => one?.toLowerCase() === this.#receiver.toLowerCase()),
      mode: fields.get('test_ipn') === '1' ? 'test' : 'live',
      reason: fields.get('reason_code') || fields.get('payment_status') || '',
    }
  }

  async hasSent(bytes: Buffer, { signal }: { signal: AbortSignal }): Promise<boolean> {
    const answer = await this.#notices.send({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Plaza' },
      body: Buffer.concat([Buffer.from('cmd=_notify-validate&'), bytes]),
      signal,
      // Asking twice changes nothing there.
      isRepeatable: true,
    })
    const word = requireSuccess(answer, 'PayPal').bytes.toString('latin1').trim()
    if (word === 'VERIFIED') return true
    if (word === 'INVALID') return false
    throw new ProviderUnsure('PayPal answered neither VERIFIED nor INVALID')
  }
}

/** An amount as PayPal writes it, without its sign; undefined of what is none. */
function minorIn(text: string, currency: string): number | undefined {
  const [, digits] = /^-?(\d{1,12}(?:\.\d{1,3})?)$/.exec(text) ?? []
  if (digits === undefined || !isCurrency(currency)) return undefined
  try {
    return minorOf(Number(digits), currency, 'mc_gross')
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
