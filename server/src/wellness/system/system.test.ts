import { expect, test } from 'vitest'
import { call } from '../../testing/kit.ts'
import { wellnessBase } from '../../testing/wellness.ts'

test.each([wellnessBase, `${wellnessBase}/hello`])('%s says hello to anybody', async (address) => {
  const { status, body } = await call('GET', address)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    message: 'hello',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    time: expect.any(String),
    uptimeSec: expect.any(Number),
  })
})
