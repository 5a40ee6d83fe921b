import type pg from 'pg'

/** How many rows of each kind to make. */
export interface Size {
  people: number
  listings: number
  messages: number
}

const kinds = {
  user: '01',
  category: '02',
  post: '03',
  room: '04',
  message: '05',
  notification: '06',
  wellnessUser: '07',
  wellnessCategory: '08',
  exercise: '09',
  session: '0a',
  wellnessNotification: '0b',
} as const
type Kind = keyof typeof kinds

/** Every id of the data set starts so; an id that does not was made by a request. */
export const madeHere = '019000'

/** The id of the n-th row of a kind; the SQL below makes the same ones. */
export const idOf = (kind: Kind, n: number): string =>
  `${madeHere}${kinds[kind]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const id = (kind: Kind, n: string) =>
  `('${madeHere}${kinds[kind]}-0000-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`

const array = (words: string) => `(array['${words.split(' ').join("','")}'])`
const pick = (words: string, n: string) => `${array(words)}[1 + (${n})::int % ${words.split(' ').length}]`

export const things =
  'bicycle lamp table chair camera guitar jacket kettle mirror monitor piano radio ring scooter shelf sofa tent toaster watch wardrobe blender carpet drill helmet'
const makers = 'Acme Birke Corvo Delta Edel Fjord Gala Hanse Iris Jura'
const looks = 'red blue green black white wooden steel vintage compact folding large light'

export const rooms = ({ messages }: Size): number => Math.max(1, Math.floor(messages / 20))

/** People who chat: about twenty rooms each. */
export const chatters = (size: Size): number =>
  Math.min(size.people, Math.max(50, Math.ceil(rooms(size) / 10)))

export const wellnessPeople = ({ people }: Size): number => people
export const categories = 10
export const exercises = 200

/**
 * Fills an empty, migrated database. The same size gives the same rows, except that times count
 * back from `at`, since listings have to be open now.
 */
export async function fill(client: pg.ClientBase, size: Size, at: Date): Promise<void> {
  const { people, listings } = size
  if (chatters(size) < 30 || listings < 1)
    throw new Error('the data set needs at least 30 people and a listing')
  const now = `timestamptz '${at.toISOString()}'`
  const statements = [
    // Twenty towns on a grid, some forty kilometres wide each.
    `insert into marketplace.users (id, name, email, email_canonical, is_verified, longitude, latitude, place, trust_level, created_at, updated_at)
     select ${id('user', 'n')}, 'Person ' || n, 'p' || n || '@example.org', 'p' || n || '@example.org', true,
       6 + (n % 5) * 2 + (n * 7919 % 1000) / 2500.0, 48 + (n / 5 % 4) * 1.5 + (n * 104729 % 1000) / 2500.0, 'Town ' || n % 20, 3,
       ${now} - interval '200 days', ${now} - interval '100 days'
     from generate_series(0, ${people - 1}::bigint) n`,
    `insert into marketplace.presence (user_id, seen_at)
     select ${id('user', 'n')}, ${now} - n % 10000 * interval '1 minute' from generate_series(0, ${people - 1}::bigint) n`,
    `insert into marketplace.category (id, parent_id, name, slug, position, created_at, updated_at)
     select ${id('category', 'n')}, case when n >= ${categories} then ${id('category', `n % ${categories}`)} end, 'Category ' || n, 'category-' || n, n, ${now}, ${now}
     from generate_series(0, ${categories * 6 - 1}) n`,
    `insert into marketplace.post (id, author_id, title, description, price_minor, currency, category_id, sub_category_id, condition, status,
       place, longitude, latitude, public_longitude, public_latitude, published_at, expires_at, created_at, updated_at)
     select ${id('post', 'n')}, u.id, initcap(${pick(looks, 'n / 7')}) || ' ' || ${pick(makers, 'n / 3')} || ' ' || ${pick(things, 'n * 31 / 10')},
       'Well kept ' || ${pick(things, 'n * 31 / 10')} || ', ' || ${pick(looks, 'n / 11')} || ', used for ' || n % 9 + 1 || ' years. Pick it up in ' || u.place || ' or ask for delivery.',
       100 + n * 7907 % 90000, 'EUR', ${id('category', `n % ${categories}`)},
       case when n % 2 = 0 then ${id('category', `${categories} + n % ${categories} + ${categories} * (n / 20 % 5)`)} end,
       ${pick('new like_new good fair', 'n / 5')}, case when n % 50 < 45 then 'active' when n % 50 < 47 then 'reserved' else 'sold' end,
       u.place, u.longitude, u.latitude, u.longitude + 0.001, u.latitude + 0.001,
       ${now} - (n + 1) * interval '20 days' / ${listings}, ${now} + interval '30 days', ${now} - interval '2 days' - n * interval '20 days' / ${listings}, ${now} - interval '2 days'
     from generate_series(0, ${listings - 1}::bigint) n join marketplace.users u on u.id = ${id('user', `n * 7 % ${people}`)}`,
    `create temporary table room as
     select n, least(a, b) as lo, greatest(a, b) as hi, ${now} - interval '1 day' - n * interval '1 second' as at from (
       select n, n % ${chatters(size)} as a, (n % ${chatters(size)} + 1 + n / ${chatters(size)}) % ${chatters(size)} as b
       from generate_series(0, ${rooms(size) - 1}::bigint) n
     ) pairs`,
    `insert into marketplace.chat_room (id, user_lo, user_hi, last_seq, created_at, updated_at)
     select ${id('room', 'n')}, ${id('user', 'lo')}, ${id('user', 'hi')}, 20, at - interval '5 days', at from room`,
    `insert into marketplace.room_member (room_id, user_id, last_read_seq, last_activity_at)
     select ${id('room', 'n')}, ${id('user', 'lo')}, 20, at from room
     union all select ${id('room', 'n')}, ${id('user', 'hi')}, 15, at from room`,
    `insert into marketplace.message (id, room_id, seq, sender_id, text, created_at)
     select ${id('message', 'n * 20 + seq')}, ${id('room', 'n')}, seq, case when seq % 2 = 0 then ${id('user', 'lo')} else ${id('user', 'hi')} end,
       'Is the ' || ${pick(things, 'n + seq')} || ' still there? I could come by on day ' || seq || '.', at - (20 - seq) * interval '1 hour'
     from room, generate_series(1, 20) seq`,
    `insert into marketplace.notification (id, recipient_id, reference_model, reference_id, category, title, message, is_read, source_event, created_at, updated_at)
     select ${id('notification', 'n')}, ${id('user', `n % ${people}`)}, 'post', ${id('post', `n % ${listings}`)}::text,
       ${pick('new_listing price_drop favourite message', 'n / 3')}, 'Something new', 'There is something new for you', n % 3 = 0, 'bench:' || n,
       ${now} - n * interval '10 days' / ${people * 10}, ${now}
     from generate_series(0, ${people * 10 - 1}::bigint) n`,
    `insert into wellness.users (id, status, name, email, email_canonical, timezone, referral_code, created_at, updated_at)
     select ${id('wellnessUser', 'n')}, 'ACTIVE', 'Person ' || n, 'w' || n || '@example.org', 'w' || n || '@example.org', 'Europe/Berlin', 'BENCH' || n, ${now} - interval '90 days', ${now}
     from generate_series(0, ${wellnessPeople(size) - 1}::bigint) n`,
    `insert into wellness.category (id, name, position, created_at, updated_at)
     select ${id('wellnessCategory', 'n')}, 'Practice ' || n, n, ${now}, ${now} from generate_series(0, ${categories - 1}) n`,
    `insert into wellness.exercise (id, category_id, title, media_type, duration_sec, position, created_at, updated_at)
     select ${id('exercise', 'n')}, ${id('wellnessCategory', `n % ${categories}`)}, 'Exercise ' || n, 'TIMER', 60 + n % 20 * 30, n, ${now}, ${now}
     from generate_series(0, ${exercises - 1}) n`,
    `insert into wellness.session (id, user_id, status, category_id, exercise_id, category_name, exercise_title, duration_sec, started_at, ended_at, credited_sec,
       feeling_after, valence_after, occurred_at, timezone, local_date, created_at, updated_at)
     select ${id('session', 'n')}, ${id('wellnessUser', `n % ${wellnessPeople(size)}`)}, 'COMPLETED', e.category_id, e.id, 'Practice', e.title, e.duration_sec,
       ended - e.duration_sec * interval '1 second', ended, e.duration_sec, 'CALM', 2, ended, 'Europe/Berlin', ended::date, ended, ended
     from generate_series(0, ${wellnessPeople(size) * 5 - 1}::bigint) n
     join wellness.exercise e on e.id = ${id('exercise', `n * 13 % ${exercises}`)}
     cross join lateral (select ${now} - interval '1 day' - n * interval '60 days' / ${wellnessPeople(size) * 5} as ended) past`,
    `insert into wellness.notification (id, user_id, category, title, message, source_event, is_read, created_at)
     select ${id('wellnessNotification', 'n')}, ${id('wellnessUser', `n % ${wellnessPeople(size)}`)}, 'reminder', 'Time to breathe', 'A few minutes are enough.', 'bench:' || n, n % 2 = 0, ${now} - n * interval '1 second'
     from generate_series(0, ${wellnessPeople(size) * 3 - 1}::bigint) n`,
    'drop table room',
    'vacuum analyze',
  ]
  await client.query('set statement_timeout = 0')
  for (const statement of statements) await client.query(statement)
}
