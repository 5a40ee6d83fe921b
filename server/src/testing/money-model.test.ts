import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { minutes } from '../platform/clock.ts'
import { expectBalances, expectLaws } from './money-model/laws.ts'
import { Model } from './money-model/model.ts'
import { PaidTime } from './money-model/paid-time.ts'
import { steppedClock } from './money-model/stepped-clock.ts'
import { anyStep, type Step } from './money-model/steps.ts'
import { Walk } from './money-model/walk.ts'
import { closeWorld, worldWith } from './world.ts'

/** Everything that moves money, in any order, against a small model of it. MONEY_MODEL_STEPS makes a longer walk, MONEY_MODEL_SEED repeats one. */

const steps = Number(process.env.MONEY_MODEL_STEPS ?? 2000)
const seed = Number(process.env.MONEY_MODEL_SEED ?? Math.floor(performance.timeOrigin % 2 ** 31))
const stepsAtMost = 200

/** What is left of many walks makes each look at what is due longer. */
const walksOfOneWorld = 10
let walks = 0

async function newWalk(): Promise<Walk> {
  if (walks % walksOfOneWorld === 0) {
    if (walks > 0) await closeWorld()
    await worldWith({ clock: steppedClock() })
  }
  walks += 1
  return Walk.begin()
}

afterAll(closeWorld)

/** An order of fifteen minutes ends before what else the time brings. */
const partsOf = (step: Step): Step[] =>
  step.does === 'wait' && step.ms > minutes(16)
    ? [
        { ...step, ms: minutes(16) },
        { ...step, ms: step.ms - minutes(16) },
      ]
    : [step]

test(`money does what its model does (seed ${seed})`, { timeout: minutes(600) }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: stepsAtMost, size: 'max' }),
      async (wanted) => {
        const [model, walk, paidTime] = [new Model(), await newWalk(), new PaidTime()]
        for (const step of wanted.flatMap(partsOf)) {
          const told = model.do(step)
          const outcome = await walk.do(step)
          expect([step, outcome]).toEqual([step, told === 'any' ? outcome : told])
          await Promise.all([expectBalances(model, walk.ids), expectLaws(), paidTime.expectConserved()])
        }
      },
    ),
    { seed, numRuns: Math.ceil((2 * steps) / stepsAtMost) },
  )
})
