import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Type } from 'typebox'
import { minutes } from '../../platform/clock.ts'
import { job } from '../../platform/jobs/job.ts'
import { Nothing } from '../../platform/jobs/sweep.ts'
import { Id } from '../../platform/operation/schema.ts'
import type { Work } from '../../platform/operation/work.ts'
import { notify } from '../notifications/public.ts'
import { inEachLanguage } from '../texts.ts'
import { selectLeft, selectUser } from '../users/public.ts'
import { eraseSome } from './erasure.ts'
import { exportKey, writeDocument } from './export-document.ts'
import { deleteExports, prepareAgain, selectEnded, selectPreparing, settleExport } from './queries.ts'

/** Writes a copy of everything that is kept of a person, and tells them. */
export const prepareExport = job({
  name: 'marketplace.prepare-export',
  data: Type.Object({ exportId: Id }),
  runs: 'steps',
  atOnce: 1,
  async handle({ read, outside, step, ...surroundings }, { exportId }) {
    const user = await read(async ({ db }) => {
      const wanted = await selectPreparing(db, exportId)
      return wanted && selectUser(db, wanted.user_id)
    })
    if (user?.status !== 'active') return
    const folder = await mkdtemp(path.join(tmpdir(), 'plaza-export-'))
    try {
      const document = path.join(folder, 'copy.json')
      await writeDocument(surroundings, user, document)
      const size = await outside('write', {
        mostMs: minutes(3),
        async call({ files }) {
          await files.writeFrom(document, exportKey(exportId), 'application/json')
          return (await stat(document)).size
        },
      })
      await step('ready', (work) => settle(work, exportId, { status: 'ready', size }))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  onLastFailure: (work, { exportId }) => settle(work, exportId, { status: 'failed', size: null }),
  async onRevive({ db, clock }, { exportId }) {
    if (await prepareAgain(db, exportId, clock.now())) return null
    return 'This copy is not wanted any more: it is ready, its person asked for another or left, or its week is over.'
  },
})

async function settle(
  work: Work,
  id: string,
  { status, size }: { status: 'ready' | 'failed'; size: number | null },
): Promise<void> {
  const wanted = await selectPreparing(work.db, id)
  if (!wanted || !(await settleExport(work.db, id, { status, size, at: work.clock.now() }))) return
  const words = status === 'ready' ? ('exported' as const) : ('exportFailed' as const)
  await notify(work, [
    {
      recipientId: wanted.user_id,
      actorId: null,
      category: 'system',
      sourceEvent: `export:${id}:${status}`,
      reference: { model: 'personal_export', id },
      title: inEachLanguage(({ leaving }) => leaving[words].title),
      message: inEachLanguage(({ leaving }) => leaving[words].message),
    },
  ])
}

const sweptAtOnce = 100

/** Removes copies whose time is over, the files first. */
export const sweepExports = job({
  name: 'marketplace.sweep-exports',
  cron: '34 * * * *',
  data: Nothing,
  runs: 'steps',
  async handle({ outside, step }) {
    const ids = await step('find', ({ db, clock }) => selectEnded(db, clock.now(), sweptAtOnce))
    await outside('remove the files', {
      async call({ files }) {
        for (const id of ids) await files.remove(exportKey(id))
      },
    })
    await step('forget', async ({ db, enqueue }) => {
      await deleteExports(db, ids)
      if (ids.length === sweptAtOnce) await enqueue(sweepExports, {})
    })
  },
})

const eraseAtOnce = 500

/** Erases an account whose time to come back is over: a portion, and then the next, until nothing is left. */
export const eraseAccount = job({
  name: 'marketplace.erase-account',
  data: Type.Object({ personId: Id }),
  runs: 'write',
  async handle(work, { personId }) {
    const isDone = await eraseSome(work, personId, eraseAtOnce)
    if (!isDone) await work.enqueue(eraseAccount, { personId })
  },
})

const leftAtOnce = 200

/** Begins with accounts whose time is over, and once more with those of which something is left. */
export const eraseLeftAccounts = job({
  name: 'marketplace.erase-left-accounts',
  cron: '51 * * * *',
  data: Nothing,
  runs: 'write',
  async handle({ db, clock, enqueue }) {
    for (const personId of await selectLeft(db, clock.now(), leftAtOnce))
      await enqueue(eraseAccount, { personId }, { singletonKey: personId })
  },
})
