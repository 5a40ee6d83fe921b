import { expect, test } from 'vitest'
import * as marketplace from '../client/marketplace.ts'
import { streamEvents } from '../client/stream.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { mainFile, startProgram } from './program.ts'
import { joinMarket, marketAt, newcomer } from './steps.ts'

const rush = 30
const emails = Array.from({ length: rush }, (_, n) => `late-${n}@example.org`)

test('a stop answers whatever it has begun, closes the streams, and takes nothing more', async () => {
  const dataDir = newDataDir()
  const program = await startProgram(dataDir, { RATE_LIMIT: 'off' }, mainFile)
  const ada = await joinMarket(program, { name: 'Ada', email: 'ada@example.org' })
  const stream = streamEvents({ url: `${program.baseUrl}/api/v1/stream`, accessToken: ada.token })
  expect(await stream.next()).toMatchObject({ value: { type: 'connected' } })

  const join = async (email: string, at = program) => {
    const body = newcomer({ name: 'Late', email })
    const { response } = await marketplace
      .createUser({ client: marketAt(at), body })
      .catch(() => ({ response: undefined }))
    return response?.status
  }
  const answers = emails.map((email) => join(email))
  await Promise.race(answers)
  expect(await program.stop()).toBe(0)
  expect(await stream.next().catch(() => ({ done: true }))).toMatchObject({ done: true })
  const statuses = await Promise.all(answers)
  expect(statuses).toContain(200)

  const again = await startProgram(dataDir, { RATE_LIMIT: 'off' }, mainFile)
  for (const [n, email] of emails.entries())
    expect([email, await join(email, again)]).toEqual([email, statuses[n] === 200 ? 409 : 200])
  // A terminal asks all processes of a command, and the one that started the others passes it on.
  again.process.kill('SIGINT')
  expect(await again.stop()).toBe(0)
})
