import { type Static, Type } from 'typebox'
import { languageOf } from '../../platform/language.ts'
import { Nullable, Shown } from '../../platform/operation/schema.ts'
import type { Settings } from '../../platform/services.ts'
import { textsIn } from '../texts.ts'
import { likelyCountry } from './country.ts'
import { listOf } from './list.ts'

/** Where somebody in distress finds a person to talk to. */
export const SafetyCard = Type.Object(
  {
    title: Shown('You do not have to go through this alone'),
    message: Shown('Please talk to a person now.'),
    country: Nullable(
      Type.String({
        description: 'ISO 3166-1 alpha-2; null where it is not known or not listed',
        examples: ['IE'],
      }),
    ),
    emergency: Type.Object({ number: Shown('112'), note: Shown('When your life is in danger, call 112.') }),
    helplines: Type.Array(
      Type.Object({
        name: Shown('Samaritans'),
        phone: Nullable(Shown('116 123')),
        sms: Nullable(
          Type.Object({
            number: Shown('50808'),
            text: Nullable(Shown('HELLO', 'the word to send; null where any will do')),
          }),
        ),
        chat: Nullable(Shown('https://online.telefonseelsorge.de')),
        languages: Type.Array(Shown('en')),
        hours: Shown('24/7'),
        url: Shown('https://www.samaritans.org/ireland/', 'the page of those who run it'),
        writtenOn: Shown(
          '2026-11-23',
          'the day when the entry was written down; who runs the server calls the number first',
        ),
      }),
    ),
    directory: Type.Object({
      name: Shown('Find A Helpline'),
      url: Shown('https://findahelpline.com'),
      note: Shown('Helplines in other countries'),
    }),
  },
  { title: 'SafetyCard' },
)
export type SafetyCard = Static<typeof SafetyCard>

/**
 * The card for somebody in a country, in their language. Where the country is null or not listed it has
 * the general emergency number and the international directory.
 */
export function safetyCard(
  settings: Pick<Settings, 'helplinesFile'>,
  country: string | null,
  language: string,
): SafetyCard {
  const { safety } = textsIn(language)
  const list = listOf(settings)
  const code = country?.toUpperCase() ?? ''
  const local = Object.hasOwn(list.countries, code) ? list.countries[code] : undefined
  const number = local?.emergency ?? list.emergency
  return {
    title: safety.title,
    message: safety.message,
    country: local ? code : null,
    emergency: { number, note: local ? safety.emergency(number) : safety.emergencyAnywhere(number) },
    helplines: inOwnLanguageFirst(local?.helplines ?? [], language),
    directory: { ...list.directory, note: safety.directory },
  }
}

function inOwnLanguageFirst<Line extends { languages: string[] }>(lines: readonly Line[], language: string) {
  const speaks = ({ languages }: Line) => languages.includes(languageOf(language))
  return [...lines.filter(speaks), ...lines.filter((line) => !speaks(line))]
}

/** The country that `safetyCard` is asked for where a person has not said theirs: by time zone, else by language. */
export const countryToHelpIn = (
  settings: Pick<Settings, 'helplinesFile'>,
  person: { timezone: string; language: string },
): string | null => likelyCountry(listOf(settings), person)

/** @throws Error naming what is wrong in the operator's file. */
export const checkHelplines = (settings: Pick<Settings, 'helplinesFile'>): void => void listOf(settings)
