import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeProviders, openProvider } from '../../testing/providers.ts'
import { type SmtpServer, startSmtpServer, type Verdict } from '../../testing/smtp-server.ts'
import { newId } from '../ids.ts'
import { ProviderRefused } from '../provider-errors.ts'
import { outboxMail } from './builtin.ts'
import type { MailTransport } from './port.ts'
import { smtpMail } from './smtp.ts'

let server: SmtpServer
let smtp: MailTransport
let outbox: MailTransport
const verdicts = new Map<string, Verdict>()
const login = { user: 'town', password: 'p@ss/word' }

beforeAll(async () => {
  server = await startSmtpServer((recipient) => verdicts.get(recipient) ?? 'take', login)
  smtp = await openSmtp(login.password)
  outbox = await openProvider(outboxMail)
})
afterAll(async () => {
  await closeProviders()
  await server.close()
})

const openSmtp = (password: string) =>
  openProvider(smtpMail, {
    SMTP_URL: server.url.replace('//', `//${login.user}:${encodeURIComponent(password)}@`),
    MAIL_FROM: 'Plaza <post@town.example>',
  })

function newMail(verdict: Verdict = 'take') {
  const id = newId()
  const recipient = `r-${id}@example.org`
  verdicts.set(recipient, verdict)
  return {
    id,
    recipient,
    subject: 'Grüße',
    text: 'Zeile eins\n.\nZeile drei',
    unsubscribeUrl: null,
    replyTo: null,
  }
}
const takenFor = (recipient: string) => server.mails.filter(({ to }) => to === recipient)

describe.each([
  ['the outbox', () => outbox],
  ['a mail server', () => smtp],
])('%s', (_name, transport) => {
  test('takes a mail, and the same one once more', async () => {
    const mail = newMail()
    await transport().send(mail)
    await transport().send(mail)
  })
})

describe('a mail server', () => {
  test('gets one mail for one recipient, and the same id whenever it is sent', async () => {
    const mail = newMail()
    await smtp.send(mail)
    await smtp.send(mail)
    const ids = takenFor(mail.recipient).map(({ text }) => /^Message-ID: (.*)$/im.exec(text)?.[1])
    expect(ids).toEqual([`<${mail.id}@town.example>`, `<${mail.id}@town.example>`])
    expect(takenFor(mail.recipient)[0]?.from).toBe('post@town.example')
  })

  test('is told how a mail of many is stopped with one click, and of no other', async () => {
    const [own, bulk] = [newMail(), newMail()]
    const unsubscribeUrl = `https://town.example/stop?token=${'a'.repeat(87)}`
    await smtp.send(own)
    await smtp.send({ ...bulk, unsubscribeUrl })
    const headersOf = ({ recipient }: { recipient: string }) =>
      (takenFor(recipient)[0]?.text ?? '')
        .replace(/\n\s+/g, ' ')
        .split('\n')
        .filter((line) => line.startsWith('List-'))
    expect(headersOf(own)).toEqual([])
    expect(headersOf(bulk)).toEqual([
      `List-Unsubscribe: <${unsubscribeUrl}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ])
  })

  test('is told whom an answer goes to, where that is not the sender', async () => {
    const [own, forwarded] = [newMail(), newMail()]
    await smtp.send(own)
    await smtp.send({ ...forwarded, replyTo: 'ada@example.org' })
    const answerOf = ({ recipient }: { recipient: string }) =>
      /^Reply-To: (.*)$/m.exec(takenFor(recipient)[0]?.text ?? '')?.[1]
    expect([answerOf(own), answerOf(forwarded)]).toEqual([undefined, 'ada@example.org'])
  })

  test('that refuses the recipient for good has refused', async () => {
    await expect(smtp.send(newMail('never'))).rejects.toThrow(ProviderRefused)
  })

  test.each(['later', 'lose', 'cut', 'babble'] as const)(
    'that says “%s” may be asked again',
    async (verdict) => {
      const mail = newMail(verdict)
      const error = await smtp.send(mail).catch((failure: unknown) => failure)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(ProviderRefused)
      verdicts.set(mail.recipient, 'take')
      await smtp.send(mail)
      expect(takenFor(mail.recipient).length).toBeGreaterThan(0)
    },
  )

  test('that does not take our password has refused no mail, and the password is not told', async () => {
    const mail = newMail()
    const wrong = await openSmtp('another word')
    const error = await wrong.send(mail).catch((failure: unknown) => failure)
    expect(error).not.toBeInstanceOf(ProviderRefused)
    expect(String(error)).toContain('535')
    expect(String((error as Error).stack)).not.toContain('another')
    expect(takenFor(mail.recipient)).toEqual([])
  })
})
