import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  from: string
  to: string
  text: string
}

/** What to do with a mail: take it, refuse it for now or for good, take it and hang up without a word, hang up before, or talk nonsense. */
export type Verdict = 'take' | 'later' | 'never' | 'lose' | 'cut' | 'babble'

/** A mail server that speaks as much SMTP as it takes to receive one, and does what it is told. */
export interface SmtpServer {
  url: string
  /** What it took, in order. */
  mails: ReceivedMail[]
  close(): Promise<void>
}

/**
 * @param verdictOn is asked for each recipient of each try.
 * @param login is asked of everybody, if given.
 */
export async function startSmtpServer(
  verdictOn: (recipient: string) => Verdict,
  login?: { user: string; password: string },
): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void converse(socket, verdictOn, mails, login)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

async function converse(
  socket: Socket,
  verdictOn: (recipient: string) => Verdict,
  mails: ReceivedMail[],
  login: { user: string; password: string } | undefined,
): Promise<void> {
  const say = (line: string) => void socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', to: '', text: '' }
  let verdict: Verdict = 'take'
  let isInData = false
  let isKnown = login === undefined
  const wanted = Buffer.from(`\0${login?.user}\0${login?.password}`).toString('base64')
  say('220 mail.example ESMTP')
  for await (const line of createInterface({ input: socket })) {
    if (isInData && line !== '.') {
      mail.text += `${line.replace(/^\./, '')}\n`
    } else if (isInData) {
      isInData = false
      mails.push(mail)
      if (verdict === 'lose') return void socket.destroy()
      say('250 2.0.0 taken')
    } else if (/^EHLO/i.test(line)) {
      if (login) say('250-mail.example')
      say(login ? '250 AUTH PLAIN' : '250 mail.example')
    } else if (/^AUTH PLAIN /i.test(line)) {
      isKnown = line.slice('AUTH PLAIN '.length) === wanted
      say(isKnown ? '235 2.7.0 welcome' : '535 5.7.8 not with this password')
    } else if (!isKnown && !/^QUIT/i.test(line)) say('530 5.7.0 sign in first')
    else if (/^MAIL FROM/i.test(line)) {
      mail = { from: addressIn(line), to: '', text: '' }
      say('250 2.1.0 sender is fine')
    } else if (/^RCPT TO/i.test(line)) {
      mail.to = addressIn(line)
      verdict = verdictOn(mail.to)
      if (verdict === 'cut') return void socket.destroy()
      if (verdict === 'babble') say('what?')
      else if (verdict === 'later') say('451 4.7.1 greylisted, try again')
      else if (verdict === 'never') say('550 5.1.1 no such mailbox')
      else say('250 2.1.5 recipient is fine')
    } else if (/^DATA/i.test(line)) {
      isInData = true
      say('354 go ahead')
    } else if (/^QUIT/i.test(line)) {
      say('221 2.0.0 bye')
      socket.end()
    } else say('502 5.5.2 not understood')
  }
}
