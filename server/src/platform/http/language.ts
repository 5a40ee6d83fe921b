import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { lastUsed } from '../last-used.ts'
import { cookieIn } from './cookies.ts'

/** What browsers say they like is mostly one of a few texts. */
const best = lastUsed<string>(500)
const longestKept = 100

/** The language that somebody chose on a page, else the one that the browser likes best; the first for all others. */
export function languageFor<Language extends string>(
  request: FastifyRequest,
  languages: readonly [Language, ...Language[]],
): Language {
  const { cookie, 'accept-language': liked } = request.headers
  const offered = (wanted: string | undefined) => languages.find((language) => language === wanted)
  const chosen = cookie === undefined ? undefined : offered(cookieIn(request, 'plaza-language'))
  return chosen ?? (liked === undefined ? undefined : offered(bestOf(liked, languages))) ?? languages[0]
}

/** @returns the empty text when it is none of them. */
function bestOf(liked: string, languages: readonly string[]): string {
  const key = `${languages} ${liked}`
  const known = best.get(key)
  if (known !== undefined) return known
  const found = new Negotiator({ headers: { 'accept-language': liked } }).language([...languages]) ?? ''
  if (liked.length <= longestKept) best.set(key, found)
  return found
}
