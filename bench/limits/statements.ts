// The least SQL that does a user's job: one statement each, over the smallest schema (schema.sql, search.sql).
import type { Shot } from '../load.ts'

const kmPerDegree = 111.195
export const radiusKm = 25
/** Where the start page looks for what is given away. */
const giftKm = 50
/** After every id. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export interface Asked {
  query: URLSearchParams
  body: Readonly<Record<string, string | number | readonly string[]>>
}

export interface Statement {
  text: string
  /** Of its parameters, in PostgreSQL's words. */
  types: readonly string[]
  parameters(asked: Asked): unknown[]
  /** The reply, made of the rows. */
  shape(rows: Row[]): unknown
}

export type Row = Record<string, unknown>

/** The squares that a circle can touch; `cell_of` in schema.sql has the same numbers. */
function cellsAround(latitude: number, longitude: number, km: number): number[] {
  const height = km / kmPerDegree
  const width = height / Math.cos((latitude * Math.PI) / 180)
  const cells: number[] = []
  for (let y = Math.floor((latitude - height + 90) * 4); y <= (latitude + height + 90) * 4; y += 1)
    for (let x = Math.floor((longitude - width + 180) * 4); x <= (longitude + width + 180) * 4; x += 1)
      cells.push(y * 1440 + x)
  return cells
}

const card = `l.id, l.title, l.price::float8 as price, l.currency, l.condition, l.place, l.latitude, l.longitude, l.media,
  l.view_count, l.favourite_count, l.created_at, p.id as author_id, p.name as author_name, p.photo_url as author_photo`

const shapeCard = (row: Row) => ({
  id: row.id,
  title: row.title,
  price: row.price,
  currency: row.currency,
  condition: row.condition,
  address: { place: row.place },
  location: { type: 'Point', coordinates: [row.longitude, row.latitude] },
  media: row.media,
  views: row.view_count,
  favourites: row.favourite_count,
  author: { id: row.author_id, name: row.author_name, photo: row.author_photo },
  createdAt: row.created_at,
})
const shapeCards = (rows: Row[]) => rows.map(shapeCard)
const first = ([row]: Row[]) => row

/** Ids in their order become cards in that order. */
const cardsOf = (ids: string) => `select ${card} from ${ids} with ordinality k (id, at)
  join listing l on l.id = k.id join person p on p.id = l.author_id order by k.at`

const newestCards = (ids: string, most = 20) => `select ${card} from (${ids} order by id desc limit ${most}) k
  join listing l on l.id = k.id join person p on p.id = l.author_id order by l.id desc`

/** Twenty cards, of which three at most are promoted: behind two, and then behind five each. */
const withPromoted = (
  promoted: string,
  newest: string,
) => `with promoted as materialized (${promoted} limit ${mostPromoted})
  select ${card}, k.is_promoted from (
    select id, true as is_promoted from promoted union all (
      select id, false from (${newest}) n where id not in (select id from promoted)
      limit 20 - (select count(*) from promoted))) k
  join listing l on l.id = k.id join person p on p.id = l.author_id order by k.is_promoted desc, l.id desc`
const mostPromoted = 3

function shapeWithPromoted(rows: Row[]) {
  const cards = rows.map((row) => ({ ...shapeCard(row), isPromoted: row.is_promoted }))
  const count = cards.findIndex(({ isPromoted }) => !isPromoted)
  const promoted = cards.splice(0, Math.max(0, count))
  for (const [index, one] of promoted.entries()) cards.splice(2 + index * 6, 0, one)
  return cards
}

const isNear = (latitude: string, longitude: string, width: string, km = radiusKm) =>
  `(latitude - ${latitude}::float8) ^ 2 + ((longitude - ${longitude}::float8) * ${width}::float8) ^ 2 <= ${((km / kmPerDegree) ** 2).toFixed(6)}`

const number = (asked: Asked, name: string) => Number(asked.query.get(name))
const text = (asked: Asked, name: string) => asked.query.get(name) ?? ''
const before = (asked: Asked) => asked.query.get('before') ?? lastId
const point = (asked: Asked, km = radiusKm) => {
  const [latitude, longitude] = [number(asked, 'lat'), number(asked, 'lng')]
  return {
    latitude,
    longitude,
    cells: cellsAround(latitude, longitude, km),
    width: Math.cos((latitude * Math.PI) / 180),
  }
}

function nearParameters(asked: Asked) {
  const { cells, latitude, longitude, width } = point(asked)
  return [cells, number(asked, 'category'), before(asked), latitude, longitude, width]
}

export const statements = {
  newestOfCategory: {
    text: newestCards('select id from listing where category_id = $1 and is_open and id < $2'),
    types: ['int', 'uuid'],
    parameters: (asked) => [number(asked, 'category'), before(asked)],
    shape: shapeCards,
  },
  near: {
    text: newestCards(`select found.id from unnest($1::int[]) c cross join lateral (
      select id from listing where cell = c and category_id = $2 and is_open and id < $3 and ${isNear('$4', '$5', '$6')}
      order by id desc limit 20) found`),
    types: ['int[]', 'int', 'uuid', 'float8', 'float8', 'float8'],
    parameters: nearParameters,
    shape: shapeCards,
  },
  given: {
    text: newestCards(
      `select found.id from unnest($1::int[]) c cross join lateral (
        select id from listing where cell = c and is_open and price = 0 and ${isNear('$2', '$3', '$4', giftKm)}
        order by id desc limit 10) found`,
      10,
    ),
    types: ['int[]', 'float8', 'float8', 'float8'],
    parameters(asked) {
      const { cells, latitude, longitude, width } = point(asked, giftKm)
      return [cells, latitude, longitude, width]
    },
    shape: shapeCards,
  },
  newestOfCategoryPromoted: {
    text: withPromoted(
      'select listing_id as id from promotion where category_id = $1 and drawn >= $3 order by drawn',
      'select id from listing where category_id = $1 and is_open and id < $2 order by id desc limit 20',
    ),
    types: ['int', 'uuid', 'float8'],
    parameters: (asked) => [number(asked, 'category'), before(asked), Math.random()],
    shape: shapeWithPromoted,
  },
  nearPromoted: {
    text: withPromoted(
      `select listing_id as id from promotion where cell = any($1) and category_id = $2 and ${isNear('$4', '$5', '$6')} order by drawn`,
      `select found.id from unnest($1::int[]) c cross join lateral (
        select id from listing where cell = c and category_id = $2 and is_open and id < $3 and ${isNear('$4', '$5', '$6')}
        order by id desc limit 20) found order by id desc limit 20`,
    ),
    types: ['int[]', 'int', 'uuid', 'float8', 'float8', 'float8'],
    parameters: nearParameters,
    shape: shapeWithPromoted,
  },
  detail: {
    text: `select ${card}, l.description, l.is_open, l.updated_at, p.created_at as author_since,
        exists(select 1 from favourite f where f.person_id = $2 and f.listing_id = l.id) as is_favourite
      from listing l join person p on p.id = l.author_id where l.id = $1`,
    types: ['uuid', 'uuid'],
    parameters: (asked) => [text(asked, 'id'), text(asked, 'person')],
    shape: (rows) =>
      rows.map((row) => ({
        ...shapeCard(row),
        description: row.description,
        isOpen: row.is_open,
        isFavourite: row.is_favourite,
        authorSince: row.author_since,
        updatedAt: row.updated_at,
      }))[0],
  },
  chatList: {
    text: `select r.id, o.id as other_id, o.name as other_name, o.photo_url as other_photo, o.is_online, r.last_message_id,
        r.last_text, r.last_sender, r.is_last_seen, r.last_at, m.unread, r.is_active, r.created_at, r.updated_at,
        l.id as listing_id, l.title, l.price::float8 as price, l.currency, l.place, l.media, l.is_open
      from (select room_id, last_at, unread from room_member where person_id = $1 order by last_at desc, room_id limit 20) m
      join room r on r.id = m.room_id
      join person o on o.id = case when r.person_a = $1 then r.person_b else r.person_a end
      left join listing l on l.id = r.listing_id
      order by m.last_at desc, m.room_id`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: (rows) =>
      rows.map((row) => ({
        id: row.id,
        participants: [
          { id: row.other_id, name: row.other_name, photo: row.other_photo, isOnline: row.is_online },
        ],
        lastMessage: {
          id: row.last_message_id,
          text: row.last_text,
          sender: row.last_sender,
          isSeen: row.is_last_seen,
          createdAt: row.last_at,
        },
        unread: row.unread,
        isActive: row.is_active,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        listing: {
          id: row.listing_id,
          title: row.title,
          price: row.price,
          currency: row.currency,
          address: { place: row.place },
          media: row.media,
          isSold: !row.is_open,
        },
      })),
  },
  send: {
    text: `with r as (
        select id, case when person_a = $2 then person_b else person_a end as other from room
        where id = $1 and $2 in (person_a, person_b)
      ), sent as (
        insert into message (room_id, sender_id, text) select id, $2, $3 from r returning id, sender_id, created_at
      ), moved as (
        update room set last_message_id = sent.id, last_text = $3, last_sender = sent.sender_id, is_last_seen = false,
          last_at = sent.created_at, updated_at = sent.created_at from sent where room.id = $1
      ), members as (
        update room_member m set last_at = sent.created_at, unread = m.unread + (m.person_id <> sent.sender_id)::int
        from sent where m.room_id = $1
      ), told as (
        insert into notice (person_id, actor_id, category, title, message, reference)
        select other, $2, 'chat', 'New message', left($3, 80), id::text from r
      ), counted as (
        update counter c set notices = c.notices + 1, messages = c.messages + 1 from r where c.person_id = r.other
      )
      select id, created_at from sent`,
    types: ['uuid', 'uuid', 'text'],
    parameters: ({ body }) => [body.room, body.person, body.text],
    shape: first,
  },
  unreadCount: {
    text: 'select notices as count from counter where person_id = $1',
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: first,
  },
  create: {
    text: `insert into listing (author_id, category_id, title, description, price, condition, latitude, longitude, place, media)
      values ($1, $2, $3, $4, $5, 'good', $6, $7, 'Town', $8) returning id, created_at`,
    types: ['uuid', 'int', 'text', 'text', 'bigint', 'float8', 'float8', 'jsonb'],
    parameters: ({ body }) => [
      body.person,
      body.category,
      body.title,
      body.description,
      body.price,
      body.lat,
      body.lng,
      '{"photos": []}',
    ],
    shape: first,
  },
  record: {
    text: `with s as (
        insert into session (person_id, exercise, feeling, minutes) values ($1, $2, 'calm', $3) returning id
      ), g as (
        insert into goal_day (person_id, goal, day, minutes, sessions, is_done) values ($1, 1, current_date, $3, 1, $3 >= 10)
        on conflict (person_id, goal, day) do update set minutes = goal_day.minutes + excluded.minutes,
          sessions = goal_day.sessions + 1, is_done = goal_day.minutes + excluded.minutes >= 10
        returning minutes, sessions, is_done
      )
      select s.id, g.minutes, g.sessions, g.is_done from s, g`,
    types: ['uuid', 'int', 'int'],
    parameters: ({ body }) => [body.person, body.exercise, body.minutes],
    shape: first,
  },
  mark: {
    text: `with d as (
        insert into goal_day (person_id, goal, day, minutes, sessions, is_done) values ($1, $2, current_date, 0, 0, $3)
        on conflict (person_id, goal, day) do update set is_done = excluded.is_done returning is_done
      )
      update goal set streak = streak + case when d.is_done then 1 else -1 end, best_streak = greatest(best_streak, streak + d.is_done::int)
      from d where person_id = $1 and number = $2 returning number, title, streak, best_streak, d.is_done`,
    types: ['uuid', 'int', 'boolean'],
    parameters: ({ body }) => [body.person, body.goal, body.status === 'COMPLETED'],
    shape: first,
  },
  deliver: {
    // What a phone sends twice has the same id, and counts once.
    text: `with s as (
        insert into session (id, person_id, exercise, feeling, minutes, created_at) values ($1, $2, $3, 'calm', $4, $5)
        on conflict (id) do nothing returning minutes, created_at
      ), g as (
        insert into goal_day (person_id, goal, day, minutes, sessions, is_done)
        select $2, 1, created_at::date, minutes, 1, minutes >= 10 from s
        on conflict (person_id, goal, day) do update set minutes = goal_day.minutes + excluded.minutes,
          sessions = goal_day.sessions + 1, is_done = goal_day.minutes + excluded.minutes >= 10
      ), d as (
        insert into goal_day (person_id, goal, day, minutes, sessions, is_done) select $2, $6, current_date - 1, 0, 0, true from s
        on conflict (person_id, goal, day) do update set is_done = true
      )
      select count(*)::int as taken from s`,
    types: ['uuid', 'uuid', 'int', 'int', 'timestamptz', 'int'],
    parameters: ({ body }) => [body.id, body.person, body.exercise, body.minutes, body.at, body.goal],
    shape: first,
  },
  look: {
    text: `with seen as (
        insert into view (listing_id, day, person_id) select id, current_date, $2 from listing where id = any($1)
        on conflict do nothing returning listing_id
      ), counted as (
        insert into view_total as t (listing_id, views) select listing_id, 1 from seen
        on conflict (listing_id) do update set views = t.views + 1 returning listing_id, views
      )
      select listing_id, views from counted`,
    types: ['uuid[]', 'uuid'],
    parameters: ({ body }) => [body.listings, body.person],
    shape: (rows) => rows,
  },
  show: {
    text: `with shown as (
        insert into impression (listing_id, day, person_id) select id, current_date, $2 from listing where id = any($1)
        on conflict do nothing returning 1
      )
      select count(*)::int as recorded from shown`,
    types: ['uuid[]', 'uuid'],
    parameters: ({ body }) => [body.listings, body.person],
    shape: first,
  },
  search: {
    text: cardsOf('search_newest($1, $2, 20)'),
    types: ['text', 'uuid'],
    parameters: (asked) => [text(asked, 'q'), before(asked)],
    shape: shapeCards,
  },
  searchNear: {
    text: newestCards(`select found.id from unnest($2::int[]) c cross join lateral (
      select id from listing where cell = c and is_open and search @@ plainto_tsquery('simple', $1)
        and ${isNear('$3', '$4', '$5')} offset 0) found`),
    types: ['text', 'int[]', 'float8', 'float8', 'float8'],
    parameters(asked) {
      const { cells, latitude, longitude, width } = point(asked)
      return [text(asked, 'q'), cells, latitude, longitude, width]
    },
    shape: shapeCards,
  },
  searchNearest: {
    text: cardsOf('search_nearest($1, $2, $3, 20)'),
    types: ['text', 'float8', 'float8'],
    parameters: (asked) => [text(asked, 'q'), number(asked, 'lat'), number(asked, 'lng')],
    shape: shapeCards,
  },
  searchCheapest: {
    text: cardsOf('search_cheapest($1, 20)'),
    types: ['text'],
    parameters: (asked) => [text(asked, 'q')],
    shape: shapeCards,
  },
  searchCategory: {
    text: cardsOf('search_category($1, $2, $3, 20)'),
    types: ['text', 'int', 'uuid'],
    parameters: (asked) => [text(asked, 'q'), number(asked, 'category'), before(asked)],
    shape: shapeCards,
  },
  profile: {
    text: `select p.id, p.name, p.photo_url, p.created_at, (select stars from rating where person_id = p.id) as stars, (
        select json_agg(c) from (
          select l.id, l.title, l.price::float8 as price, l.currency, l.condition, l.place, l.media, l.created_at from listing l
          where l.author_id = p.id and l.is_open order by l.id desc limit 12) c) as listings
      from person p where p.id = $1`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'id')],
    shape: first,
  },
  reviews: {
    text: `select t.stars, t.words, (
        select json_agg(r) from (
          select r.id, r.rating, r.text, r.created_at, p.id as author_id, p.name, p.photo_url from review r join person p on p.id = r.author_id
          where r.subject_id = t.person_id order by r.created_at desc, r.id desc limit 1) r) as newest
      from rating t where t.person_id = $1`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'id')],
    shape: first,
  },
  home: {
    text: `select p.name, c.notices as unread, (
        select json_agg(g) from (
          select g.number, g.title, g.target, g.unit, g.streak, g.best_streak, g.rings_at, coalesce(d.is_done, false) as is_done, d.minutes
          from goal g left join goal_day d on d.person_id = g.person_id and d.goal = g.number and d.day = current_date
          where g.person_id = p.id order by g.number) g) as goals, (
        select count(distinct day)::int from goal_day d where d.person_id = p.id and d.is_done and d.day > current_date - 30) as active_days, (
        select json_build_object('id', e.id, 'title', e.title, 'minutes', e.minutes) from exercise e
          where e.day_part = 1 and not exists (select from session s where s.person_id = p.id and s.exercise = e.id)
          order by e.id limit 1) as suggestion
      from person p join counter c on c.person_id = p.id where p.id = $1`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: first,
  },
  goals: {
    text: `select number, title, target, unit, per_week, started_on, rings_at, streak, best_streak,
        (select count(*)::float8 from goal_day d where d.person_id = g.person_id and d.goal = g.number and d.is_done and d.day > current_date - 30) / 30 as share
      from goal g where person_id = $1 order by number`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: (rows) => rows,
  },
  questionnaire: {
    text: `select q.position, q.asked, a.given from question q left join answer a on a.person_id = $1 and a.position = q.position
      order by q.position`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: (rows) => rows,
  },
  comments: {
    text: `select c.id, c.text, c.created_at, p.id as author_id, p.name, p.photo_url, (
        select json_agg(r) from (
          select r.id, r.text, r.created_at, a.id as author_id, a.name, a.photo_url from comment r join person a on a.id = r.author_id
          where r.answered = c.id order by r.created_at, r.id limit 3) r) as answers
      from (select * from comment where listing_id = $1 and answered is null order by created_at desc, id desc limit 20) c
      join person p on p.id = c.author_id order by c.created_at desc, c.id desc`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'listing')],
    shape: (rows) => rows,
  },
  connections: {
    text: `select p.id, p.name, p.photo_url, f.created_at
      from (select * from follow where follower_id = $1 order by created_at desc, followee_id desc limit 20) f
      join person p on p.id = f.followee_id order by f.created_at desc, f.followee_id desc`,
    types: ['uuid'],
    parameters: (asked) => [text(asked, 'person')],
    shape: (rows) => rows,
  },
  ranked: {
    text: `select ${card} from ranked k join listing l on l.id = k.listing_id join person p on p.id = l.author_id
      where k.list = $1 and l.is_open order by k.position limit 20`,
    types: ['text'],
    parameters: (asked) => [text(asked, 'list')],
    shape: shapeCards,
  },
  suggestions: {
    // Not ^@, for which a plan for any values reads all words.
    text: `select word, listings from word where word collate "C" >= $1 and word collate "C" < $1 || chr(1114111) order by listings desc limit 10`,
    types: ['text'],
    parameters: (asked) => [text(asked, 'q')],
    shape: (rows) => rows,
  },
  searchPromoted: {
    text: withPromoted(
      `select id from (select listing_id as id, search from promotion where drawn >= $3 order by drawn offset 0) d
       where search @@ plainto_tsquery('simple', $1)`,
      'select id from search_newest($1, $2, 20) id',
    ),
    types: ['text', 'uuid', 'float8'],
    parameters: (asked) => [text(asked, 'q'), before(asked), Math.random()],
    shape: shapeWithPromoted,
  },
  newestPromoted: {
    text: withPromoted(
      'select listing_id as id from promotion where drawn >= $2 order by drawn',
      'select id from listing where is_open and id < $1 order by id desc limit 20',
    ),
    types: ['uuid', 'float8'],
    parameters: (asked) => [before(asked), Math.random()],
    shape: shapeWithPromoted,
  },
  newest: {
    text: newestCards('select id from listing where is_open and id < $1'),
    types: ['uuid'],
    parameters: (asked) => [before(asked)],
    shape: shapeCards,
  },
} satisfies Record<string, Statement>
export type StatementName = keyof typeof statements

export const isStatement = (name: string): name is StatementName => name in statements

export function askedBy({ path, body }: Pick<Shot, 'path' | 'body'>): Asked {
  const { searchParams } = new URL(path, 'http://localhost')
  return { query: searchParams, body: body === undefined ? {} : JSON.parse(body) }
}
