import { parts, rowsInto, statements, withoutIndexes, withWriters } from './bulk.ts'
import {
  categories,
  commentRows,
  comments,
  exercises,
  favourites,
  followed,
  followRows,
  idIn,
  idOf,
  listingDays,
  listingOf,
  looks,
  messageText,
  notices,
  personOf,
  practices,
  readInRoom,
  reviewRows,
  reviews,
  reviewWords,
  roomRows,
  rooms,
  type Size,
  sessions,
  spread,
  subCategories,
  timezone,
} from './town.ts'

/** The largest first. */
const largeTables = [
  'marketplace.post',
  'marketplace.message',
  'marketplace.notification',
  'wellness.practice_day',
  'wellness.session',
  'wellness.notification',
  'marketplace.favourite',
  'marketplace.post_card',
  'marketplace.room_member',
  'marketplace.chat_room',
  'marketplace.users',
  'marketplace.comment',
  'marketplace.follow',
  'marketplace.post_view',
  'marketplace.review',
  'marketplace.deal',
  'marketplace.name_word',
  'marketplace.search_term',
  'marketplace.presence',
  'marketplace.inbox_change',
  'wellness.users',
]

/**
 * Fills an empty, migrated database with rows, and with what the triggers of the product would have written beside
 * them; what its jobs keep is made afterwards (`kept.ts`). The same size gives the same rows, except that times count
 * back from `at`, since listings have to be open now.
 */
export async function fill(connectionString: string, size: Size, at: Date): Promise<void> {
  const now = `timestamptz '${at.toISOString()}'`
  await withWriters(connectionString, async (writers) => {
    await withoutIndexes(writers, largeTables, async () => {
      await writers.run(statements([categoriesOf(now), ...practicesOf(now)]))
      await writers.run(rowsInto(peopleOf(now), size.people, personOf))
      await writers.run(
        rowsInto(listingsOf(now, size.listings), size.listings, (n) => {
          const { category, subCategory, ...listing } = listingOf(n, size)
          return {
            ...listing,
            category: idOf('category', category),
            subCategory: subCategory === null ? null : idOf('category', subCategory),
          }
        }),
      )
      await writers.run(statements(othersOf(size, now)))
      await writers.run(statements(derived))
    })
    // What is made of it next is planned by how much there is.
    await writers.run(statements(largeTables.map((name) => `analyze ${name}`)))
  })
}

/**
 * Sweeps and measures what was filled. What is empty stays unknown: as known to be empty it would be read from
 * beginning to end by every plan that is made once, and be found out only when PostgreSQL looks by itself.
 */
export async function vacuumFilled(connectionString: string): Promise<void> {
  await withWriters(connectionString, async (writers) => {
    let names: string[] = []
    await writers.run([
      async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `select c.oid::regclass::text as name from pg_class c
           where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('platform', 'marketplace', 'wellness', 'pgboss') and pg_relation_size(c.oid) > 0
           order by pg_relation_size(c.oid) desc`,
        )
        names = rows.map(({ name }) => name)
      },
    ])
    await writers.run(statements(names.map((name) => `vacuum analyze ${name}`)))
  })
}

/** Of whatever is written by a statement without words: rows of one statement. */
const most = 100_000
/** A statement for each part of so many rows. */
const inParts = (count: number, textOf: (from: number, to: number) => string): string[] =>
  parts(count, most).map(([from, to]) => textOf(from, to))
const numbers = (from: number, to: number) => `generate_series(${from}::bigint, ${to - 1}::bigint) n`

/** Of each kind, which are still there: how a job is found is planned by what the table has had in it. */
const doneJobs = 200

/** Everything that needs no words. */
function othersOf(size: Size, now: string): string[] {
  const { people, listings, messagesPerRoom } = size
  const roomsAtOnce = Math.ceil(most / messagesPerRoom)
  return [
    `insert into pgboss.job (name, state, data, created_on, started_on, completed_on)
     select q.name, 'completed', '{}', ${now}, ${now}, ${now} from pgboss.queue q cross join ${numbers(0, doneJobs)}`,
    ...inParts(
      people * notices,
      (
        from,
        to,
      ) => `insert into marketplace.notification (id, recipient_id, reference_model, reference_id, category, title, message, is_read, source_event, created_at, updated_at)
     select ${idIn('notification', 'n')}, ${idIn('user', `n % ${people}`)}, 'post', ${idIn('post', spread('n', 15, listings))}::text,
       (array['new_listing', 'price_drop', 'favourite', 'message'])[1 + ${spread('n', 16, 4)}], 'Something new',
       'There is something new for you', ${spread('n', 13, 3)} = 0, 'bench:' || n,
       ${now} - (${people * notices} - n) * interval '10 days' / ${people * notices}, ${now}
     from ${numbers(from, to)}`,
    ),
    ...parts(rooms(size), roomsAtOnce).flatMap((range) => roomsOf(size, now, range)),
    `insert into marketplace.favourite (user_id, post_id, price_at_save_minor, created_at)
     select distinct on (p.id, person) person, p.id, p.price_minor, ${now} - interval '1 day'
     from (select ${idIn('user', spread('n', 11, people))} as person, ${idIn('post', spread('n', 12, listings))} as post
       from ${numbers(0, people * favourites)}) saved
     join marketplace.post p on p.id = saved.post`,
    `insert into marketplace.presence (user_id, seen_at)
     select ${idIn('user', 'n')}, ${now} - ${spread('n', 10, 10_000)} * interval '1 minute' from ${numbers(0, people)}`,
    ...inParts(
      people * followed,
      (from, to) => `insert into marketplace.follow (follower_id, followee_id, created_at)
       select ${idIn('user', 'follower')}, ${idIn('user', 'followee')}, at from (${followRows(size, now, [from, to])}) follow`,
    ),
    ...inParts(
      people * comments,
      (
        from,
        to,
      ) => `insert into marketplace.comment (id, post_id, author_id, parent_id, reply_to, text, created_at)
       select ${idIn('comment', 'n')}, ${idIn('post', 'listing')}, ${idIn('user', 'author')}, ${idIn('comment', 'answered')},
         ${idIn('comment', 'answered')}, 'Is it still there?', at from (${commentRows(size, now, [from, to])}) comment`,
    ),
    ...parts(people * reviews, most).flatMap((range) => reviewsOf(size, now, range)),
    ...inParts(
      people * looks,
      (from, to) => `insert into marketplace.post_view (post_id, day, viewer, address, source, viewed_at)
       select distinct on (post, day, viewer) post, day, viewer, viewer, 'feed', at from (
         select ${idIn('post', `${listings} - 1 - ${spread('n', 25, 5000)}`)} as post, ${idIn('user', `n / ${looks}`)} as viewer,
           ${now} - ${spread('n', 26, 6 * 86_400)} * interval '1 second' as at from ${numbers(from, to)}) look
       cross join lateral (select (at at time zone 'UTC')::date as day) d`,
    ),
    ...wellnessOf(people, now),
  ]
}

const roomsOf = (size: Size, now: string, range: [from: number, to: number]): string[] => {
  const { messagesPerRoom } = size
  const chat = `(${roomRows(size, now, range)}) chat`
  return [
    `insert into marketplace.chat_room (id, user_lo, user_hi, post_id, last_seq, created_at, updated_at)
     select ${idIn('room', 'n')}, ${idIn('user', 'lo')}, ${idIn('user', 'hi')}, ${idIn('post', 'listing')}, ${messagesPerRoom}, at - interval '5 days', at from ${chat}`,
    // What is kept of a chat beside that comes with its card.
    `insert into marketplace.room_member (room_id, user_id, peer_id, last_read_seq, last_activity_at, last_message)
     select ${idIn('room', 'n')}, member.id, member.peer, member.read, at, '' from ${chat}
     cross join lateral (values (${idIn('user', 'lo')}, ${idIn('user', 'hi')}, ${messagesPerRoom}),
       (${idIn('user', 'hi')}, ${idIn('user', 'lo')}, ${readInRoom(size)})) as member (id, peer, read)`,
    `insert into marketplace.message (id, room_id, seq, sender_id, text, created_at)
     select ${idIn('message', `n * ${messagesPerRoom} + seq`)}, ${idIn('room', 'n')}, seq,
       ${idIn('user', 'case when seq % 2 = 0 then lo else hi end')}, ${messageText}, at - (${messagesPerRoom} - seq) * interval '1 hour'
     from ${chat}, generate_series(1, ${messagesPerRoom}) seq`,
  ]
}

const reviewsOf = (size: Size, now: string, range: [from: number, to: number]): string[] => {
  const told = `(${reviewRows(size, now, range)}) review`
  return [
    `insert into marketplace.deal (id, post_id, buyer_id, seller_id, completed_at, review_until)
     select ${idIn('deal', 'n')}, ${idIn('post', 'listing')}, ${idIn('user', 'author')}, ${idIn('user', 'subject')},
       at - interval '2 days', at from ${told}`,
    `insert into marketplace.review (id, deal_id, author_id, subject_id, rating, text, tags, visible_at, told_at, standing, created_at, updated_at)
     select ${idIn('review', 'n')}, ${idIn('deal', 'n')}, ${idIn('user', 'author')}, ${idIn('user', 'subject')}, rating,
       'Friendly, and just as described.', '{${reviewWords.join()}}', at, at, 'counted', at - interval '1 day', at from ${told}`,
  ]
}

/** What triggers write beside the rows, as they do. */
const derived = [
  `insert into marketplace.search_term (term, seen_at)
   select term, min(updated_at) from marketplace.post, unnest(tsvector_to_array(to_tsvector('simple', title))) term
   where status in ('active', 'reserved') and length(term) between 3 and 40 and position('\\' in term) = 0 group by term`,
  `insert into marketplace.post_card (post_id) select id from marketplace.post order by id`,
  `insert into marketplace.name_word (word, user_id)
   select word, u.id from marketplace.users u cross join lateral marketplace.words_of(u.name) word
   where u.status = 'active' and u.kind = 'member'`,
  `insert into marketplace.inbox_change (user_id) select distinct recipient_id from marketplace.notification`,
  `update marketplace.follow f set is_mutual = true
   from marketplace.follow other where other.follower_id = f.followee_id and other.followee_id = f.follower_id`,
  `insert into marketplace.follow_count (user_id, followers, following)
   select id, sum(follower), sum(following) from marketplace.follow
   cross join lateral (values (followee_id, 1, 0), (follower_id, 0, 1)) as counted (id, follower, following) group by id`,
  `insert into marketplace.comment_total (post_id, count) select post_id, count(*) from marketplace.comment group by 1`,
  `update marketplace.comment c set reply_count = 1 from marketplace.comment reply where reply.parent_id = c.id`,
  `insert into marketplace.review_total (subject_id, stars_1, stars_2, stars_3, stars_4, stars_5, words)
   select subject_id, ${[1, 2, 3, 4, 5].map((stars) => `count(*) filter (where rating = ${stars})`).join(', ')},
     jsonb_build_object(${reviewWords.map((word) => `'${word}', count(*)`).join(', ')}) from marketplace.review group by 1`,
  `insert into marketplace.post_kin_change (leaf_category_id) select distinct leaf_category_id from marketplace.post`,
  `select setval('marketplace.post_number', max(search_number)) from marketplace.post`,
  // Nobody has two sessions on a day.
  `insert into wellness.practice_day (user_id, local_date, category_id, exercise_id, status, sessions, seconds, feelings, lift_sum, lift_count, last_done_at, name)
   select s.user_id, s.local_date, part.category_id, part.exercise_id, s.status, 1, s.counted_sec, jsonb_build_object(s.feeling_after, 1), 0, 0, s.ended_at, part.name
   from wellness.session s cross join lateral (values (null::uuid, null::uuid, null), (s.category_id, null, s.category_name),
     (s.category_id, s.exercise_id, s.exercise_title)) as part (category_id, exercise_id, name)`,
  `insert into wellness.exercise_practice (exercise_id, part, plays, completed, lift_sum, lift_count)
   select exercise_id, get_byte(uuid_send(user_id), 15) & 15, count(*), count(*), 0, 0 from wellness.session group by 1, 2`,
]

const peopleOf = (now: string) =>
  `insert into marketplace.users (id, name, email, email_canonical, is_verified, profile_photo_url, longitude, latitude, place, trust_level, created_at, updated_at)
   select ${idIn('user', 'n')}, 'Person ' || n, 'p' || n || '@example.org', 'p' || n || '@example.org', true,
     'https://pictures.example/' || n || '.webp', coalesce((home->>'longitude')::float8, 0), coalesce((home->>'latitude')::float8, 0),
     coalesce(home->>'name', ''), 3, ${now} - interval '200 days', ${now} - interval '100 days'
   from json_to_recordset($1::json) r (n bigint, home json)`

const categoriesOf = (now: string) =>
  `insert into marketplace.category (id, parent_id, name, slug, position, created_at, updated_at)
   select ${idIn('category', 'n')}, case when n >= ${categories} then ${idIn('category', `(n - ${categories}) / ${subCategories}`)} end,
     'Category ' || n, 'category-' || n, n, ${now}, ${now}
   from generate_series(0, ${categories * (1 + subCategories) - 1}) n`

const listingsOf = (now: string, listings: number) =>
  `insert into marketplace.post (id, author_id, title, description, price_minor, currency, category_id, sub_category_id, condition,
     status, sold_type, sold_price_minor, sold_at, photo_ids, place, longitude, latitude, public_longitude, public_latitude,
     published_at, expires_at, created_at, updated_at, search_number)
   select ${idIn('post', 'n')}, ${idIn('user', 'author')}, title, description, "priceMinor", 'EUR', category, "subCategory", condition,
     case when "isSold" then 'sold' else 'active' end, case when "isSold" then 'sold_here' else 'available' end,
     case when "isSold" then "priceMinor" end, case when "isSold" then ${now} - (${now} - published) / 2 end,
     (select array_agg(${idIn('photo', 'n * 4 + p')}) from generate_series(1, photos) p), place->>'name',
     (place->>'longitude')::float8, (place->>'latitude')::float8, (place->>'longitude')::float8, (place->>'latitude')::float8,
     published, ${now} + interval '30 days', published, published, n + 1
   from json_to_recordset($1::json) r (n bigint, author bigint, title text, description text, "priceMinor" bigint, category uuid,
     "subCategory" uuid, condition text, "isSold" boolean, photos int, place json)
   cross join lateral (select ${now} - (${listings} - n) * interval '${listingDays} days' / ${listings} as published) t`

/** Short, so that nobody who is measured practises while they still do: that would be counted anew, and is rare. */
const practiceSeconds = 1

const practicesOf = (now: string): string[] => [
  `insert into wellness.category (id, name, position, created_at, updated_at)
   select ${idIn('wellnessCategory', 'n')}, 'Practice ' || n, n, ${now}, ${now} from ${numbers(0, practices)}`,
  `insert into wellness.exercise (id, category_id, title, media_type, duration_sec, position, suits, is_offered, created_at, updated_at)
   select ${idIn('exercise', 'n')}, ${idIn('wellnessCategory', `n % ${practices}`)}, 'Exercise ' || n, 'TIMER', ${practiceSeconds}, n,
     array[(array['MORNING', 'DAY', 'EVENING', 'NIGHT'])[1 + n % 4]], true, ${now}, ${now}
   from ${numbers(0, exercises)}`,
]

/** Each of somebody's sessions is within as many days of its own. */
const daysPerSession = 12

const wellnessOf = (people: number, now: string): string[] => [
  `insert into wellness.users (id, status, name, email, email_canonical, timezone, referral_code, created_at, updated_at)
   select ${idIn('wellnessUser', 'n')}, 'ACTIVE', 'Person ' || n, 'w' || n || '@example.org', 'w' || n || '@example.org', '${timezone}', 'BENCH' || n, ${now} - interval '90 days', ${now}
   from ${numbers(0, people)}`,
  `insert into wellness.zone_history (user_id, began_at, timezone, day_start_minutes, source)
   select id, created_at, timezone, day_start_minutes, 'DEVICE' from wellness.users`,
  ...inParts(
    people * sessions,
    (
      from,
      to,
    ) => `insert into wellness.session (id, user_id, status, category_id, exercise_id, category_name, exercise_title, duration_sec, started_at, ended_at, credited_sec, counted_sec,
     feeling_after, valence_after, occurred_at, timezone, local_date, created_at, updated_at)
   select ${idIn('session', 'n')}, ${idIn('wellnessUser', `n % ${people}`)}, 'COMPLETED', e.category_id, e.id, 'Practice', e.title, e.duration_sec,
     ended - e.duration_sec * interval '1 second', ended, e.duration_sec, e.duration_sec, 'CALM', 2, ended, '${timezone}', ended::date, ended, ended
   from ${numbers(from, to)}
   join wellness.exercise e on e.id = ${idIn('exercise', spread('n', 14, exercises))}
   cross join lateral (select ${now} - interval '1 day' - n / ${people} * interval '${daysPerSession} days'
     - ${spread('n', 17, 86_400 * (daysPerSession - 2))} * interval '1 second' as ended) past`,
  ),
  ...inParts(
    people * 3,
    (
      from,
      to,
    ) => `insert into wellness.notification (id, user_id, category, title, message, source_event, is_read, created_at)
   select ${idIn('wellnessNotification', 'n')}, ${idIn('wellnessUser', `n % ${people}`)}, 'reminder', 'Time to breathe', 'A few minutes are enough.', 'bench:' || n, ${spread('n', 18, 2)} = 0, ${now} - n * interval '1 second'
   from ${numbers(from, to)}`,
  ),
]
