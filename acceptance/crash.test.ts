import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../server/src/platform/clock.ts'
import { newDataDir } from '../server/src/testing/data-dir.ts'
import { everyKind, type Kind, signUps } from './crash-kinds.ts'
import { startVictim, type Victim } from './database.ts'
import { ahead } from './faketime.ts'
import { isReady, type Program, runCommand, startProgram } from './program.ts'
import { createAdministrators, until } from './steps.ts'

/** How often something is killed; docs/reliability.md has the longer runs. */
const kills = Number(process.env.CRASH_KILLS ?? 10)
/** What is killed, in turn. */
const victims = ['program', 'database', 'both'] as const
/** How many writes are acknowledged before a kill: not the same number each time. */
const writesBefore = (round: number) => 30 + (round % 10)
const leastWrites = 25

const dataDir = newDataDir()
let database: Victim
let program: Program
let kinds: Kind[]
const variables = () => ({ DATABASE_URL: database.connectionString })

/** Whoever was killed keeps others from what it had begun no longer than that. */
const start = () => startProgram(dataDir, { ...variables(), RATE_LIMIT: 'off', STEP_LEASE_SECONDS: '2' })

beforeAll(async () => {
  database = await startVictim(dataDir)
  await createAdministrators(dataDir, variables())
  program = await start()
  kinds = await everyKind(program)
}, minutes(10))

afterAll(async () => {
  await program?.stop()
  await database?.stop()
})

async function kill(victim: (typeof victims)[number]): Promise<void> {
  await Promise.all([
    victim !== 'program' && database.kill(),
    // It goes on, and finds the database again, where that alone is killed.
    victim !== 'database' && program.kill(),
  ])
}

async function startAgain(victim: (typeof victims)[number], settings: string[] = []): Promise<void> {
  if (victim !== 'program') database = await startVictim(dataDir, settings)
  if (victim !== 'database') program = await start()
  await until(() => isReady(program.baseUrl))
}

interface Written {
  answered: Map<Kind, string[]>
  unanswered: Map<Kind, string[]>
  acknowledged: number
}

const perKind = () => new Map(kinds.map((kind) => [kind, [] as string[]]))
type Done = Awaited<ReturnType<Kind['write']>>
const isGood = ({ response }: Done) => response !== undefined && response.status < 300

/** Writes with two clients of each kind until something is killed in the middle of it. */
async function writeUntilKilled(round: number, victim: (typeof victims)[number]): Promise<Written> {
  const [answered, unanswered] = [perKind(), perKind()]
  let acknowledged = 0
  let killed: Promise<void> | undefined
  const client = async (kind: Kind, number: number) => {
    for (let n = 0; !killed; n += 1) {
      const key = `${kind.name}-${round}-${number}-${n}`
      const done = await kind.write(program, key).catch((error: unknown): Done => ({ error }))
      const isAnswered = isGood(done)
      // Nobody is turned away before anything is killed.
      if (!isAnswered && !killed) throw new Error(`${key}: ${JSON.stringify(done.error)}`)
      ;(isAnswered ? answered : unanswered).get(kind)?.push(key)
      if (!isAnswered) continue
      acknowledged += 1
      if (acknowledged === writesBefore(round)) killed = kill(victim)
    }
  }
  await Promise.all(kinds.flatMap((kind) => [client(kind, 1), client(kind, 2)]))
  await killed
  return { answered, unanswered, acknowledged }
}

/** What a repeat is answered, once what the first one had begun is nobody's any more. */
async function answerOf(kind: Kind, key: string): Promise<number | undefined> {
  const { response, error } = await kind.write(program, key)
  const code = (error as { error?: { code?: string } } | undefined)?.error?.code
  return code === 'IDEMPOTENCY_IN_PROGRESS' ? undefined : response?.status
}

/** Repeats all that was not answered. @returns how many that were. */
async function repeat(unanswered: Written['unanswered']): Promise<number> {
  const since = performance.now()
  const all = [...unanswered].flatMap(([kind, keys]) => keys.map((key) => ({ kind, key })))
  await Promise.all(
    all.map(async ({ kind, key }) => {
      const status = await until(() => answerOf(kind, key))
      expect([key, status < 300 || status === kind.doneStatus]).toEqual([key, true])
    }),
  )
  expect(performance.now() - since).toBeLessThan(minutes(3))
  return all.length
}

/** What is not there, and what is there once too often. */
async function findingsOf(kind: Kind, keys: string[]): Promise<{ lost: string[]; doubled: string[] }> {
  const found = await kind.read(program, keys)
  const there = new Set(found)
  const wanted = new Set(keys)
  return {
    lost: keys.filter((key) => !there.has(key)),
    doubled: found.filter((key, index) => !wanted.has(key) || found.indexOf(key) !== index),
  }
}

test('what was acknowledged survives the death of the program, of the database and of both, and a repeat of what was not is done once', {
  // Whatever may hang in it has a limit of its own.
  timeout: minutes(30) + kills * minutes(1),
}, async () => {
  const everyKey = perKind()
  let [acknowledged, repeats] = [0, 0]
  for (let round = 0; round < kills; round += 1) {
    const victim = victims[round % victims.length] ?? 'both'
    const written = await writeUntilKilled(round, victim)
    await startAgain(victim)
    repeats += await repeat(written.unanswered)
    acknowledged += written.acknowledged
    for (const kind of kinds) {
      const keys = everyKey.get(kind) ?? []
      keys.push(...(written.answered.get(kind) ?? []), ...(written.unanswered.get(kind) ?? []))
      expect([round, kind.name, await findingsOf(kind, keys)]).toEqual([
        round,
        kind.name,
        { lost: [], doubled: [] },
      ])
      await kind.check?.(program, keys.length)
    }
  }
  // Those who were found once are asked for once more.
  const [first] = kinds
  if (first) expect(await findingsOf(signUps(), everyKey.get(first) ?? [])).toEqual({ lost: [], doubled: [] })
  expect(acknowledged).toBeGreaterThanOrEqual(kills * leastWrites)
  // Clients that were always answered would have proved nothing.
  expect(repeats).toBeGreaterThanOrEqual(kills)
  console.log(`${kills} kills, ${acknowledged} writes acknowledged, ${repeats} repeated`)

  expect(await program.stop()).toBe(0)
  // It fails where the books do not add up; what the sandbox charged is compared once it is an hour old.
  const said = await runCommand(dataDir, ['ledger', 'prove'], { ...variables(), ...ahead('2h') })
  expect(said).toContain('sandbox: its report says the same.')
})

test('the harness finds what a database loses that acknowledges before it has written', {
  timeout: minutes(30),
}, async () => {
  // It writes only now and then by itself, and not because there is much to write.
  const careless = ['synchronous_commit=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=1GB']
  await database.stop()
  database = await startVictim(dataDir, careless)
  program = await start()
  const written = await writeUntilKilled(kills, 'both')
  await startAgain('both', careless)
  const lost = await Promise.all(
    kinds.map(async (kind) => (await findingsOf(kind, written.answered.get(kind) ?? [])).lost),
  )
  expect(lost.flat().length).toBeGreaterThan(0)
})
