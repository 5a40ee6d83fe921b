import type { NotificationRecord } from '@plaza/client/marketplace'
import { texts } from '../../texts/notifications.ts'
import { list } from '../../ui/formats.ts'

type PageOf = (id: string) => string

const pagesByModel = new Map<string, PageOf>([
  ['post', (id) => `/listing/${id}`],
  ['chat_room', (id) => `/chats/${id}`],
  ['session', () => '/you/devices'],
  ['decision', (id) => `/decisions/${id}`],
  ['user', () => '/you'],
  ['saved_search', (id) => `/saved-searches/${id}`],
  ['subscription', () => '/plans'],
])

/** By the names of screens that notices use. */
const pagesByScreen = new Map<string, PageOf>([
  ['Home', () => '/'],
  ['Search', () => '/search'],
  ['Sell', () => '/sell'],
  ['MyListings', () => '/my-listings'],
  ['Favourites', () => '/favourites'],
  ['SavedSearches', () => '/saved-searches'],
  ['SavedSearch', (id) => `/saved-searches/${id}`],
  ['Chats', () => '/chats'],
  ['ChatRoom', (id) => `/chats/${id}`],
  ['PostDetail', (id) => `/listing/${id}`],
  ['Notifications', () => '/notices'],
  ['Purchases', () => '/purchases'],
  ['Plans', () => '/plans'],
  ['Order', (id) => `/orders/${id}`],
  ['Reviews', () => '/reviews'],
  ['Wallet', () => '/wallet'],
  ['Profile', () => '/you'],
  ['PostReviews', () => '/admin/reviews'],
  ['ModerationQueue', () => '/admin/queue'],
  ['Decision', (id) => `/decisions/${id}`],
])

/** One new follower is a person to look at, several are a list. */
const followersOf = ({ actors: [first], group_count: count }: NotificationRecord, id: string): string =>
  first && count < 2 ? `/sellers/${first._id}` : `/sellers/${id}/followers`

/** What a notice is about: a page of ours, an address elsewhere, or nothing to go to. */
export function subjectOf(notice: NotificationRecord): string | undefined {
  const { reference, action } = notice
  const screen = action?.payload.screen ?? ''
  if (action?.actionType === 'open_url' && screen.startsWith('https://')) return screen
  if (screen === 'Followers') return followersOf(notice, reference.id)
  const page = action?.actionType === 'navigate' ? pagesByScreen.get(screen) : undefined
  if (page) return page(String(action?.payload.id ?? reference.id))
  return pagesByModel.get(reference.model)?.(reference.id)
}

/** Who caused a notice together; nothing for one that a single person caused. */
export function causersOf({ actors, group_count: count }: NotificationRecord): string | undefined {
  if (count < 2 || actors.length === 0) return undefined
  const others = count - actors.length
  return list([...actors.map(({ name }) => name), ...(others > 0 ? [texts.others(others)] : [])])
}
