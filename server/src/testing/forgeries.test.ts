import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { operationNamed, perform } from './arrangements.ts'
import { doorStories } from './door-stories.ts'
import { forgeries, type Trial, trialsAtDoors } from './forgeries.ts'
import { call, eventually, granted, world } from './kit.ts'
import { jobsDone } from './rows.ts'
import { closeWorld, worldWith } from './world.ts'

/** Every forgery at every door through which the marketplace is told of money. */

beforeAll(() => worldWith({}))
afterAll(closeWorld)

test('each door has each of the eighteen, tried or with the reason why it is not', () => {
  const doors = allOperations()
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .filter(({ id, operation }) => operation.access.verifier || id in doorStories)
  expect(Object.keys(trialsAtDoors).sort()).toEqual(doors.map(({ id }) => id).sort())
  expect(forgeries).toHaveLength(18)
  for (const trials of Object.values(trialsAtDoors))
    expect(Object.keys(trials).sort()).toEqual([...forgeries].sort())
})

/** What stands in the inbox of what came last. */
const newestOutcome = async (): Promise<string | undefined> => {
  const { rows } = await sql<{ outcome: string | null }>`
    select outcome from platform.inbox order by received_at desc, id desc limit 1`.execute(
    (await world()).host.services.db,
  )
  return rows[0]?.outcome ?? undefined
}

describe.each(Object.entries(trialsAtDoors))('at %s', (id, trials) => {
  test('nothing that is forged has an effect', async () => {
    const registered = operationNamed('marketplace', id)
    const story = await doorStories[id]?.()
    const genuine = story?.events.at(id.endsWith('Webhook') && !id.includes('Mobile') ? -1 : 0)
    if (!story || !genuine) throw new Error(`door-stories.ts has nothing to forge for ${id}`)
    for (const [what, trial] of Object.entries(trials) as [string, Trial][]) {
      if ('why' in trial) continue
      const { clock } = await world()
      const { headers, payload } = await trial.forge(genuine, clock.now())
      const answer = await call(registered.operation.method, registered.path, { headers, payload })
      await jobsDone()
      const fate =
        'outcome' in trial.fate
          ? { outcome: answer.status === 200 ? await newestOutcome() : answer.text }
          : { status: answer.status, code: answer.body.error?.code }
      expect([what, fate]).toEqual([what, trial.fate])
      expect([what, await story.state()]).toEqual([what, undefined])
    }
    await granted(perform(registered, genuine))
    expect(await eventually(story.state)).toBeDefined()
  })
})
