import { expect, test } from 'vitest'
import { operationsOf } from '../../host.ts'
import { lastCode, lastMail, later, newAddress, newEmail, world } from '../../testing/kit.ts'
import { countMails, wrongCode } from '../../testing/users.ts'
import { days, hours, minutes, seconds } from '../clock.ts'
import { newId } from '../ids.ts'
import { Problem } from '../operation/problem.ts'
import { transact } from '../operation/transact.ts'
import type { Work } from '../operation/work.ts'
import type { Asker } from './askers.ts'
import { askForCode, type CodeFlow, type Recipient, tryCode, wasTakenFrom } from './code-flow.ts'
import { otpExpired, otpInvalid, otpLocked } from './problems.ts'

const flow: CodeFlow<'open' | 'close'> = {
  realm: 'marketplace',
  letter: (purpose, { code, lifetime }) => ({
    subject: purpose,
    text: `${code} (${lifetime})`,
  }),
  refusals: {
    wrong: (triesLeft) => otpInvalid({ details: { triesLeft } }),
    expired: otpExpired,
    locked: otpLocked,
  },
}

const newStranger = (): Asker => ({ name: `address ${newAddress()}`, isKnown: false })
const newDevice = (): Asker => ({ name: `device ${newId()}`, isKnown: true })
/** Who asks and tries where it does not matter. */
const somebody = newStranger()

const newRecipient = (email = newEmail()): Recipient => ({ id: newId(), email })

async function act<Result>(does: (work: Work) => Promise<Result>): Promise<Result> {
  const { host } = await world()
  return transact(host.services, operationsOf('marketplace').module, does)
}

type Purpose = 'open' | 'close'
const ask = (email: string, to?: Recipient, { purpose = 'open' as Purpose, asker = somebody } = {}) =>
  act((work) => askForCode(work, flow, { purpose, email, to, asker, language: 'en' }))

const give = (
  email: string,
  code: string,
  owner?: Recipient,
  { purpose = 'open' as Purpose, asker = somebody } = {},
) => act((work) => tryCode(work, flow, { purpose, email, code, asker }, owner))

/** What is said to the one who asks or tries. */
const saidBy = (answer: object) =>
  answer instanceof Problem
    ? { code: answer.code, details: answer.extra.details }
    : Object.keys(answer).sort()

test('a code is mailed once a minute, in words of the product, and is right once', async () => {
  const to = newRecipient()
  const sending = await ask(to.email.toUpperCase(), to)
  const code = await lastCode(to.email)
  expect(sending).toMatchObject({ code, isDue: true })
  expect(await lastMail(to.email)).toMatchObject({ subject: 'open', text: `${code} (ten minutes)` })
  expect(await ask(to.email, to)).toMatchObject({ code, isDue: false })
  expect(await later(seconds(60), () => ask(to.email, to))).toMatchObject({ code, isDue: true })
  expect(await countMails(to.email)).toBe(2)
  expect(await give(to.email, code, to)).toBe(to)
  expect(saidBy(await give(to.email, code, to))).toMatchObject({ code: 'OTP_INVALID' })
})

test('a code lives ten minutes from its last sending, and not beyond an hour', async () => {
  const to = newRecipient()
  await ask(to.email, to)
  const code = await lastCode(to.email)
  await give(to.email, wrongCode(code), to)
  const sentAgain = await later(minutes(10) - seconds(10), () => ask(to.email, to))
  expect(sentAgain).toMatchObject({ code, isDue: true })
  for (const minute of [19, 28, 37])
    expect(await later(minutes(minute), () => ask(to.email, to))).toMatchObject({ code, isDue: true })
  // Its own sendings are not used up yet.
  const asker = newDevice()
  expect(await later(minutes(46), () => ask(to.email, to, { asker }))).toMatchObject({ code })
  await later(minutes(56) - seconds(10), async () => {
    expect(saidBy(await give(to.email, wrongCode(code), to))).toEqual({
      code: 'OTP_INVALID',
      details: { triesLeft: 3 },
    })
    const newest = await ask(to.email, to, { asker })
    expect(newest.code).not.toBe(code)
    expect(newest.expiresAt.getTime() - newest.resendAt.getTime()).toBe(minutes(10) - seconds(60))
    expect(await give(to.email, newest.code ?? '', to)).toBe(to)
  })
})

test('a code that was not asked for again is over after ten minutes', async () => {
  const to = newRecipient()
  await ask(to.email, to)
  await later(minutes(9), () => ask(to.email, to))
  const code = await lastCode(to.email)
  await later(minutes(19), async () =>
    expect(saidBy(await give(to.email, code, to))).toMatchObject({ code: 'OTP_EXPIRED' }),
  )
})

test('to ask and to try says the same of an address that has nobody, and mails nothing', async () => {
  const [to, unknown] = [newRecipient(), newEmail()]
  const asked = await ask(to.email, to)
  expect({ ...asked, code: undefined }).toMatchObject({ isDue: true })
  const code = wrongCode(await lastCode(to.email))
  expect(saidBy(await ask(unknown))).toEqual(['expiresAt', 'isDue', 'resendAt'])
  for (let tried = 0; tried < 6; tried += 1)
    expect(saidBy(await give(unknown, code))).toEqual(saidBy(await give(to.email, code, to)))
  expect(saidBy(await give(unknown, code))).toMatchObject({ code: 'OTP_LOCKED' })
  // Both are locked, so that both would get another code.
  expect(await ask(unknown)).toMatchObject({ isDue: true })
  expect(await ask(to.email, to)).toMatchObject({ isDue: true })
  expect(await countMails(unknown)).toBe(0)
})

test('a code is good for one purpose at one address', async () => {
  const to = newRecipient()
  await ask(to.email, to)
  const code = await lastCode(to.email)
  const elsewhere = newEmail()
  expect(await give(elsewhere, code, { ...to, email: elsewhere })).toBeInstanceOf(Problem)
  const closing = await give(to.email, code, to, { purpose: 'close' })
  expect(closing).toBeInstanceOf(Problem)
  expect(await give(to.email, code, to)).toBe(to)
})

test('tries count for each who tries: nobody kills a code for somebody else', async () => {
  const [to, owner, stranger] = [newRecipient(), newStranger(), newStranger()]
  await ask(to.email, to, { asker: owner })
  const code = await lastCode(to.email)
  for (const triesLeft of [4, 3, 2, 1])
    expect(saidBy(await give(to.email, wrongCode(code), to, { asker: stranger }))).toEqual({
      code: 'OTP_INVALID',
      details: { triesLeft },
    })
  for (const tried of [wrongCode(code), code])
    expect(saidBy(await give(to.email, tried, to, { asker: stranger }))).toMatchObject({ code: 'OTP_LOCKED' })
  await later(minutes(2), async () => {
    expect(await ask(to.email, to, { asker: stranger })).toMatchObject({ code })
    expect(await give(to.email, code, to, { asker: owner })).toBe(to)
  })
})

test('who alone asked for a code and has no tries left gets another one', async () => {
  const to = newRecipient()
  await ask(to.email, to)
  const code = await lastCode(to.email)
  for (let tried = 0; tried < 5; tried += 1) await give(to.email, wrongCode(code), to)
  expect(saidBy(await give(to.email, code, to))).toMatchObject({ code: 'OTP_LOCKED' })
  await ask(to.email, to)
  const next = await lastCode(to.email)
  expect(next).not.toBe(code)
  expect(await give(to.email, next, to)).toBe(to)
})

test('after fifty wrong codes of strangers a known device, and who asked, is still compared', async () => {
  for (const isThere of [true, false]) {
    const to = newRecipient()
    const owner = isThere ? to : undefined
    const asker = newStranger()
    await ask(to.email, owner, { asker })
    const code = isThere ? await lastCode(to.email) : '123456'
    for (let tried = 0; tried < 50; tried += 1) {
      const said = saidBy(await give(to.email, wrongCode(code), owner, { asker: newStranger() }))
      expect(said).toEqual({ code: 'OTP_INVALID', details: { triesLeft: 4 } })
    }
    const stranger = await give(to.email, code, owner, { asker: newStranger() })
    expect(saidBy(stranger)).toMatchObject({ code: 'OTP_LOCKED' })
    if (!isThere) continue
    for (const known of [asker, newDevice()]) {
      await later(minutes(isThere ? 2 : 0), () => ask(to.email, to, { asker: newStranger() }))
      expect(await give(to.email, await lastCode(to.email), to, { asker: known })).toBe(to)
    }
  }
})

test('strangers’ tries leave some of a hundred in a row to who asked, and those some to known devices', async () => {
  const to = newRecipient()
  const day = async (number: number) => {
    await ask(to.email, to)
    const wrong = wrongCode(await lastCode(to.email))
    for (let tried = 0; tried < 60; tried += 1) await give(to.email, wrong, to, { asker: newStranger() })
    // A right one among them would be lost by now.
    const said = saidBy(await give(to.email, await lastCode(to.email), to, { asker: newStranger() }))
    expect(said, `day ${number}`).toMatchObject({ code: 'OTP_LOCKED' })
  }
  for (const number of [0, 1, 2]) await later(days(number) + hours(number), () => day(number))
  await later(days(4), async () => {
    await ask(to.email, to)
    const code = await lastCode(to.email)
    expect(saidBy(await give(to.email, code, to, { asker: newStranger() }))).toMatchObject({
      code: 'OTP_INVALID',
    })
    for (let asked = 0; asked < 20; asked += 1) {
      const asker = newStranger()
      await ask(to.email, to, { asker })
      await give(to.email, wrongCode(code), to, { asker })
    }
    expect(saidBy(await give(to.email, code, to))).toMatchObject({ code: 'OTP_INVALID' })
    expect(await give(to.email, code, to, { asker: newDevice() })).toBe(to)
  })
})

test('when an hour’s sendings are used up the asking is answered alike, and the newest code stays good', async () => {
  const to = newRecipient()
  for (const minute of [0, 1, 2, 3, 4])
    await later(minutes(minute), async () =>
      expect(await ask(to.email, to, { asker: newStranger() })).toMatchObject({ isDue: true }),
    )
  const code = await lastCode(to.email)
  expect(await countMails(to.email)).toBe(5)
  await later(minutes(30), async () => {
    expect(saidBy(await give(to.email, code, to))).toMatchObject({ code: 'OTP_EXPIRED' })
    const asked = await ask(to.email, to)
    expect(asked).toMatchObject({ isDue: true })
    expect(asked.expiresAt.getTime() - asked.resendAt.getTime()).toBe(minutes(9))
    expect(await give(to.email, code, to)).toBe(to)
  })
  expect(await countMails(to.email)).toBe(5)
})

test('when a day’s sendings are used up the newest code stays good, and a known device gets another', async () => {
  const to = newRecipient()
  for (const hour of [0, 2])
    for (const minute of [0, 1, 2, 3, 4]) await later(hours(hour) + minutes(minute), () => ask(to.email, to))
  const code = await lastCode(to.email)
  await later(hours(20), async () => {
    await ask(to.email, to)
    expect(await countMails(to.email)).toBe(10)
    await give(to.email, wrongCode(code), to)
    await ask(to.email, to, { asker: newDevice() })
    expect(await countMails(to.email)).toBe(11)
    expect(await give(to.email, await lastCode(to.email), to)).toBe(to)
  })
  await later(hours(30), async () => expect(await ask(to.email, to)).toHaveProperty('code'))
})

test('what was asked for an address without an account costs the account nothing', async () => {
  const to = newRecipient()
  for (const minute of [0, 1, 2, 3, 4, 5]) await later(minutes(minute), () => ask(to.email))
  await ask(to.email, to)
  expect(await countMails(to.email)).toBe(1)
})

test('a code that was right is known again while it would still be good', async () => {
  const to = newRecipient()
  await ask(to.email, to)
  const code = await lastCode(to.email)
  const wasTaken = (given: string, id = to.id) =>
    act((work) =>
      wasTakenFrom(work, flow, { purpose: 'open', email: to.email, code: given, asker: somebody }, id),
    )
  expect(await wasTaken(code)).toBe(false)
  await give(to.email, code, to)
  expect(await wasTaken(code)).toBe(true)
  expect(await wasTaken(wrongCode(code))).toBe(false)
  expect(await wasTaken(code, newId())).toBe(false)
  expect(await later(minutes(10), () => wasTaken(code))).toBe(false)
})
