import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { runNow } from '../../testing/jobs.ts'
import {
  call,
  eventually,
  granted,
  later,
  newMember,
  newStaff,
  type TestPerson,
  world,
} from '../../testing/kit.ts'
import { newPost } from '../../testing/posts.ts'
import { selectUser, setBlock } from '../users/public.ts'
import { forgetUnreadCounts } from './jobs.ts'
import { countedUnread } from './unread.ts'

const base = '/api/v1/notification-mgt'
const database = async () => (await world()).host.services.db

const ask = async (as: TestPerson) => (await granted(call('GET', `${base}/unread-count`, { as }))).body.data

/** What is unread, as it is answered and as counting anew gives it. */
async function answered(person: TestPerson) {
  const { clock } = await world()
  const db = await database()
  const user = await selectUser(db, person.id)
  if (!user) throw new Error('the person is gone')
  const reader = {
    id: user.id,
    kind: 'member',
    isVerified: user.is_verified,
    createdAt: user.created_at,
  } as const
  return { shown: await ask(person), counted: await countedUnread(db, reader, clock.now()) }
}

/** Asks so that the answer is kept. */
async function keep(person: TestPerson): Promise<void> {
  await ask(person)
  await (await world()).host.services.writeBehind.flush()
}

const isKept = async ({ id }: TestPerson): Promise<boolean> => {
  const { rows } = await sql`
    select from marketplace.unread_count k where user_id = ${id} and isfinite(counted_at)
      and broadcast_version = (select version from marketplace.broadcast_version)
      and not exists (select from marketplace.inbox_change c where c.user_id = k.user_id)`.execute(
    await database(),
  )
  return rows.length > 0
}

test('what is kept of an inbox follows everything that changes it', async () => {
  const [ada, fan, other] = [await newMember(), await newMember(), await newMember()]
  const admin = await newStaff('administrator')
  const post = await newPost(ada)
  const { clock } = await world()
  const db = await database()
  const save = (as: TestPerson, favourite: boolean) =>
    granted(call('POST', '/api/v1/post-mgt/favourite', { as, body: { post_id: post._id, favourite } }))
  const change = (path: string, body = {}, query = {}) =>
    granted(call('PATCH', `${base}/${path}`, { as: ada, body, query }))
  const block = (isBlocked: boolean) =>
    setBlock(db, { blockerId: ada.id, blockedId: other.id, at: clock.now(), isBlocked })
  const setUser = (id: string, column: 'status' | 'is_verified', value: unknown) =>
    sql`update marketplace.users set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db)
  const broadcast = (more = {}) =>
    granted(
      call('POST', `${base}/broadcast/manual`, {
        as: admin,
        body: {
          sendTutorial: true,
          sendBreakingNews: false,
          tutorial: { title: 'Look', message: 'There is more.' },
          ...more,
        },
      }),
    )
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  await later(minutes(1), () => save(fan, true))
  const { body } = await call('GET', `${base}/get-notifications`, { as: ada })
  const id = body.data.find(({ category }: { category: string }) => category === 'favourite')._id

  const counts: number[] = []
  for (const act of [
    () => change(`read/${id}`),
    () => change(`read/${id}`, { read: false }),
    () => change(`dismiss/${id}`),
    () => change(`dismiss/${id}`, {}, { undo: true }),
    () => save(other, true),
    () => save(fan, false),
    () => block(true),
    () => block(false),
    () => setUser(other.id, 'status', 'suspended'),
    () => setUser(other.id, 'status', 'active'),
    () => broadcast(),
    () => broadcast({ audience: 'verified' }),
    () => setUser(ada.id, 'is_verified', true),
    () => change('read-all'),
    () => broadcast({ scheduled_at: at(minutes(5)), expires_at: at(minutes(10)) }),
    () => sql`delete from marketplace.notification where recipient_id = ${ada.id}`.execute(db),
    () => sql`delete from marketplace.broadcast`.execute(db),
  ]) {
    await keep(ada)
    expect(await isKept(ada)).toBe(true)
    await act()
    const { shown, counted } = await answered(ada)
    expect(shown, act.toString()).toEqual(counted)
    counts.push(shown.count)
  }
  expect(counts).toEqual([1, 2, 1, 2, 2, 2, 1, 2, 1, 2, 3, 3, 4, 1, 1, 0, 0])
})

test('a broadcast comes and goes at its times, however long before somebody was counted for', async () => {
  const [ada, admin] = [await newMember(), await newStaff('administrator')]
  const { clock } = await world()
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  await granted(
    call('POST', `${base}/broadcast/manual`, {
      as: admin,
      body: {
        sendTutorial: true,
        sendBreakingNews: false,
        tutorial: { title: 'Look', message: 'There is more.' },
        scheduled_at: at(minutes(3)),
        expires_at: at(minutes(6)),
      },
    }),
  )
  const { count } = await ask(ada)
  await keep(ada)
  for (const [minute, more] of [
    [1, 0],
    [4, 1],
    [7, 0],
    [0, 0],
  ] as const) {
    await later(minutes(minute), async () => {
      expect((await ask(ada)).count).toBe(count + more)
      await keep(ada)
      expect((await ask(ada)).count).toBe(count + more)
    })
  }
})

test('whatever is written while others count, what is shown in the end is right', async () => {
  const ada = await newMember()
  const { clock, host } = await world()
  const db = await database()
  const write = (n: number) =>
    db.transaction().execute(async (own) => {
      await sql`
        insert into marketplace.notification (id, recipient_id, reference_model, reference_id, category, title, message, source_event, created_at, updated_at)
        values (${newId()}, ${ada.id}, 'post', 'x', 'price_drop', 'Less', 'It costs less.', ${`${ada.id} ${n}`}, ${clock.now()}, ${clock.now()})`.execute(
        own,
      )
      // Counted meanwhile by somebody who does not see it yet.
      if (n % 2 === 0) await Promise.all([keep(ada), keep(ada)])
      if (n % 3 === 0) throw new Error('it is not written after all')
    })
  // Each holds a connection while it has others count.
  for (let first = 0; first < 24; first += 4)
    await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        await write(first + n).catch(() => {})
        await keep(ada)
      }),
    )
  for (let time = 0; time < 2; time += 1) {
    const { shown, counted } = await answered(ada)
    expect(shown).toEqual(counted)
    expect(shown.by_category.price_drop).toBe(16)
    await host.services.writeBehind.flush()
    expect(await isKept(ada)).toBe(true)
  }
})

test('changes of people who do not ask are not gathered for ever', async () => {
  const ada = await newMember()
  const db = await database()
  const left = async () =>
    (await sql`select from marketplace.inbox_change where user_id = ${ada.id}`.execute(db)).rows.length
  expect(await left()).toBeGreaterThan(0)
  await runNow(forgetUnreadCounts, {})
  await eventually(async () => (await left()) === 0)
  const { shown, counted } = await answered(ada)
  expect(shown).toEqual(counted)
})
