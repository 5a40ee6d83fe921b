import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as marketplace from '../marketplace/texts.ts'
import { minutes } from '../platform/clock.ts'
import { languages } from '../platform/language.ts'
import * as wellness from '../wellness/texts.ts'
import { newRoom, send } from './chat.ts'
import { call, granted, lastMail, later, newAddress, newEmail, newMember, newStaff, world } from './kit.ts'
import { favourite, newPost, noticesOf, update } from './posts.ts'
import { newUser, wellnessBase } from './wellness.ts'

// What the server says of itself is in the language that is stored of its reader, whoever caused it.

const market = '/api/v1/usr-mgt'
const speakOf = (person: { token: string }, language: string) =>
  granted(call('PUT', `${market}/update`, { as: person, body: { language } }))
const forgotten = (email: string, headers: Record<string, string> = {}) =>
  granted(call('POST', `${market}/forgot-password`, { body: { email }, from: newAddress(), headers }))

describe('a notice of the marketplace', () => {
  test.each([
    ['de', 'Antworten'],
    ['de-AT', 'Antworten'],
    ['DE', 'Antworten'],
    ['fr', 'Reply'],
    ['en-GB', 'Reply'],
  ])('of a message is in %s or what comes closest, not in the language of its sender', async (tag, label) => {
    const { a, b, id } = await newRoom()
    await speakOf(a, tag)
    await granted(send(b, id, 'Ist es noch da?'))
    const [notice] = await noticesOf(a, 'message')
    // What people write stays as they wrote it.
    expect(notice).toMatchObject({
      message: 'Ist es noch da?',
      action: { label, payload: { screen: 'ChatRoom', id } },
    })
    await speakOf(b, 'de')
    await granted(send(a, id, 'Yes'))
    expect((await noticesOf(b, 'message'))[0]?.action?.label).toBe('Antworten')
    // A notice stays as it was written.
    await speakOf(b, 'en')
    expect((await noticesOf(b, 'message'))[0]?.action?.label).toBe('Antworten')
  })

  test('of one or of several who saved a listing is its author’s', async () => {
    const [author, other] = [await newMember({ language: 'de-AT' }), await newMember()]
    const { _id: id } = await newPost(author)
    await granted(favourite(other, id))
    expect(await noticesOf(author, 'favourite')).toMatchObject([
      { title: 'Jemand hat sich deine Anzeige gemerkt', action: { label: 'Ansehen' } },
    ])
    await granted(favourite(await newMember({ language: 'fr' }), id))
    expect(await noticesOf(author, 'favourite')).toMatchObject([
      { title: '2 Leute haben sich deine Anzeige gemerkt' },
    ])
  })

  test('of a price says the amounts as the reader writes them', async () => {
    const author = await newMember()
    const [german, english] = [await newMember({ language: 'de' }), await newMember()]
    const { _id: id, title } = await newPost(author, { price: 1250.5 })
    for (const person of [german, english]) await granted(favourite(person, id))
    await granted(update(author, id, { price: 1000 }))
    const [drop] = await noticesOf(german, 'price_drop')
    expect(drop).toMatchObject({ title: 'Der Preis ist gesunken', action: { label: 'Ansehen' } })
    // Before the sign stands a space that keeps it with its amount.
    expect(drop.message.replaceAll('\u00a0', ' ')).toBe(`${title}: 1.250,50 € → 1.000,00 €`)
    expect(await noticesOf(english, 'price_drop')).toMatchObject([
      {
        title: 'The price went down',
        message: `${title}: 1250.50 EUR → 1000 EUR`,
        action: { label: 'View' },
      },
    ])
  })

  test('and its mail warn in the owner’s language', async () => {
    const person = await newMember({ language: 'de' })
    expect(await noticesOf(person, 'system')).toMatchObject([{ title: 'Willkommen, Ada Test' }])
    const wanted = newEmail()
    await granted(call('PUT', `${market}/update`, { as: person, body: { email: wanted } }))
    expect(await noticesOf(person, 'security')).toMatchObject([
      { title: 'Deine E-Mail-Adresse soll geändert werden', message: expect.stringContaining(wanted) },
    ])
    expect((await lastMail(person.email)).subject).toBe('Deine E-Mail-Adresse soll geändert werden')
    expect((await lastMail(wanted)).text).toMatch(/^Dein Code ist \d{6}\. Er gilt zehn Minuten\./)
  })

  test('of a moderator is in the language of whom it is for, and so is the mail', async () => {
    const [person, moderator] = [await newMember({ language: 'de' }), await newStaff('moderator')]
    const reference = { model: 'user', id: person.id }
    const body = {
      recipient: person.id,
      reference,
      rule: 'spam',
      message: 'Too much of it.',
      action: 'suspend',
    }
    const path = '/api/v1/notification-mgt/content-violation/manual'
    const { body: told } = await granted(call('POST', path, { as: moderator, body }))
    expect(told.data).toMatchObject({
      title: 'Eine unserer Regeln wurde verletzt',
      message: 'Too much of it.',
    })
    expect(await lastMail(person.email)).toMatchObject({
      subject: 'Dein Konto ist gesperrt',
      text: expect.stringMatching(
        /^Dein Konto ist gesperrt, und zwar aus diesem Grund:\n\nToo much of it\.\n\nHier liest du die Entscheidung/,
      ),
    })
  })
})

describe('a code of the marketplace', () => {
  test('is in the language of the account, whatever the request is in', async () => {
    const person = await newMember({ language: 'de-CH' })
    expect((await lastMail(person.email)).subject).toBe('Dein Bestätigungscode für Plaza')
    await forgotten(person.email, { 'accept-language': 'en' })
    expect((await lastMail(person.email)).subject).toBe('Neues Passwort für Plaza')
    const other = await newMember({ language: 'fr' })
    await forgotten(other.email, { 'accept-language': 'de' })
    expect(await lastMail(other.email)).toMatchObject({
      subject: 'Reset your Plaza password',
      text: expect.stringMatching(
        /^Your code is \d{6}\. It is valid for ten minutes\.\n\nIf you did not ask for it, nothing needs to be done\.\n$/,
      ),
    })
  })

  test.each([
    [{ 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' }, 'de'],
    [{ 'accept-language': 'fr,en;q=0.5' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'plaza-language=de' }, 'de'],
    [{}, 'en'],
  ])(
    'and what is stored of a new account that names none, follow the request: %j',
    async (headers, language) => {
      const email = newEmail()
      const location = { type: 'Point', coordinates: [13.4, 52.5] }
      const body = {
        name: 'Ada',
        email,
        password: 'correct horse battery',
        agree: 'true',
        fcm_token: null,
        location,
      }
      const { body: made } = await granted(
        call('POST', `${market}/create`, {
          body,
          from: newAddress(),
          headers: headers as Record<string, string>,
        }),
      )
      expect(made.data.user.language).toBe(language)
      const { subject } = await lastMail(email)
      expect(subject).toBe(
        language === 'de' ? 'Dein Bestätigungscode für Plaza' : 'Your Plaza verification code',
      )
    },
  )
})

describe('the wellness app', () => {
  const inbox = async (as: { token: string }) =>
    (await granted(call('GET', `${wellnessBase}/notification`, { as }))).body.data

  test('greets and warns in the stored language', async () => {
    const person = await newUser({ language: 'de-AT' })
    expect(await lastMail(person.email)).toMatchObject({
      subject: 'Willkommen bei Plaza Wellness',
      text: 'Hallo Ada Test,\n\ndein Konto ist bereit. Auch kleine Schritte zählen.\n',
    })
    expect(await inbox(person)).toMatchObject([{ title: 'Willkommen, Ada Test' }])
    const { email, password } = person
    await granted(
      call('POST', `${wellnessBase}/user/login`, {
        from: newAddress(),
        body: { email, password },
        headers: { 'user-agent': 'Another phone' },
      }),
    )
    expect((await lastMail(email)).subject).toBe('Neue Anmeldung bei Plaza Wellness')
    const french = await newUser({ language: 'fr' })
    expect((await lastMail(french.email)).subject).toBe('Welcome to Plaza wellness')
  })

  test('mails a code in the language of the account, or of the sign-up that waits', async () => {
    const body = { email: newEmail(), name: 'Ada', password: 'correct horse battery' }
    const headers = { language: 'de' }
    await granted(call('POST', `${wellnessBase}/user/signup`, { from: newAddress(), body, headers }))
    const subject = 'Dein Bestätigungscode für Plaza Wellness'
    expect((await lastMail(body.email)).subject).toBe(subject)
    await later(minutes(2), async () => {
      await granted(
        call('POST', `${wellnessBase}/user/resend-otp`, { from: newAddress(), body: { email: body.email } }),
      )
    })
    const { host } = await world()
    const { rows } = await sql<{ subject: string }>`
      select subject from platform.mail where recipient = ${body.email}`.execute(host.services.db)
    expect(rows).toEqual([{ subject }, { subject }])
    const person = await newUser({ language: 'de' })
    await granted(
      call('POST', `${wellnessBase}/user/forgot-password`, {
        from: newAddress(),
        body: { email: person.email },
        headers: { language: 'en' },
      }),
    )
    expect((await lastMail(person.email)).subject).toBe('Neues Passwort für Plaza Wellness')
  })

  test('follows the language that its pages were last used in', async () => {
    const { email, password, address } = await newUser()
    const { body } = await granted(
      call('POST', `${wellnessBase}/user/login`, {
        from: address,
        body: { email, password },
        headers: { language: 'de', 'user-agent': 'Another phone' },
      }),
    )
    expect(body.data.user.language).toBe('de')
    expect((await lastMail(email)).subject).toBe('Neue Anmeldung bei Plaza Wellness')
  })
})

type Texts = { [name: string]: unknown }

/** Every text with the way to it; one with values in it is said with some. */
function* textsIn(value: unknown, at: string): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, `${at}.${key}`)
  else if (typeof value === 'function') {
    yield [`${at} of one`, value(1, 'EUR')]
    yield [`${at} of two`, value(2, 'EUR')]
  } else yield [at, String(value)]
}
const named = (texts: unknown, at: string) => new Map(textsIn(texts as Texts, at))

describe.each(languages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  test.each([
    ['marketplace', marketplace.texts],
    ['wellness', wellness.texts],
  ])('of the %s are all there, and none was left in English', (product, texts) => {
    const [written, translated] = [named(texts.en, product), named(texts[language], product)]
    expect([...translated.keys()]).toEqual([...written.keys()])
    const left = [...translated].filter(([name, text]) => text === '' || text === written.get(name))
    expect(left).toEqual([])
  })
})
