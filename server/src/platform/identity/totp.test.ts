import { expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'
import { matchingStep, stepAt, toBase32, totpAddress, totpCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the one of RFC 6238, appendix B', (second, code) => {
  expect(totpCode(secret, stepAt(new Date(second * 1000)))).toBe(code)
})

test('a code is taken half a minute early or late, and never twice', () => {
  const at = new Date(1_111_111_109_000)
  const step = stepAt(at)
  for (const aside of [-1, 0, 1])
    expect(matchingStep(secret, totpCode(secret, step + aside), at, 0)).toBe(step + aside)
  for (const aside of [-2, 2])
    expect(matchingStep(secret, totpCode(secret, step + aside), at, 0)).toBeUndefined()
  expect(matchingStep(secret, totpCode(secret, step), at, step)).toBeUndefined()
})

test('an authenticator app gets the secret in base32', () => {
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(totpAddress('Plaza wellness', 'a@b.org', secret)).toBe(
    'otpauth://totp/Plaza%20wellness%3Aa%40b.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Plaza%20wellness',
  )
})

test('what is sealed opens only with the same secret, for the same context, unchanged', () => {
  const sealed = seal('a secret', 'totp 1', secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(unseal('a secret', 'totp 1', sealed)).toEqual(secret)
  expect(() => unseal('another', 'totp 1', sealed)).toThrow()
  expect(() => unseal('a secret', 'totp 2', sealed)).toThrow()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => unseal('a secret', 'totp 1', sealed)).toThrow()
})
