import { minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { call, newStaff, type TestPerson, type World, world } from './kit.ts'

let keeper: { of: World; since: number; person: Promise<TestPerson> } | undefined

/** The administrator who makes this worker's categories; another one before the access token expires. */
export async function categoryKeeper(): Promise<TestPerson> {
  const here = await world()
  const now = here.clock.now().getTime()
  if (keeper?.of !== here || Math.abs(now - keeper.since) > minutes(10))
    keeper = { of: here, since: now, person: newStaff('administrator') }
  return keeper.person
}

export interface TestCategory {
  _id: string
  parent_id: string | null
  name: string
  __v: number
}

/** A category of its own name, made as an administrator makes it. */
export async function newCategory(overrides: Record<string, unknown> = {}): Promise<TestCategory> {
  const add = async () =>
    call<TestCategory>('POST', '/api/v1/category-mgt/add', {
      as: await categoryKeeper(),
      body: { name: `Category ${newId()}`, ...overrides },
    })
  let { status, body } = await add()
  if (status === 401) {
    // A test of the sweeps has ended every session.
    keeper = undefined
    ;({ status, body } = await add())
  }
  if (status !== 200) throw new Error(`no category: ${body.message}`)
  return body.data
}
