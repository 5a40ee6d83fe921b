import { newId } from '../platform/ids.ts'
import { call, granted, type TestPerson } from './kit.ts'
import { wellnessBase } from './wellness.ts'

/** The name of a questionnaire that nobody else asks. */
export const newInstrument = (): string => `i-${newId()}`

/** What a question with two answers says. */
export const choice = () => ({
  type: 'SINGLE_CHOICE',
  question: 'How do you sleep?',
  options: [
    { label: 'Well', score: 0 },
    { label: 'Badly', score: 3 },
  ],
})

export interface Question {
  id: string
  instrument: string
  instrumentVersion: number
  version: number
  status: string
  order: number
  question: string
  options: { id: string; label: string }[]
}

/** A question of a questionnaire, which is a new one unless named. */
export async function newQuestion(as: TestPerson, body: Record<string, unknown> = {}): Promise<Question> {
  const whole = { instrument: newInstrument(), ...choice(), ...body }
  const { body: made } = await granted(
    call('POST', `${wellnessBase}/admin/questionnaire`, { as, body: whole }),
  )
  return made.data
}

/** A published scale of two questions, the second of which shows help. */
export const importBody = (instrument: string) => ({
  instrument,
  source: 'Made up for tests',
  introduction: 'Over the last two weeks:',
  labels: ['At no time', 'Some of the time', 'All of the time'],
  scores: [0, 1, 2],
  questions: [
    { key: 'calm', text: 'I have felt calm' },
    { key: 'harm', text: 'I have thought of harming myself', showsHelpFrom: 1 },
  ],
  factor: 25,
  bands: [
    { from: 0, key: 'low', label: 'low', translations: { de: 'niedrig' } },
    { from: 50, key: 'fair', label: 'fair' },
  ],
  translations: {
    de: {
      introduction: 'In den letzten zwei Wochen:',
      labels: ['Zu keinem Zeitpunkt', 'Ab und zu', 'Die ganze Zeit'],
      questions: ['War ich ruhig', 'Dachte ich daran, mir etwas anzutun'],
    },
  },
})
