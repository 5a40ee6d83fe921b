import { SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { allOperations } from '../host.ts'
import { hours, minutes } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { Realm } from '../platform/operation/caller.ts'
import type { Registered } from '../platform/operation/registry.ts'
import type { Arranged } from './arranged.ts'
import { answering, arrange, nothingFor, perform } from './arrangements.ts'
import { type Cast, newCast, roles } from './cast.ts'
import { idPathsOf, idsIn } from './ids.ts'
import { call, newMember, type TestPerson, world } from './kit.ts'
import { postponeJobs, rowsOfAllTables } from './rows.ts'
import { newUser, newWellnessAdmin } from './wellness.ts'

/**
 * Every operation is asked by every kind of caller; what is expected derives from its declaration
 * alone. Other people's rows are the matter of `strangers.test.ts`.
 */

const operations = allOperations()
let cast: Cast

interface Pool {
  realm: Realm
  product: string
  issuer: string
  newPerson(): Promise<TestPerson>
  /** Takes the account itself away; the session stays. */
  remove(id: string): ReturnType<typeof sql>
}

const pools: Pool[] = [
  {
    realm: 'marketplace',
    product: 'marketplace',
    issuer: 'plaza/marketplace',
    newPerson: newMember,
    remove: (id) => sql`update marketplace.users set status = 'deleted', deleted_at = now() where id = ${id}`,
  },
  {
    realm: 'wellness-user',
    product: 'wellness',
    issuer: 'plaza/wellness',
    newPerson: newUser,
    remove: (id) => sql`update wellness.users set status = 'PURGED' where id = ${id}`,
  },
  {
    realm: 'wellness-admin',
    product: 'wellness',
    issuer: 'plaza/wellness/admin',
    newPerson: newWellnessAdmin,
    remove: (id) => sql`update wellness.admin set is_active = false where id = ${id}`,
  },
]

const forgeries = {
  'not a token': { code: 'TOKEN_INVALID', make: async () => 'not.a.token' },
  'signed by nobody (alg: none)': {
    code: 'TOKEN_INVALID',
    make: async (pool) =>
      new UnsecuredJWT({ sid: newId() })
        .setSubject(newId())
        .setAudience(pool.realm)
        .setIssuer(pool.issuer)
        .setExpirationTime('1h')
        .encode(),
  },
  'signed with another key': {
    code: 'TOKEN_INVALID',
    make: async (pool) =>
      new SignJWT({ sid: newId() })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(newId())
        .setAudience(pool.realm)
        .setIssuer(pool.issuer)
        .setIssuedAt()
        .setNotBefore('0s')
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode('another key that is long enough, too')),
  },
  'made for another audience': {
    code: 'TOKEN_INVALID',
    make: async ({ product }) => {
      const { host } = await world()
      const elsewhere = product === 'marketplace' ? 'wellness-user' : 'marketplace'
      return host.services.tokens.issue(elsewhere, newId(), newId())
    },
  },
  'a refresh token': { code: 'TOKEN_INVALID', make: async (pool) => (await pool.newPerson()).refreshToken },
  expired: {
    code: 'TOKEN_EXPIRED',
    make: async (pool) => {
      const { clock } = await world()
      clock.advance(-hours(1))
      const { token } = await pool.newPerson()
      clock.advance(hours(1))
      return token
    },
  },
  revoked: {
    code: 'SESSION_REVOKED',
    make: async (pool) => {
      const { host } = await world()
      const { id, token } = await pool.newPerson()
      await sql`update platform.session set revoked_at = now() where subject_id = ${id}`.execute(
        host.services.db,
      )
      return token
    },
  },
  'of a deleted account': {
    code: 'SESSION_REVOKED',
    make: async (pool) => {
      const { host } = await world()
      const { id, token } = await pool.newPerson()
      await pool.remove(id).execute(host.services.db)
      return token
    },
  },
} satisfies Record<string, { code: string; make: (pool: Pool) => Promise<string> }>

interface Forged {
  pool: Pool
  token: string
  code: string
}

const forged = new Map<string, Forged>()
const nameOf = (name: string, { realm }: Pool) => `${name} (${realm})`
/** What stands in all tables; no test but the last may change it. */
let rows: Record<string, string>

beforeAll(async () => {
  cast = await newCast()
  for (const [name, { make, code }] of Object.entries(forgeries))
    for (const pool of pools) forged.set(nameOf(name, pool), { pool, code, token: await make(pool) })
  await postponeJobs()
  rows = await rowsOfAllTables()
}, minutes(5))

const ask = ({ operation, path }: Registered, as?: { token: string }) =>
  call(
    operation.method,
    path.replace(/\{\w+\}/g, () => newId()),
    {
      as,
      ...nothingFor(operation),
    },
  )

describe('who may call what', () => {
  test('without a sign-in only public operations answer, and the refused write nothing', async () => {
    for (const registered of operations.filter(({ operation }) => !operation.access.isPublic)) {
      const { status, body } = await ask(registered)
      const code = registered.operation.access.verifier ? 'SIGNATURE_INVALID' : 'AUTH_REQUIRED'
      expect([registered.id, status, body.error?.code]).toEqual([registered.id, 401, code])
    }
    expect(await rowsOfAllTables()).toEqual(rows)
  })

  test.each(Object.keys(forgeries).flatMap((name) => pools.map((pool) => nameOf(name, pool))))(
    'a token that is %s opens nothing, public operations included',
    async (name) => {
      const forgery = forged.get(name)
      if (!forgery) throw new Error(`${name} was not made`)
      const { pool, token, code } = forgery
      for (const registered of operations.filter(({ module }) => module.realms.includes(pool.realm))) {
        const { access, credentials } = registered.operation
        if (access.tokens) continue
        if (credentials?.acceptsEndedSession && code === 'SESSION_REVOKED') continue
        if (credentials?.acceptsExpiredToken && code === 'TOKEN_EXPIRED') continue
        const { status, body } = await ask(registered, { token })
        // To those who check signatures a token of ours is none.
        const expected = access.verifier ? 'SIGNATURE_INVALID' : code
        expect([registered.id, status, body.error?.code]).toEqual([registered.id, 401, expected])
      }
      expect(await rowsOfAllTables()).toEqual(rows)
    },
  )

  test('what looks at no token, or forgives a bad one, answers with any as without one', async () => {
    const lenient = operations.filter(({ operation }) => operation.access.tokens)
    for (const registered of lenient) {
      const { status, body } = await ask(registered)
      for (const { token } of forged.values()) {
        const again = await ask(registered, { token })
        const said = [registered.id, again.status, again.body.error?.code, again.body.error?.fields]
        expect(said).toEqual([registered.id, status, body.error?.code, body.error?.fields])
      }
    }
  })

  test.each(Object.entries(roles))(
    '%s is admitted exactly where the declaration says',
    async (role, { product, kind }) => {
      const as = cast[role as keyof Cast]
      for (const registered of operations) {
        const { access, wrongCaller } = registered.operation
        if (access.tokens || (registered.module.product === product && access.admits.includes(kind))) continue
        const { status } = await ask(registered, as)
        const isKnown = registered.module.product === product && !access.verifier
        const expected = isKnown ? (wrongCaller?.status ?? 403) : 401
        expect([registered.id, status]).toEqual([registered.id, expected])
      }
      expect(await rowsOfAllTables()).toEqual(rows)
    },
  )

  test('every operation has an arranged call with every id that it takes, which succeeds; those above may call it too', {
    timeout: minutes(5),
  }, async () => {
    for (const registered of answering(operations)) {
      const ways = await arrange(registered, cast)
      const named = ways.flatMap((way) => idsIn(way).map(({ path }) => path))
      const unnamed = idPathsOf(registered.operation).filter((path) => !named.includes(path))
      expect.soft([ways.length > 0, ...unnamed], `arrangements.ts: ${registered.id}`).toEqual([true])
      for (const way of ways) {
        const { status, text } = await perform(registered, way)
        expect.soft(status, `${registered.id}: ${text}`).toBeLessThan(400)
      }
      await expectAdmitted(registered, ways)
    }
  })
})

/** Whoever the declaration admits gets past the door; what happens behind it depends on the rows. */
async function expectAdmitted(registered: Registered, [way]: Arranged[]): Promise<void> {
  const { access } = registered.operation
  for (const [role, { product, kind }] of Object.entries(roles)) {
    const person = cast[role as keyof Cast]
    if (product !== registered.module.product || !access.admits.includes(kind) || way?.as === person) continue
    if (/[lL]ogout/.test(registered.id)) continue
    const { body } = await perform(registered, { ...way, as: person })
    expect.soft(['AUTH_REQUIRED', 'FORBIDDEN'], `${registered.id} as ${role}`).not.toContain(body.error?.code)
  }
}
