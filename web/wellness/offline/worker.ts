/*
 * Keeps the app on the device, so that it opens without a connection. It stands by itself, since browsers fetch it
 * alone. What the build puts into it changes with every file of the app, so a new version is another worker: it
 * keeps its own files, and takes over once no page of the last version is open any more.
 */

/** Every file of the app in one language; the build puts them in. */
declare const APP_FILES: readonly string[]
/** Tells this list from every other one. */
declare const APP_VERSION: string

interface Worker {
  clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}
interface Waiting {
  waitUntil(done: Promise<unknown>): void
}
interface Fetching {
  request: Request
  respondWith(response: Promise<Response>): void
}

// This file runs as a service worker and nowhere else.
const worker = self as unknown as Worker

const cacheName = `plaza-wellness-${APP_VERSION}`
const page = '/wellness'
/** Longer than that nobody looks at an empty page because a connection only seems to be there. */
const patienceMs = 4000

worker.addEventListener('install', (event) => event.waitUntil(keepAll()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.add(new Request(page, { cache: 'reload', headers: { accept: 'text/html' } }))
  await Promise.all(
    APP_FILES.map(async (file) => {
      // Names tell contents: what the last version had under the same one is the same.
      const known = await caches.match(file)
      await (known ? cache.put(file, known) : cache.add(file))
    }),
  )
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('plaza-wellness-') && name !== cacheName)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(newestPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptFile(request))
})

async function keptFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** The page as the server has it, which names the newest files; the kept one where none comes in time. */
async function newestPage(request: Request): Promise<Response> {
  const newest = fetch(request)
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, patienceMs)
  try {
    const reply = await Promise.race([newest, late])
    if (reply && reply.status < 500) return reply
  } catch {
    // There is no connection.
  } finally {
    clearTimeout(timer)
  }
  return (await caches.match(page, { ignoreVary: true })) ?? newest
}
