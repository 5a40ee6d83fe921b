import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { rereadLate } from './queries.ts'

test('what changes while it is read for the first time is read once more, and then not again', async () => {
  const client = new QueryClient()
  rereadLate(client)
  const replies = [1, 2, 3].map(() => Promise.withResolvers<string>())
  let asked = 0
  const queryFn = async () => (await replies[asked++]?.promise) ?? 'too often'
  const things = new QueryObserver(client, { queryKey: ['things'], queryFn })
  const leave = things.subscribe(() => {})
  const shown = () => things.getCurrentResult().data
  const changed = client.invalidateQueries({ queryKey: ['things'] })
  replies[0]?.resolve('before the change')
  await changed
  await expect.poll(() => asked).toBe(2)
  replies[1]?.resolve('after the change')
  await expect.poll(shown).toBe('after the change')
  // What is there already is read anew as ever.
  const again = client.invalidateQueries({ queryKey: ['things'] })
  replies[2]?.resolve('later')
  await again
  await expect.poll(shown).toBe('later')
  expect(asked).toBe(3)
  leave()
})
