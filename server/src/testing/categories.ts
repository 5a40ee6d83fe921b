import { newId } from '../platform/ids.ts'
import { call, newStaff, type TestPerson, type World, world } from './kit.ts'

let keeper: { of: World; person: Promise<TestPerson> } | undefined

/** The administrator who makes this worker's categories; another one when the session is over, as sweeps in tests end it. */
export async function categoryKeeper(): Promise<TestPerson> {
  const here = await world()
  if (keeper?.of !== here || !(await isSignedIn(await keeper.person)))
    keeper = { of: here, person: newStaff('administrator') }
  return keeper.person
}

const isSignedIn = async (person: TestPerson): Promise<boolean> =>
  (await call('GET', '/api/v1/usr-mgt/get-profile', { as: person })).status === 200

export interface TestCategory {
  _id: string
  parent_id: string | null
  name: string
  position: number
  __v: number
}

/** A category of its own name, made as an administrator makes it. */
export async function newCategory(overrides: Record<string, unknown> = {}): Promise<TestCategory> {
  const { status, body } = await call<TestCategory>('POST', '/api/v1/category-mgt/add', {
    as: await categoryKeeper(),
    body: { name: `Category ${newId()}`, ...overrides },
  })
  if (status !== 200) throw new Error(`no category: ${body.message}`)
  return body.data
}
