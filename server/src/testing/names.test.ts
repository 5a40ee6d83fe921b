import { describe, expect, test } from 'vitest'
import { suspendPerson } from '../marketplace/accounts/public.ts'
import { marketplace } from '../marketplace/module.ts'
import { newId } from '../platform/ids.ts'
import { transact } from '../platform/operation/transact.ts'
import { call, expectProblem, granted, lastCode, lastMail, newEmail, newMember, world } from './kit.ts'
import { wellnessBase } from './wellness.ts'

/** What people call themselves is written into mails, and anybody may write anybody's address beside it. */

const market = '/api/v1/usr-mgt'
const password = 'correct horse battery'
const location = { type: 'Point', coordinates: [13.4, 52.5] }
const joinMarket = (email: string, name: string) =>
  call('POST', `${market}/create`, {
    body: { name, email, password, agree: 'true', fcm_token: null, location },
  })
const joinWellness = (email: string, name: string) =>
  call('POST', `${wellnessBase}/user/signup`, {
    body: { name, email, password, acceptTerms: true, timeZone: 'Europe/Berlin' },
  })
const advertisement = 'You won! Fetch it at https://prize.example'

test('a name is one line', async () => {
  const member = await newMember()
  const wanted = newEmail()
  for (const gap of ['\n', '\r\n', '\t', '\u0085', '\u2028', '\u2029', '\u001b']) {
    const name = `Ada${gap}Lovelace`
    for (const answer of [
      await joinMarket(wanted, name),
      await joinWellness(wanted, name),
      await call('PUT', `${market}/update`, { as: member, body: { name } }),
    ])
      expectProblem(answer, 400, 'VALIDATION_FAILED', 'body.name')
  }
  // What surrounds it is taken off, and every script has its letters.
  for (const name of ['\n Ada\u2028', 'Zoë O’Hara-Łuczak', '李小龍', 'علي', 'Ada 🚲 L.'])
    await granted(call('PUT', `${market}/update`, { as: member, body: { name } }))
})

describe('an address that nobody proved', () => {
  test.each([
    ['marketplace', joinMarket],
    ['wellness', joinWellness],
  ])('is not greeted with a code of the %s', async (_, join) => {
    const email = newEmail()
    await granted(join(email, advertisement))
    const { subject, text } = await lastMail(email)
    expect(text).toMatch(/\b\d{6}\b/)
    expect(subject + text).not.toContain('prize')
  })

  test('is not greeted by warnings either, before it is proved', async () => {
    const [unproved, proved] = [newEmail(), newEmail()]
    const people = []
    for (const email of [unproved, proved]) {
      const { body } = await granted(joinMarket(email, advertisement))
      people.push({ id: body.data.user._id, token: body.data.access_token })
    }
    await granted(call('POST', `${market}/verify`, { body: { email: proved, otp: await lastCode(proved) } }))

    for (const as of people)
      await granted(call('PUT', `${market}/update`, { as, body: { email: newEmail() } }))
    expect((await lastMail(proved)).text).toMatch(/^Hello You won!.*\n\nSomebody signed in/)
    expect((await lastMail(unproved)).text).toMatch(/^Somebody signed in/)

    const { host } = await world()
    for (const { id } of people)
      await transact(host.services, marketplace, (work) =>
        suspendPerson(work, id, { reason: 'Advertisement', decisionId: newId(), until: null }),
      )
    expect((await lastMail(proved)).text).toMatch(/^Hello You won!.*\n\nYour account is suspended/)
    expect((await lastMail(unproved)).text).toMatch(/^Your account is suspended/)
  })
})
