import { Type } from 'typebox'
import { type InEachLanguage, languages } from '../../platform/language.ts'
import { IfNoneMatch, unlessKnown } from '../../platform/operation/etag.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Nullable, OneOf, Shown } from '../../platform/operation/schema.ts'
import { anyone } from '../access.ts'
import { feelings, kinds } from './feelings.ts'
import { names } from './names.ts'

const freshSeconds = 86_400

const FeelingRecord = Type.Object(
  {
    label: Shown('CALM', 'what the operations take, in any case'),
    kind: OneOf(kinds, { description: 'a step of the scale, a plain word, or a label of health records' }),
    scale: Nullable(Type.Integer({ description: 'the number of a step, which stands for it: 1 to 7' })),
    valence: Type.Integer({ description: 'from -3, very unpleasant, to 3, very pleasant' }),
    translations: Type.Unsafe<InEachLanguage<string>>(
      Type.Object(Object.fromEntries(languages.map((language) => [language, Shown('Calm')]))),
    ),
  },
  { title: 'FeelingWord' },
)

export const getFeelings = operation({
  source: 'not in the specification; so that apps need no vocabulary of their own',
  method: 'GET',
  path: '/common/feelings',
  summary: 'Get every word for a feeling, with how pleasant it is and what it is called',
  access: anyone,
  headers: IfNoneMatch,
  replies: {
    200: { message: 'Feelings fetched successfully', data: Type.Array(FeelingRecord) },
    304: { empty: true, description: 'the feelings are as you know them' },
  },

  async handle({ headers }) {
    const data = feelings.map(({ label, kind, valence }) => ({
      label,
      kind,
      scale: kind === 'SCALE' ? valence + 4 : null,
      valence,
      translations: names[label],
    }))
    return unlessKnown(headers, { data }, freshSeconds)
  },
})
