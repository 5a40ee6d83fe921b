// What is asked, of the product and of those that it is compared with: the same of all of them.
import { radiusKm, type StatementName } from './limits/statements.ts'
import type { Shot } from './load.ts'
import { practiceOf, practiceWritesOf } from './practice-workloads.ts'
import { below, type Draw, drawsOf, scattered } from './random.ts'
import { blanks, requests } from './requests.ts'
import {
  averageWords,
  commentedListing,
  commentedListings,
  conditions,
  drawCategory,
  drawPlace,
  idOf,
  listingOf,
  lowerPeople,
  roomOfLower,
  type Size,
} from './town.ts'
import { misspelt, shareWith, stockWords, text, unknownWord, wordOf } from './words.ts'
import { get, linesOf, post, type Query, type Workload } from './workload.ts'

const market = '/api/v1'
const page = 20
const seeds = { requests: 100, texts: 101 }

/** Frequent, and not so frequent that it says nothing: four to seventeen of a hundred listings have each. */
const commonRank = (draw: Draw) => 20 + below(draw, 64)
const rareRank = (draw: Draw) => 12_000 + below(draw, 8000)

export function workloadsOf(size: Size): Workload[] {
  return [
    ...readsOf(size),
    ...searchesOf(size),
    ...practiceWritesOf(size),
    ...writesOf(size),
    ...peopleOf(size),
    ...practiceOf(size),
  ]
}

/** The i-th request draws from a sequence of its own, the same for every contestant. */
const drawing = (salt: number) => (i: number) => drawsOf(seeds.requests + salt, i)

/** The first open ones among so many, of which each has a number. */
function openListings(size: Size, among: number, numberOf: (i: number) => number, most = requests): number[] {
  const found: number[] = []
  for (let i = 0; found.length < most && i < among; i += 1) {
    const n = numberOf(scattered(i, among))
    if (!listingOf(n, size).isSold) found.push(n)
  }
  return found
}

function readsOf(size: Size): Workload[] {
  const open = openListings(size, size.listings, (n) => n)
  const anybody = (i: number) => scattered(i, size.people)
  const detail = (i: number) => open[i % open.length] ?? 0
  const categoryAsked = (i: number) => drawCategory(drawing(1)(i))
  const nearAsked = (i: number) => {
    const draw = drawing(2)(i)
    const { latitude, longitude } = drawPlace(draw)
    return { lat: latitude, lng: longitude, category: drawCategory(draw) }
  }
  const pointAsked = (i: number) => {
    const { category: _, ...point } = nearAsked(i)
    return point
  }
  return [
    {
      name: 'L1',
      title: 'newest of a category',
      operation: 'M25',
      product: 'marketplace',
      kind: 'read',
      statement: 'newestOfCategory',
      // Somebody who told where they live would get what is around.
      person: (i) => homeless(i, size),
      shot: (i) =>
        get(`${market}/post-mgt/get`, { category_id: idOf('category', categoryAsked(i)), limit: page }),
      bare: (i) => get('/newestOfCategory', { category: categoryAsked(i) }),
      parse: (i) => parseList({ category: categoryAsked(i), isOpen: true }),
    },
    {
      name: 'W1',
      title: 'feed near a point, in a category',
      operation: 'M25',
      product: 'marketplace',
      kind: 'read',
      statement: 'near',
      person: anybody,
      shot(i) {
        const { lat, lng, category } = nearAsked(i)
        const asked = { lat, lng, radius_km: radiusKm, category_id: idOf('category', category), limit: page }
        return get(`${market}/post-mgt/get`, asked)
      },
      bare: (i) => get('/near', nearAsked(i)),
      parse(i) {
        const { lat, lng, category } = nearAsked(i)
        const location = { $geoWithin: { $centerSphere: [[lng, lat], radiusKm / 6371] } }
        return parseList({ category, isOpen: true, location })
      },
      needsPostgis: true,
    },
    linesOf('marketplace', 'read')('L2', 'given away near a point', 'M25', 'given', {
      person: anybody,
      shot: (i) => get(`${market}/post-mgt/get`, { limit: 10, max_price: 0, ...pointAsked(i) }),
      bare: (i) => get('/given', pointAsked(i)),
      says: /"price":0/,
    }),
    {
      name: 'W3',
      title: 'listing',
      operation: 'M28',
      product: 'marketplace',
      kind: 'read',
      statement: 'detail',
      person: anybody,
      shot: (i) => get(`${market}/post-mgt/detail/${idOf('post', detail(i))}`),
      bare: (i) => get('/detail', { id: idOf('post', detail(i)), person: idOf('user', anybody(i)) }),
      parse: (i) => get(`/parse/classes/Listing/p${detail(i)}`, { include: 'author' }),
    },
    {
      name: 'W4',
      title: 'chat list',
      operation: 'M54',
      product: 'marketplace',
      kind: 'read',
      statement: 'chatList',
      person: (i) => scattered(i, size.chatters),
      shot: () => get(`${market}/chat-mgt/get-chat-rooms`, { limit: page }),
      bare: (i) => get('/chatList', { person: idOf('user', scattered(i, size.chatters)) }),
    },
    {
      name: 'W6',
      title: 'unread count',
      operation: 'M73',
      product: 'marketplace',
      kind: 'read',
      statement: 'unreadCount',
      person: anybody,
      isRepeated: true,
      shot: () => get(`${market}/notification-mgt/unread-count`),
      bare: (i) => get('/unreadCount', { person: idOf('user', anybody(i)) }),
    },
  ]
}

/** What people look at of each other, and what they are offered while they type. */
function peopleOf(size: Size): Workload[] {
  const person = (i: number) => scattered(i, size.people)
  const seller = (i: number) => idOf('user', listingOf(scattered(i, size.listings), size).author)
  const discussed = openListings(size, commentedListings(size), commentedListing)
  const discussedAt = (i: number) => idOf('post', discussed[i % discussed.length] ?? 0)
  const beginning = (i: number) => wordOf(commonRank(drawing(15)(i))).slice(0, 2 + (i % 3))
  const line = linesOf('marketplace', 'people')
  return [
    line('N1', 'profile', 'M10', 'profile', {
      person,
      shot: (i) => get(`${market}/usr-mgt/get-profile-web/${seller(i)}`),
      bare: (i) => get('/profile', { id: seller(i) }),
    }),
    line('N2', 'suggestions', 'getSearchSuggestions', 'suggestions', {
      person,
      shot: (i) => get(`${market}/search-mgt/suggest`, { q: beginning(i) }),
      bare: (i) => get('/suggestions', { q: beginning(i) }),
    }),
    line('N3', 'comments of a listing', 'M37', 'comments', {
      person,
      shot: (i) => get(`${market}/post-mgt/get-comments/${discussedAt(i)}`),
      bare: (i) => get('/comments', { listing: discussedAt(i) }),
    }),
    line('N4', 'whom somebody follows', 'M16', 'connections', {
      person,
      shot: () => get(`${market}/usr-mgt/get-connections`, { type: 'following' }),
      bare: (i) => get('/connections', { person: idOf('user', person(i)) }),
    }),
    line('N5', 'trending', 'M29', 'ranked', {
      person,
      shot: () => get(`${market}/post-mgt/trending`, { limit: page }),
      bare: () => get('/ranked', { list: 'trending' }),
    }),
    line('N6', 'most viewed', 'M30', 'ranked', {
      person,
      shot: () => get(`${market}/post-mgt/most-viewed`, { limit: page }),
      bare: () => get('/ranked', { list: 'viewed' }),
    }),
    line('N7', 'stars of a seller', 'getReviews', 'reviews', {
      person,
      shot: (i) => get(`${market}/review-mgt/user/${seller(i)}`, { limit: 1 }),
      bare: (i) => get('/reviews', { id: seller(i) }),
      says: /"rating":/,
    }),
  ]
}

const homeless = (i: number, { people }: Size) => scattered(i, people / 2) * 2 + 1

const parseList = (where: object): Shot =>
  get('/parse/classes/Listing', {
    where: JSON.stringify(where),
    order: '-createdAt',
    limit: page,
    include: 'author',
    excludeKeys: 'description',
  })

function writesOf(size: Size): Workload[] {
  const anybody = (i: number) => scattered(i, size.people)
  const lower = (i: number) => scattered(i, lowerPeople(size))
  const room = (i: number) => idOf('room', roomOfLower(lower(i), i, size))
  // None of them was looked at by these people before.
  const anyListing = idOf('post', 0).slice(0, -blanks.listing.length) + blanks.listing
  const shows = (
    name: string,
    title: string,
    operation: string,
    statement: StatementName,
    path: string,
    count: number,
  ) => {
    const listings = Array.from({ length: count }, () => anyListing)
    return linesOf('marketplace', 'write')(name, title, operation, statement, {
      person: anybody,
      shot: () => post(`${market}/post-mgt/${path}`, { post_ids: listings }),
      bare: (i) => post(`/${statement}`, { person: idOf('user', anybody(i)), listings }),
      says: /"recorded":[1-9]/,
      isTakenOnce: true,
    })
  }
  const message = 'Is it still there? I could come by tomorrow.'
  const listing = (i: number) => {
    const draw = drawsOf(seeds.texts, i)
    const { latitude, longitude } = drawPlace(draw)
    return {
      title: `${text(draw, 5)} ${blanks.number}`,
      description: text(draw, 30),
      price: 100 + below(draw, 9000),
      category: drawCategory(draw),
      lat: latitude,
      lng: longitude,
    }
  }
  return [
    shows('V1', 'tell what was shown', 'recordImpressions', 'show', 'record-impressions', 6),
    shows('V2', 'tell what was looked at', 'M34', 'look', 'record-view', 1),
    {
      name: 'W5',
      title: 'send a message',
      operation: 'M52',
      product: 'marketplace',
      kind: 'write',
      statement: 'send',
      // The one with the lower id writes; the other has unread messages already, so the work stays the same.
      person: lower,
      shot: (i) => post(`${market}/chat-mgt/send-message`, { chatroom_id: room(i), messageText: message }),
      bare: (i) => post('/send', { room: room(i), person: idOf('user', lower(i)), text: message }),
    },
    {
      name: 'W8',
      title: 'publish a listing',
      operation: 'M23',
      product: 'marketplace',
      kind: 'write',
      statement: 'create',
      person: anybody,
      shot(i) {
        const { category, lat, lng, ...said } = listing(i)
        const location = { type: 'Point', coordinates: [lng, lat] }
        return post(`${market}/post-mgt/add`, {
          ...said,
          category_id: idOf('category', category),
          condition: 'good',
          location,
        })
      },
      bare: (i) => post('/create', { ...listing(i), person: idOf('user', anybody(i)) }),
      parse(i) {
        const { lat, lng, ...said } = listing(i)
        return post('/parse/classes/Listing', {
          ...said,
          author: { __type: 'Pointer', className: 'Person', objectId: `u${anybody(i)}` },
          currency: 'EUR',
          condition: conditions[2],
          isOpen: true,
          location: { __type: 'GeoPoint', latitude: lat, longitude: lng },
          media: { photos: [] },
        })
      },
    },
  ]
}

function searchesOf(size: Size): Workload[] {
  const frequent = (i: number) => wordOf(commonRank(drawing(10)(i)))
  const somewhere = (i: number) => {
    const { latitude, longitude } = drawPlace(drawing(11)(i))
    return { lat: latitude, lng: longitude }
  }
  const category = (i: number) => drawCategory(drawing(12)(i))
  const titleOf = (i: number) => listingOf(scattered(i, size.listings), size).title.split(' ')
  const rare = (i: number) => wordOf(rareRank(drawing(13)(i)))
  const nothing = (i: number) => unknownWord(drawing(14)(i))
  const wrong = (i: number) => misspelt(titleOf(i)[0] ?? '')
  const stock = (i: number) => stockWords[i % stockWords.length] ?? ''
  const hundredth = (i: number) => {
    const share = shareWith(commonRank(drawing(10)(i)), averageWords)
    return idOf('post', Math.max(0, Math.round(size.listings - 100 / share)))
  }
  const search = (
    name: string,
    title: string,
    statement: StatementName,
    product: (i: number) => Query,
    bare: (i: number) => Query,
  ): Workload => ({
    name,
    title,
    operation: 'M7',
    product: 'marketplace',
    kind: 'search',
    statement,
    person: (i) => homeless(i, size),
    shot: (i) => get(`${market}/usr-mgt/search-post`, product(i)),
    bare: (i) => get(`/${statement}`, bare(i)),
  })
  const byWords = (name: string, title: string, q: (i: number) => string) =>
    search(
      name,
      title,
      'search',
      (i) => ({ q: q(i) }),
      (i) => ({ q: q(i) }),
    )
  return [
    byWords('S1', 'a common word', frequent),
    byWords('S2', 'a rare word', rare),
    byWords('S3', 'three words', (i) => titleOf(i).slice(0, 3).join(' ')),
    byWords('S4', 'no hit', nothing),
    byWords('S5', 'a misspelt word', wrong),
    search(
      'S6',
      'near a place',
      'searchNear',
      (i) => ({ q: frequent(i), ...somewhere(i), radius_km: radiusKm }),
      (i) => ({ q: frequent(i), ...somewhere(i) }),
    ),
    search(
      'S7',
      'by distance',
      'searchNearest',
      (i) => ({ q: frequent(i), ...somewhere(i), sort: 'distance' }),
      (i) => ({ q: frequent(i), ...somewhere(i) }),
    ),
    search(
      'S8',
      'by price',
      'searchCheapest',
      (i) => ({ q: frequent(i), sort: 'price_asc' }),
      (i) => ({ q: frequent(i) }),
    ),
    search(
      'S9',
      'in a category',
      'searchCategory',
      (i) => ({ q: frequent(i), category_id: idOf('category', category(i)) }),
      (i) => ({ q: frequent(i), category: category(i) }),
    ),
    byWords('S10', 'a word in every listing', stock),
    search(
      'S11',
      'no word',
      'newest',
      () => ({ sort: 'newest' }),
      () => ({}),
    ),
    {
      ...search(
        'S12',
        'a deep page',
        'search',
        (i) => ({ q: frequent(i), sort: 'newest' }),
        (i) => ({ q: frequent(i), before: hundredth(i) }),
      ),
      isDeep: true,
    },
  ]
}
