import { eventsIn } from '@plaza/client/stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

const iterates = Object.getOwnPropertyDescriptor(ReadableStream.prototype, Symbol.asyncIterator) ?? {}

// As in Safari.
beforeAll(() => void Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator))
afterAll(() => void Object.defineProperty(ReadableStream.prototype, Symbol.asyncIterator, iterates))

const sent = new TextEncoder().encode('id: 1\nevent: words\ndata: "Grüße"\n\n: still here\n\n')

/** It comes byte by byte. */
function bodyOf(source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>) {
  return new ReadableStream({
    ...source,
    start(controller) {
      for (const byte of sent) controller.enqueue(Uint8Array.of(byte))
      source.start?.(controller)
    },
  })
}

test('events are read where streams cannot be iterated', async () => {
  const events = []
  for await (const event of eventsIn(bodyOf({ start: (controller) => controller.close() })))
    events.push(event)
  expect(events).toEqual([{ id: '1', type: 'words', data: 'Grüße' }])
})

test('who stops reading ends the connection', async () => {
  let isCancelled = false
  const body = bodyOf({
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const { type } of eventsIn(body)) if (type === 'words') break
  expect(isCancelled).toBe(true)
})

test('a connection that breaks is told with its own reason', async () => {
  const body = bodyOf({ pull: (controller) => controller.error(new Error('the line broke')) })
  const read = async () => {
    for await (const { type } of eventsIn(body)) expect(type).toBe('words')
  }
  await expect(read()).rejects.toThrow('the line broke')
})
