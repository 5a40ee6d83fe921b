export interface Feeling {
  label: string
  /** From -3, very unpleasant, to 3, very pleasant. */
  valence: number
}

/** The scale of 1 to 7, in order. */
const scale = [
  'VERY_UNPLEASANT',
  'UNPLEASANT',
  'SLIGHTLY_UNPLEASANT',
  'NEUTRAL',
  'SLIGHTLY_PLEASANT',
  'PLEASANT',
  'VERY_PLEASANT',
] as const

/** Plain words for people who do not want a scale. */
const words = {
  TERRIBLE: -3,
  BAD: -2,
  LOW: -1,
  OKAY: 0,
  GOOD: 1,
  GREAT: 2,
  AMAZING: 3,
} as const

/** The labels that phones' health stores and the HL7 patient records use for states of mind. */
const labels = {
  AMAZED: 2,
  AMUSED: 2,
  ANGRY: -3,
  ANNOYED: -1,
  ANXIOUS: -2,
  ASHAMED: -2,
  BRAVE: 2,
  CALM: 2,
  CONFIDENT: 2,
  CONTENT: 2,
  DISAPPOINTED: -2,
  DISCOURAGED: -2,
  DISGUSTED: -2,
  DRAINED: -1,
  EMBARRASSED: -2,
  EXCITED: 3,
  FRUSTRATED: -2,
  GRATEFUL: 3,
  GUILTY: -2,
  HAPPY: 3,
  HOPEFUL: 2,
  HOPELESS: -3,
  INDIFFERENT: 0,
  IRRITATED: -2,
  JEALOUS: -2,
  JOYFUL: 3,
  LONELY: -2,
  OVERWHELMED: -2,
  PASSIONATE: 3,
  PEACEFUL: 3,
  PROUD: 3,
  RELIEVED: 2,
  SAD: -2,
  SATISFIED: 2,
  SCARED: -3,
  STRESSED: -2,
  SURPRISED: 1,
  WORRIED: -2,
} as const

export type Label = (typeof scale)[number] | keyof typeof words | keyof typeof labels

const vocabulary: ReadonlyMap<string, number> = new Map<string, number>([
  ...scale.map((label, index) => [label, index - 3] as const),
  ...Object.entries(words),
  ...Object.entries(labels),
])

/** What an exercise can be good for: the labels, without the scale. */
export const feelingLabels = Object.keys(labels) as [keyof typeof labels, ...(keyof typeof labels)[]]
export type FeelingLabel = (typeof feelingLabels)[number]
export const allFeelings: readonly string[] = [...vocabulary.keys()]

export const kinds = ['SCALE', 'WORD', 'LABEL'] as const

const entries = (kind: (typeof kinds)[number], of: readonly Label[]) =>
  of.map((label) => ({ label, kind, valence: vocabulary.get(label) ?? 0 }))

/** Every feeling once: the scale in its order, then the plain words, then the labels. */
export const feelings = [
  ...entries('SCALE', scale),
  ...entries('WORD', Object.keys(words) as (keyof typeof words)[]),
  ...entries('LABEL', feelingLabels),
]

/** Reads a number of the scale or a word in any case. @returns undefined when it is neither. */
export function parseFeeling(text: string): Feeling | undefined {
  const onScale = /^[1-7]$/.test(text) ? scale[Number(text) - 1] : undefined
  const label = onScale ?? text.toUpperCase().replace(/[ -]/g, '_')
  const valence = vocabulary.get(label)
  return valence === undefined ? undefined : { label, valence }
}
