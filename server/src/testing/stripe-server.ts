import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Given, type Received, startOutsideServer } from './outside-server.ts'
import { emptyCharging } from './stripe-charging.ts'
import { emptyConnect, onboard } from './stripe-connect.ts'
import { checkParameters, endpoints } from './stripe-resources.ts'
import { declined, invalidRequest, StripeRefusal } from './stripe-shapes.ts'
import type { Endpoint, StripeState } from './stripe-state.ts'

/**
 * How a request goes wrong. `rate-limited`, `down` and `cut-before` come before any effect, `declined`
 * and `broken` have none but are kept under the key, as Stripe keeps them; the others have their effect.
 * `held` answers once it is released.
 */
export type Fault =
  | 'rate-limited'
  | 'down'
  | 'cut-before'
  | 'declined'
  | 'broken'
  | 'broken-after'
  | 'cut-after'
  | 'garbled'
  | 'held'

/**
 * A local server that speaks Stripe's protocol as its documentation describes it: strict about API
 * keys, version, form encoding and parameters, with a state and with idempotency keys that it forgets
 * after a day.
 */
export interface StripeServer extends StripeState {
  url: string
  secretKey: string
  publishableKey: string
  /** Every request that came in, in order, whatever was answered. */
  requests: { method: string; path: string; key: string | undefined }[]
  /** The next requests of a method to a path go wrong, one for each fault. */
  fail(method: 'GET' | 'POST' | 'DELETE', path: string, ...faults: Fault[]): void
  /** Nothing goes wrong any more. */
  mend(): void
  /** Answers what is held. */
  release(): void
  close(): Promise<void>
}

interface Answer {
  status: number
  body: string
  isReplayed?: true
}

const version = '2026-10-28.endive'
const keyLifeMs = 24 * 3_600_000
const keys = { secretKey: 'sk_test_51PlazaLocalServer', publishableKey: 'pk_test_51PlazaLocalServer' }

const json = (status: number, value: object): Answer => ({ status, body: JSON.stringify(value, null, 2) })
const refused = ({ status, error }: StripeRefusal): Answer => json(status, { error })
const broken = json(500, { error: { type: 'api_error', message: 'Sorry! There was a problem.' } })

/** What the edge answers before the request gets any further. */
const atTheEdge: Partial<Record<Fault, Answer>> = {
  down: { status: 503, body: '<html><body>Service unavailable</body></html>' },
  'rate-limited': refused(invalidRequest('Too many requests.', { code: 'rate_limit' }, 429)),
}

/** @throws StripeRefusal unless the API key is ours and opens this; a page's key opens what pages may do. */
function checkApiKey({ headers, url }: Received, endpoint: Endpoint): 'secret' | 'publishable' {
  const [, given = url.searchParams.get('key') ?? undefined] =
    /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  if (given === undefined) throw invalidRequest('You did not provide an API key.', {}, 401)
  if (given === keys.secretKey) return 'secret'
  if (given !== keys.publishableKey)
    throw invalidRequest(`Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`, {}, 401)
  if (!endpoint.isOpenToPages)
    throw invalidRequest('This API call cannot be made with a publishable API key.', {}, 403)
  return 'publishable'
}

function checkProtocol({ method, headers }: Received): void {
  const asked = headers['stripe-version']
  if (asked !== undefined && asked !== version) throw invalidRequest(`Invalid Stripe API version: ${asked}`)
  if (method === 'POST' && !headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw invalidRequest('Send the body as application/x-www-form-urlencoded.')
}

function endpointAt(method: string, path: string): { endpoint: Endpoint; id: string; part: string } {
  for (const endpoint of endpoints) {
    const match = endpoint.method === method ? endpoint.path.exec(path) : null
    if (match) return { endpoint, id: match[1] ?? '', part: match[2] ?? '' }
  }
  throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
}

/** What was answered under each idempotency key, for a day. */
class IdempotencyKeys {
  readonly #kept = new Map<string, { at: number; request: string; answer?: Answer }>()
  readonly #now: () => Date
  constructor(now: () => Date) {
    this.#now = now
  }

  async once(key: string, request: string, run: () => Promise<Answer>): Promise<Answer> {
    const at = this.#now().getTime()
    const known = this.#kept.get(key)
    if (!known || at - known.at >= keyLifeMs) {
      const fresh: { at: number; request: string; answer?: Answer } = { at, request }
      this.#kept.set(key, fresh)
      fresh.answer = await run()
      return fresh.answer
    }
    if (known.request !== request)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}'.`,
      )
    if (known.answer) return { ...known.answer, isReplayed: true }
    throw invalidRequest(
      'There is currently another in-progress request using this Idempotency-Key.',
      { code: 'idempotency_key_in_use' },
      409,
    )
  }
}

/** Does what is asked, unless the fault says otherwise, and says how it went. */
function perform(run: () => object, fault: Fault | undefined): Answer {
  if (fault === 'broken') return broken
  if (fault === 'declined') return refused(declined())
  try {
    const made = json(200, run())
    return fault === 'broken-after' ? broken : made
  } catch (error) {
    return refusedBy(error)
  }
}

const scripts = { '/v3/': 'stripe.js', '/v3/ask.js': 'ask.js' }
const frames = { '/v3/card': 'card.html', '/v3/question': 'question.html' }

/** The script that pages load, and the frames that it opens; undefined of another address. */
function pageAt(path: string): Given | undefined {
  const file = { ...scripts, ...frames }[path]
  if (file === undefined) return undefined
  const type = file.endsWith('.js') ? 'text/javascript' : 'text/html'
  const body = readFileSync(new URL(`stripe-pages/${file}`, import.meta.url))
  return { status: 200, headers: { 'content-type': `${type}; charset=utf-8` }, body }
}

/** The page on which somebody says who they are and to which account they are paid; undefined of another address. */
function onboardingAt({ method, url, bytes }: Received, state: StripeState): Given | undefined {
  const [, account] = /^\/setup\/(acct_\w+)$/.exec(url.pathname) ?? []
  if (!account) return undefined
  if (method === 'GET') {
    const body = readFileSync(new URL('stripe-pages/setup.html', import.meta.url))
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
  }
  onboard(state, account, new URLSearchParams(bytes.toString('utf8')))
  return { status: 303, headers: { location: url.searchParams.get('return_url') ?? '' } }
}

export async function startStripeServer({ now }: { now: () => Date }): Promise<StripeServer> {
  const state: StripeState = {
    ...emptyCharging(),
    ...emptyConnect(),
    customers: new Map(),
    setupIntents: new Map(),
    address: '',
    now,
  }
  const idempotency = new IdempotencyKeys(now)
  const requests: StripeServer['requests'] = []
  const faults: { method: string; path: string; fault: Fault }[] = []
  const held = new Set<() => void>()
  const hold = () => new Promise<void>((resolve) => held.add(resolve))

  const takeFault = (method: string, path: string): Fault | undefined => {
    const index = faults.findIndex((one) => one.method === method && one.path === path)
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
  }

  const { url, close } = await startOutsideServer(async (received) => {
    const { method, headers } = received
    const path = received.url.pathname
    const page = pageAt(path) ?? onboardingAt(received, state)
    if (page) return page
    requests.push({ method, path, key: headers['idempotency-key']?.toString() })
    const fault = takeFault(method, path)
    if (fault === 'cut-before') return 'cut'
    const answer =
      (fault && atTheEdge[fault]) ??
      (await answerTo(received, { state, idempotency, hold }, fault).catch(refusedBy))
    return fault === 'cut-after' ? 'cut' : givenOf(answer, fault)
  })
  state.address = url
  return {
    ...state,
    ...keys,
    url,
    close,
    requests,
    fail: (method, path, ...wanted) => void faults.push(...wanted.map((fault) => ({ method, path, fault }))),
    mend: () => void faults.splice(0),
    release() {
      for (const answer of held) answer()
      held.clear()
    },
  }
}

interface Behind {
  state: StripeState
  idempotency: IdempotencyKeys
  /** Waits until what is held is released. */
  hold(): Promise<void>
}

/** @throws StripeRefusal of what is not even begun. */
async function answerTo(received: Received, behind: Behind, fault: Fault | undefined): Promise<Answer> {
  const { method, url, headers, bytes } = received
  const { state, idempotency, hold } = behind
  const { endpoint, id, part } = endpointAt(method, url.pathname)
  const place = { part, account: headers['stripe-account']?.toString() ?? '' }
  const isPage = checkApiKey(received, endpoint) === 'publishable'
  checkProtocol(received)
  const body = bytes.toString('utf8')
  const given = new Map(method === 'GET' ? url.searchParams : new URLSearchParams(body))
  given.delete('key')
  checkParameters(endpoint, given)
  const intent = state.setupIntents.get(id) ?? state.payments.get(id)
  if (isPage && given.get('client_secret') !== intent?.client_secret)
    throw invalidRequest('The client_secret provided does not match.', { param: 'client_secret' })
  const run = async () => {
    const answer = perform(() => endpoint.run(state, given, id, place), fault)
    if (fault === 'held') await hold()
    return answer
  }
  const key = method === 'POST' ? headers['idempotency-key'] : undefined
  return key === undefined ? run() : idempotency.once(String(key), `${url.pathname}?${body}`, run)
}

function refusedBy(error: unknown): Answer {
  if (error instanceof StripeRefusal) return refused(error)
  throw error
}

const givenOf = ({ status, body, isReplayed }: Answer, fault: Fault | undefined): Given => ({
  status,
  headers: {
    'content-type': body.startsWith('<') ? 'text/html' : 'application/json',
    'request-id': `req_${randomBytes(7).toString('hex')}`,
    'stripe-version': version,
    // Pages of everybody ask here, with keys that are no secret.
    'access-control-allow-origin': '*',
    ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
  },
  body: fault === 'garbled' ? body.slice(0, body.length / 2) : body,
})
