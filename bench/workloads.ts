import { categories, chatters, exercises, idOf, rooms, type Size, things } from './dataset.ts'
import type { Shot } from './load.ts'

export interface Workload {
  /** The operation's key in the interface's list. */
  key: string
  name: string
  product: 'marketplace' | 'wellness'
  /** Who sends the i-th request, as a number of the data set. */
  person(i: number): number
  shot(i: number): Shot
}

const market = '/api/v1'
const words = things.split(' ')

export function workloads(size: Size): Workload[] {
  const anybody = (i: number) => (i * 37) % size.people
  const chatter = (i: number) => (i * 7) % chatters(size)
  const get = (path: string): Shot => ({ method: 'GET', path: market + path })
  const post = (path: string, body: object): Shot => ({
    method: 'POST',
    path: market + path,
    body: JSON.stringify(body),
  })
  return [
    {
      key: 'M25',
      name: 'feed around home',
      product: 'marketplace',
      person: anybody,
      shot: () => get('/post-mgt/get'),
    },
    {
      key: 'M7',
      name: 'search, with facets',
      product: 'marketplace',
      person: anybody,
      shot: (i) => get(`/usr-mgt/search-post?q=${words[i % words.length]}`),
    },
    {
      key: 'M28',
      name: 'listing detail',
      product: 'marketplace',
      person: anybody,
      // Listings that end in 0 to 44 of each fifty are for sale.
      shot: (i) =>
        get(
          `/post-mgt/detail/${idOf('post', (((i * 131) % Math.ceil(size.listings / 50)) * 50) % size.listings)}`,
        ),
    },
    {
      key: 'M54',
      name: 'chat list',
      product: 'marketplace',
      person: chatter,
      shot: () => get('/chat-mgt/get-chat-rooms'),
    },
    {
      key: 'M73',
      name: 'unread count',
      product: 'marketplace',
      person: anybody,
      shot: () => get('/notification-mgt/unread-count'),
    },
    {
      key: 'M52',
      name: 'send a message',
      product: 'marketplace',
      // The one with the lower id writes; the other has unread messages already, so the work stays the same.
      person: (i) => lowerOf(i, size),
      shot: (i) =>
        post('/chat-mgt/send-message', {
          chatroom_id: idOf('room', roomOf(i, size)),
          messageText: 'Is it still there? I could come by tomorrow.',
        }),
    },
    {
      key: 'M23',
      name: 'publish a listing',
      product: 'marketplace',
      person: anybody,
      shot: (i) =>
        post('/post-mgt/add', {
          title: `Folding bicycle {unique}`,
          description: 'Well kept, used for two years. Pick it up or ask for delivery.',
          price: 100 + i,
          category_id: idOf('category', i % categories),
        }),
    },
    {
      key: 'U20',
      name: 'record a session',
      product: 'wellness',
      person: anybody,
      shot: (i) => ({
        method: 'POST',
        path: `/wellness-app/api/v1/user/wellness?exerciseId=${idOf('exercise', i % exercises)}&feeling=5`,
      }),
    },
  ]
}

const roomOf = (i: number, size: Size): number => (i * 11) % rooms(size)

function lowerOf(i: number, size: Size): number {
  const room = roomOf(i, size)
  const people = chatters(size)
  const first = room % people
  return Math.min(first, (first + 1 + Math.floor(room / people)) % people)
}
