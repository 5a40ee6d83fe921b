import { expect, test } from 'vitest'
import { operationsOf } from '../../host.ts'
import { lastCode, lastMail, later, newEmail, world } from '../../testing/kit.ts'
import { countMails, wrongCode } from '../../testing/users.ts'
import { hours, minutes, seconds } from '../clock.ts'
import { newId } from '../ids.ts'
import { Problem } from '../operation/problem.ts'
import { transact } from '../operation/transact.ts'
import type { Work } from '../operation/work.ts'
import type { Budget } from './attempts.ts'
import {
  askForCode,
  type CodeFlow,
  matchCode,
  type Recipient,
  refusalOfMailing,
  sendCode,
  takeCode,
  wasTakenFrom,
} from './code-flow.ts'
import { otpExpired, otpInvalid, otpLocked, tooManyAttempts } from './problems.ts'

/** A flow of its own, with small budgets. */
function newFlow(
  budgets: { mailings?: number; askings?: number; tries?: number } = {},
): CodeFlow<'open' | 'close'> {
  const budget = (name: string, max = 1000): Budget => ({
    name: `${name} ${flowName}`,
    max,
    windowMs: hours(1),
    refusal: tooManyAttempts,
  })
  const flowName = newId()
  return {
    realm: 'marketplace',
    letter: (purpose, { name, code, lifetime }) => ({
      subject: purpose,
      text: `${name}: ${code} (${lifetime})`,
    }),
    askings: (purpose) => budget(`ask ${purpose}`, budgets.askings),
    mailings: [budget('mail', budgets.mailings)],
    tries: (purpose) => budget(`try ${purpose}`, budgets.tries),
    refusals: {
      wrong: (triesLeft) => otpInvalid({ details: { triesLeft } }),
      expired: otpExpired,
      locked: otpLocked,
    },
  }
}

const newRecipient = (email = newEmail()): Recipient => ({ id: newId(), name: 'Ada', email })

async function act<Result>(does: (work: Work) => Promise<Result>): Promise<Result> {
  const { host } = await world()
  return transact(host.services, operationsOf('marketplace').module, does)
}

type Purpose = 'open' | 'close'
const ask = (flow: CodeFlow<Purpose>, email: string, to?: Recipient, purpose: Purpose = 'open') =>
  act((work) => askForCode(work, flow, { purpose, email, to }))

const give = (flow: CodeFlow<Purpose>, email: string, code: string, owners: readonly Recipient[]) =>
  act(async (work) => {
    const given = await takeCode(work, flow, { purpose: 'open', email, code })
    return given instanceof Problem ? given : matchCode(work, given, owners)
  })

/** What is said to the one who asks or tries. */
const saidBy = (answer: object) =>
  answer instanceof Problem
    ? { code: answer.code, details: answer.extra.details }
    : Object.keys(answer).sort()

test('a code is mailed once a minute, in words of the product, and is right once', async () => {
  const [flow, to] = [newFlow(), newRecipient()]
  const sending = await ask(flow, to.email.toUpperCase(), to)
  const code = await lastCode(to.email)
  expect(sending).toMatchObject({ code, isDue: true })
  expect(await lastMail(to.email)).toMatchObject({ subject: 'open', text: `Ada: ${code} (ten minutes)` })
  expect(await ask(flow, to.email, to)).toMatchObject({ code, isDue: false })
  expect(await later(seconds(60), () => ask(flow, to.email, to))).toMatchObject({ code, isDue: true })
  expect(await countMails(to.email)).toBe(2)
  expect(await give(flow, to.email, code, [to])).toBe(to)
  expect(saidBy(await give(flow, to.email, code, [to]))).toMatchObject({ code: 'OTP_INVALID' })
})

test('to ask and to try says the same of an address that has nobody, and mails nothing', async () => {
  const [flow, to, unknown] = [newFlow({ mailings: 1 }), newRecipient(), newEmail()]
  const asked = await ask(flow, to.email, to)
  expect({ ...asked, code: undefined }).toMatchObject({ isDue: true })
  const code = wrongCode(await lastCode(to.email))
  expect(saidBy(await ask(flow, unknown))).toEqual(['expiresAt', 'isDue', 'resendAt'])
  for (let tried = 0; tried < 6; tried += 1)
    expect(saidBy(await give(flow, unknown, code, []))).toEqual(
      saidBy(await give(flow, to.email, code, [to])),
    )
  expect(saidBy(await give(flow, unknown, code, []))).toMatchObject({ code: 'OTP_LOCKED' })
  // Both are locked, so that both would get another code.
  expect(saidBy(await ask(flow, unknown))).toEqual(saidBy(await ask(flow, to.email, to)))
  expect(await countMails(unknown)).toBe(0)
})

test('a code is good for one purpose at one address', async () => {
  const [flow, to] = [newFlow(), newRecipient()]
  await ask(flow, to.email, to)
  const code = await lastCode(to.email)
  const elsewhere = newEmail()
  expect(await give(flow, elsewhere, code, [{ ...to, email: elsewhere }])).toBeInstanceOf(Problem)
  const closing = await act(async (work) => {
    const given = await takeCode(work, flow, { purpose: 'close', email: to.email, code })
    return given instanceof Problem ? given : matchCode(work, given, [to])
  })
  expect(closing).toBeInstanceOf(Problem)
  expect(await give(flow, to.email, code, [to])).toBe(to)
})

test('of several who wait at one address the code finds its own; who still has tries speaks for all', async () => {
  const [flow, email] = [newFlow(), newEmail()]
  const [first, second] = [newRecipient(email), newRecipient(email)]
  await ask(flow, email, first)
  const firstCode = await lastCode(email)
  for (let tried = 0; tried < 5; tried += 1) await give(flow, email, wrongCode(firstCode), [first])
  await ask(flow, email, second)
  const code = await lastCode(email)
  expect(saidBy(await give(flow, email, wrongCode(code), [first, second]))).toEqual({
    code: 'OTP_INVALID',
    details: { triesLeft: 4 },
  })
  expect(await give(flow, email, code, [first, second])).toBe(second)
})

test('new codes buy no tries beyond the budget of the address, until one was right', async () => {
  const [flow, to] = [newFlow({ tries: 6 }), newRecipient()]
  for (const tries of [5, 1]) {
    await ask(flow, to.email, to)
    const wrong = wrongCode(await lastCode(to.email))
    for (let tried = 0; tried < tries; tried += 1) await give(flow, to.email, wrong, [to])
  }
  const code = await lastCode(to.email)
  const refused = await give(flow, to.email, code, [to])
  expect(saidBy(refused)).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  expect((refused as Problem).extra.retryAfterSeconds).toBeGreaterThan(3000)
  const other = newRecipient()
  for (let round = 0; round < 3; round += 1) {
    await later(minutes(11) * round, async () => {
      await ask(flow, other.email, other)
      const right = await lastCode(other.email)
      for (let tried = 0; tried < 3; tried += 1) await give(flow, other.email, wrongCode(right), [other])
      expect(await give(flow, other.email, right, [other])).toBe(other)
    })
  }
})

test('mails are counted by address over all purposes, and only what is due', async () => {
  const [flow, to] = [newFlow({ mailings: 2 }), newRecipient()]
  for (let tap = 0; tap < 5; tap += 1) await ask(flow, to.email, to)
  expect(await act((work) => refusalOfMailing(work, flow, to.email))).toBeUndefined()
  expect(await act((work) => sendCode(work, flow, 'close', to))).toMatchObject({ isDue: true })
  expect(await act((work) => refusalOfMailing(work, flow, to.email))).toBeInstanceOf(Problem)
  await later(minutes(2), async () => expect(await ask(flow, to.email, to)).toBeInstanceOf(Problem))
  expect(await countMails(to.email)).toBe(2)
})

test('requests are counted by purpose, whether or not somebody is there', async () => {
  const flow = newFlow({ askings: 2 })
  for (const to of [newRecipient(), undefined]) {
    const email = to?.email ?? newEmail()
    for (let asked = 0; asked < 2; asked += 1) expect(await ask(flow, email, to)).not.toBeInstanceOf(Problem)
    expect(await ask(flow, email, to)).toBeInstanceOf(Problem)
    expect(await ask(flow, email, to, 'close')).not.toBeInstanceOf(Problem)
  }
})

test('a code that was right is known again while it would still be good', async () => {
  const [flow, to] = [newFlow(), newRecipient()]
  await ask(flow, to.email, to)
  const code = await lastCode(to.email)
  const wasTaken = (given: string, id = to.id) =>
    act((work) => wasTakenFrom(work, { flow, purpose: 'open', email: to.email, code: given }, id))
  expect(await wasTaken(code)).toBe(false)
  await give(flow, to.email, code, [to])
  expect(await wasTaken(code)).toBe(true)
  expect(await wasTaken(wrongCode(code))).toBe(false)
  expect(await wasTaken(code, newId())).toBe(false)
  expect(await later(minutes(10), () => wasTaken(code))).toBe(false)
})
