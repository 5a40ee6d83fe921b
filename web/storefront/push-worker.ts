/*
 * Shows push messages while no page is open. It stands by itself, since browsers fetch it alone, and says nothing of
 * its own: title and text come with the message.
 */

interface Message {
  id: string
  title: string
  body: string
  link?: string
}

/** What of a service worker is used here; the types of pages have no word for it. */
interface Worker {
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: { openWindow(url: string): Promise<unknown> }
  addEventListener(
    type: 'push',
    listener: (event: Waiting & { data: { json(): Message } | null }) => void,
  ): void
  addEventListener(
    type: 'notificationclick',
    listener: (event: Waiting & { notification: { data: { link?: string }; close(): void } }) => void,
  ): void
}
interface Waiting {
  waitUntil(done: Promise<unknown>): void
}

// This file runs as a service worker and nowhere else.
const worker = self as unknown as Worker

/** By what a message is about; everything else is in the inbox. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  post: (id) => `/listing/${id}`,
  chat_room: (id) => `/chats/${id}`,
  session: () => '/you/devices',
}

function pageOf(link = ''): string {
  const [model = '', id = ''] = link.split('/')
  return pages[model]?.(encodeURIComponent(id)) ?? '/notices'
}

worker.addEventListener('push', (event) => {
  const message = event.data?.json()
  if (!message) return
  const { id, title, body, link } = message
  // The same message sent twice is shown once.
  event.waitUntil(worker.registration.showNotification(title, { body, tag: id, data: { link } }))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Something may be typed in a window that is open, and browsers know only the page with which it began.
  event.waitUntil(worker.clients.openWindow(pageOf(event.notification.data.link)))
})
