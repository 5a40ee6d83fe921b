import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { cookieIn } from './cookies.ts'

/** The language that somebody chose on a page, else the one that the browser likes best; the first for all others. */
export function languageFor<Language extends string>(
  request: FastifyRequest,
  languages: readonly [Language, ...Language[]],
): Language {
  const chosen = languages.find((language) => language === cookieIn(request, 'plaza-language'))
  const best = () => new Negotiator(request.raw).language([...languages])
  return chosen ?? languages.find((language) => language === best()) ?? languages[0]
}
