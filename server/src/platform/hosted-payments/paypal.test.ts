import { afterAll, describe, expect, test } from 'vitest'
import { startPayPalServer } from '../../testing/paypal-server.ts'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { ProviderRefused, ProviderUnavailable, ProviderUnsure } from '../provider-errors.ts'
import { payPal } from './paypal.ts'

/** PayPal as a provider; what its notices come to is tested with the wallet. */

const closing: (() => Promise<void>)[] = [closeProviders]
afterAll(async () => {
  for (const close of closing) await close()
})

async function start() {
  const server = await startPayPalServer()
  closing.push(server.close)
  const { HOSTED_PAYMENTS_PROVIDER: _, ...settings } = server.settings
  return { server, settings, pages: await openProvider(payPal, settings) }
}

const payment = {
  ...{ key: 'ours', amountMinor: 1250, currency: 'EUR', description: 'Adding funds' },
  noticeUrl: 'https://town.example/notice',
  returnUrl: 'https://town.example/back',
  cancelUrl: 'https://town.example/left',
}
const signal = AbortSignal.timeout(60_000)

describe('PayPal', () => {
  test.each([
    ['live', 'https://www.paypal.com'],
    ['test', 'https://www.sandbox.paypal.com'],
  ])('is found at its own address: %s', async (PAYPAL_MODE, origin) => {
    const pages = await openProvider(payPal, { PAYPAL_RECEIVER: 'me@town.example', PAYPAL_MODE })
    expect(pages.mode).toBe(PAYPAL_MODE)
    expect(new URL(pages.addressFor(payment)).origin).toBe(origin)
  })

  test('confirms what it has sent, to the byte, and nothing else', async () => {
    const { server, pages } = await start()
    const notice = server.send({ first_name: 'Zoë' })
    expect(await pages.hasSent(notice, { signal })).toBe(true)
    const anew = Buffer.from(new URLSearchParams(notice.toString('latin1')).toString())
    expect(await pages.hasSent(anew, { signal })).toBe(false)
  })

  test.each([
    [{ status: 500 }, ProviderUnsure],
    [{ status: 503 }, ProviderUnavailable],
    [{ status: 403 }, ProviderRefused],
    [{ status: 302, headers: { location: 'https://elsewhere.example' } }, ProviderRefused],
    ['cut', ProviderUnsure],
    ['malformed', ProviderUnsure],
  ] as const)('confirms nothing when it answers with %j', async (fault, error) => {
    const { server, pages } = await start()
    const notice = server.send({ a: 'b' })
    server.failNext(fault, fault, fault)
    await expect(pages.hasSent(notice, { signal })).rejects.toThrow(error)
  })

  test('that does not answer is not waited for', async () => {
    const { server, pages } = await start()
    server.failNext('slow')
    const leaving = new AbortController()
    const asked = pages.hasSent(server.send({ a: 'b' }), { signal: leaving.signal })
    const isUnsure = expect(asked).rejects.toThrow(ProviderUnsure)
    await expect.poll(() => server.requests()).toBe(1)
    leaving.abort()
    await isUnsure
  })

  test('names who was paid by address or merchant id, whatever the case', async () => {
    const { server, settings } = await start()
    const paid = { txn_id: 'T', payment_status: 'Completed', mc_gross: '12.50', mc_currency: 'EUR' }
    const isToUs = async (receiver: string, fields: Record<string, string>) =>
      (await openProvider(payPal, { ...settings, PAYPAL_RECEIVER: receiver })).noticeIn(
        server.send({ ...paid, ...fields }),
      )?.isToUs
    expect(await isToUs('Shop@town.example', { receiver_email: 'shop@TOWN.example' })).toBe(true)
    expect(await isToUs('S8XGHLYDW9T3S', { receiver_id: 'S8XGHLYDW9T3S' })).toBe(true)
    expect(await isToUs('shop@town.example', { business: 'shop@town.example' })).toBe(false)
  })

  test.each([
    'a=1&a=2',
    'txn_id=T&payment_status=Completed&payment_status=Completed&mc_gross=1.00&mc_currency=EUR',
    'txn_id=T&payment_status=Completed&mc_gross=1.00&mc_currency=EUR&charset=klingon',
    'txn_id=T&payment_status=Completed&mc_gross=1.00&mc_currency=EUR&',
    '',
  ])('is not understood in %j', async (text) => {
    const { pages } = await start()
    expect(pages.noticeIn(Buffer.from(text))).toBeUndefined()
  })

  test('names what it says in its own letters', async () => {
    const { server, pages } = await start()
    const paid = { txn_id: 'T', payment_status: 'Reversed', mc_gross: '-12.50', mc_currency: 'EUR' }
    expect(pages.noticeIn(server.send({ ...paid, reason_code: 'über', parent_txn_id: 'P' }))).toEqual({
      ...{ kind: 'reversed', id: 'T', parentId: 'P', key: null, amountMinor: 1250, currency: 'EUR' },
      ...{ isToUs: false, mode: 'live', reason: 'über' },
    })
  })
})
