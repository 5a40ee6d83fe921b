import { readFileSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Settings } from '../../platform/services.ts'

const Words = (most: number) => Type.String({ minLength: 1, maxLength: most })
const MayLack = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Phone = Type.String({ pattern: '^\\+?[0-9][0-9 ]{1,18}$' })
const Page = Type.String({ pattern: '^https://\\S+$', maxLength: 300 })

const Helpline = Type.Object(
  {
    name: Words(100),
    phone: MayLack(Phone),
    sms: MayLack(Type.Object({ number: Phone, text: MayLack(Words(30)) })),
    chat: MayLack(Page),
    languages: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), { minItems: 1 }),
    hours: Words(60),
    url: Page,
    writtenOn: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  },
  { additionalProperties: false },
)

/** A list of helplines by country, as its file has it. */
const HelplineList = Type.Object(
  {
    /** The number that is said where a country is not known or not listed. */
    emergency: Phone,
    directory: Type.Object({ name: Words(100), url: Page }, { additionalProperties: false }),
    countries: Type.Record(
      Type.String({ pattern: '^[A-Z]{2}$' }),
      Type.Object({ emergency: Phone, helplines: Type.Array(Helpline) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)
export type HelplineList = Static<typeof HelplineList>

const builtIn = new URL('./helplines.json', import.meta.url)
const read = new Map<string, HelplineList>()

/** The operator's list, else the one that comes with the program; read once. @throws Error naming what is wrong in it. */
export function listOf({ helplinesFile }: Pick<Settings, 'helplinesFile'>): HelplineList {
  const place = helplinesFile ?? builtIn
  const known = read.get(String(place))
  if (known) return known
  const list = parse(readFileSync(place, 'utf8'), String(place))
  read.set(String(place), list)
  return list
}

function parse(text: string, place: string): HelplineList {
  const list: unknown = JSON.parse(text)
  if (Value.Check(HelplineList, list)) return list
  const [fault] = Value.Errors(HelplineList, list)
  throw new Error(`${place}: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is no list of helplines'}`)
}
