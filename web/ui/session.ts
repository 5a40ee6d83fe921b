import { useSyncExternalStore } from 'react'
import { takeEarly } from './early.ts'
import { Failure, throwFailures } from './failure.ts'

export interface AccessToken {
  value: string
  /** Seconds from now. */
  expiresIn: number
}

/** Whose token it is: its `sub`. */
const subjectOf = (token: string): string => {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
}

/**
 * A person's sign-in in this browser. The access token lives in memory only, the refresh token in
 * a cookie that no script can read; `localStorage` keeps just who is signed in, which also tells
 * the other tabs. Somebody without an account may be a guest: to the pages nobody is signed in then,
 * and the server keeps what they save.
 */
export class Session {
  readonly #key: string
  readonly #guestKey: string
  readonly #exchange: () => Promise<AccessToken>
  readonly #listeners = new Set<() => void>()
  #token: { value: string; expiresAt: number; personId: string } | undefined
  #pending: Promise<void> | undefined

  /** @param exchange asks for the next access token with the cookie. */
  constructor(name: string, exchange: () => Promise<AccessToken>) {
    this.#key = `plaza.${name}.signed-in`
    this.#guestKey = `plaza.${name}.guest`
    this.#exchange = exchange
    window.addEventListener('storage', (event) => {
      if (event.key !== this.#key && event.key !== this.#guestKey) return
      this.#token = undefined
      this.#tell()
    })
  }

  /** Who is signed in, by id; empty for nobody. */
  get personId(): string {
    return localStorage.getItem(this.#key) ?? ''
  }

  /** Who looks around without an account, by id; empty for nobody, and while somebody is signed in. */
  get guestId(): string {
    return this.personId === '' ? (localStorage.getItem(this.#guestKey) ?? '') : ''
  }

  /** Whoever it is of the two. */
  get visitorId(): string {
    return this.personId || this.guestId
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  signedIn(personId: string, { value, expiresIn }: AccessToken): void {
    this.#token = { value, expiresAt: Date.now() + expiresIn * 1000, personId }
    if (this.personId === personId) return
    localStorage.setItem(this.#key, personId)
    localStorage.removeItem(this.#guestKey)
    this.#tell()
  }

  /** Somebody without an account is known from now on, as long as nobody signs in. */
  guestIn(guestId: string, { value, expiresIn }: AccessToken): void {
    this.#token = { value, expiresAt: Date.now() + expiresIn * 1000, personId: guestId }
    if (this.guestId === guestId) return
    localStorage.setItem(this.#guestKey, guestId)
    this.#tell()
  }

  signedOut(): void {
    this.#token = undefined
    if (this.visitorId === '') return
    localStorage.removeItem(this.#key)
    localStorage.removeItem(this.#guestKey)
    this.#tell()
  }

  /**
   * A token that is good for a while yet; undefined for nobody, and when somebody else signed in
   * meanwhile: what was begun as one person never goes out as another.
   * @throws Failure when it cannot be had now.
   */
  async token(): Promise<string | undefined> {
    const personId = this.visitorId
    if (personId === '') return undefined
    if (!this.#isGood(personId)) {
      this.#pending ??= this.#renew().finally(() => {
        this.#pending = undefined
      })
      await this.#pending
    }
    return this.visitorId === personId && this.#isGood(personId) ? this.#token?.value : undefined
  }

  /**
   * What the server says of a token is final: expired ones are renewed, all others end the session.
   * @returns whether to try again with the next token.
   */
  refused(code: string, token = this.#token?.value): boolean {
    if (token !== this.#token?.value) return true
    if (code === 'TOKEN_EXPIRED') {
      this.#token = undefined
      return true
    }
    if (['SESSION_REVOKED', 'TOKEN_INVALID', 'AUTH_REQUIRED'].includes(code)) this.signedOut()
    return false
  }

  #isGood(personId: string): boolean {
    return this.#token?.personId === personId && this.#token.expiresAt - Date.now() > 20_000
  }

  async #renew(): Promise<void> {
    const { visitorId, guestId } = this
    try {
      const token = await this.#exchange()
      if (this.visitorId !== visitorId) return
      const subject = subjectOf(token.value)
      // The cookie is ahead of what this tab knows when another tab is just signing somebody in.
      if (guestId === '') this.signedIn(subject, token)
      else if (subject === guestId) this.guestIn(guestId, token)
    } catch (error) {
      if (!(error instanceof Failure) || ![400, 401].includes(error.status)) throw error
      if (this.visitorId === visitorId) this.signedOut()
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Id of the person who is signed in, empty for nobody; follows sign-ins of other tabs. */
export const usePersonId = (session: Session): string =>
  useSyncExternalStore(session.subscribe, () => session.personId)

/** The same of somebody who may be a guest. */
export const useVisitorId = (session: Session): string =>
  useSyncExternalStore(session.subscribe, () => session.visitorId)

type ClientLike = Parameters<typeof throwFailures>[0] & {
  setConfig(config: {
    baseUrl: string
    headers: Record<string, string>
    auth: () => Promise<string | undefined>
    fetch: typeof fetch
  }): unknown
}

/**
 * Makes the generated client speak for the session.
 * @param headers sent with every request besides.
 * @param now more of them, which may change while the page is open; a call may say otherwise.
 */
export function speakFor(
  client: ClientLike,
  session: Session,
  headers: Record<string, string> = {},
  now: () => Record<string, string> = () => ({}),
): void {
  throwFailures(client)
  client.setConfig({
    baseUrl: '',
    headers: { 'X-Token-Delivery': 'cookie', ...headers },
    auth: () => session.token(),
    fetch: async (input, init) => {
      const { visitorId } = session
      const request = new Request(input, init)
      for (const [name, value] of Object.entries(now()))
        if (!request.headers.has(name)) request.headers.set(name, value)
      const again = request.clone()
      const response = await (takeEarly(request) ?? fetch(request))
      const used = request.headers.get('authorization')
      if (response.status !== 401 || used === null) return response
      const { error } = await response
        .clone()
        .json()
        .catch(() => ({}))
      if (!session.refused(String(error?.code), used.replace('Bearer ', ''))) return response
      const token = session.visitorId === visitorId ? await session.token() : undefined
      if (!token) return response
      again.headers.set('authorization', `Bearer ${token}`)
      return fetch(again)
    },
  })
}
