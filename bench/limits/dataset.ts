import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readFiles } from '../../server/src/demo/files.ts'
import { rowsInto, statements, withWriters } from '../bulk.ts'
import {
  commentRows,
  comments,
  exercises,
  favourites,
  followed,
  followRows,
  goalDays,
  goals,
  idIn,
  listingDays,
  listingOf,
  looks,
  messageText,
  notices,
  personOf,
  readInRoom,
  reviewRows,
  reviews,
  roomRows,
  type Size,
  sessions,
  spread,
} from '../town.ts'

const newcomersAsked = () =>
  readFiles().wellnessQuestionnaires.find(({ instrument }) => instrument === 'onboarding')?.questions ?? []

const script = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

/** Fills an empty database with the smallest schema and the same people, listings, rooms and sessions as the product's. */
export async function fillLimits(connectionString: string, size: Size, at: Date): Promise<void> {
  const { people, listings, chatters, messagesPerRoom } = size
  const now = `timestamptz '${at.toISOString()}'`
  const chat = `(${roomRows(size, now)}) chat`
  await withWriters(connectionString, async (writers) => {
    const inTurn = async (...texts: string[]) => {
      for (const text of texts) await writers.run(statements([text]))
    }
    await inTurn(script('schema.sql'), script('search.sql'))
    await writers.run(
      rowsInto(
        `insert into person (id, name, photo_url, is_online, created_at)
         select ${idIn('user', 'n')}, 'Person ' || n, 'https://pictures.example/' || n || '.webp', n % 7 = 0, ${now} - interval '200 days'
         from json_to_recordset($1::json) r (n bigint)`,
        people,
        (n) => ({ n: personOf(n).n }),
      ),
    )
    await writers.run(
      rowsInto(
        `insert into listing (id, number, author_id, category_id, title, description, price, condition, is_open, latitude, longitude,
           place, media, created_at, updated_at)
         select ${idIn('post', 'n')}, n, ${idIn('user', 'author')}, category, title, description, "priceMinor", condition, not "isSold",
           (place->>'latitude')::float8, (place->>'longitude')::float8, place->>'name',
           jsonb_build_object('photos', (select jsonb_agg('https://pictures.example/' || n || '/' || p || '.webp') from generate_series(1, photos) p)),
           published, published
         from json_to_recordset($1::json) r (n bigint, author bigint, category int, title text, description text, "priceMinor" bigint,
           condition text, "isSold" boolean, photos int, place json)
         cross join lateral (select ${now} - (${listings} - n) * interval '${listingDays} days' / ${listings} as published) t`,
        listings,
        (n) => listingOf(n, size),
      ),
    )
    const asked = newcomersAsked()
    await writers.run(
      rowsInto(
        `insert into question (position, asked) select position, asked from json_to_recordset($1::json) r (position int, asked jsonb)`,
        asked.length,
        (position) => ({ position, asked: asked[position] }),
      ),
    )
    await writers.run(
      statements([
        `select setval(pg_get_serial_sequence('listing', 'number'), ${listings})`,
        `insert into favourite (person_id, listing_id)
         select distinct ${idIn('user', spread('n', 11, people))}, ${idIn('post', spread('n', 12, listings))}
         from generate_series(0, ${people * favourites - 1}::bigint) n`,
        `insert into message (id, room_id, sender_id, text, created_at)
         select ${idIn('message', `n * ${messagesPerRoom} + seq`)}, ${idIn('room', 'n')},
           ${idIn('user', 'case when seq % 2 = 0 then lo else hi end')}, ${messageText}, at - (${messagesPerRoom} - seq) * interval '1 hour'
         from ${chat}, generate_series(1, ${messagesPerRoom}) seq`,
        `insert into room (id, person_a, person_b, listing_id, last_message_id, last_text, last_sender, is_last_seen, last_at, created_at, updated_at)
         select ${idIn('room', 'n')}, ${idIn('user', 'lo')}, ${idIn('user', 'hi')}, ${idIn('post', 'listing')},
           ${idIn('message', 'n * seq + seq')}, ${messageText}, ${idIn('user', 'lo')}, false, at, at - interval '5 days', at
         from ${chat} cross join lateral (select ${messagesPerRoom} as seq) last`,
        `insert into room_member (person_id, room_id, last_at, unread)
         select ${idIn('user', 'lo')}, ${idIn('room', 'n')}, at, 0 from ${chat} union all
         select ${idIn('user', 'hi')}, ${idIn('room', 'n')}, at, ${Math.floor(messagesPerRoom / 2) - Math.floor(readInRoom(size) / 2)} from ${chat}`,
        `insert into notice (id, person_id, category, title, message, reference, is_read, created_at)
         select ${idIn('notification', 'n')}, ${idIn('user', `n % ${people}`)}, 'new_listing', 'Something new', 'There is something new for you',
           'listing', ${spread('n', 13, 3)} = 0, ${now} - (${people * notices} - n) * interval '10 days' / ${people * notices}
         from generate_series(0, ${people * notices - 1}::bigint) n`,
        `insert into follow (follower_id, followee_id, created_at)
         select ${idIn('user', 'follower')}, ${idIn('user', 'followee')}, at from (${followRows(size, now, [0, people * followed])}) follow`,
        `insert into comment (id, listing_id, author_id, answered, text, created_at)
         select ${idIn('comment', 'n')}, ${idIn('post', 'listing')}, ${idIn('user', 'author')}, ${idIn('comment', 'answered')}, 'Is it still there?', at
         from (${commentRows(size, now, [0, people * comments])}) comment`,
        `insert into review (id, subject_id, author_id, rating, text, created_at)
         select ${idIn('review', 'n')}, ${idIn('user', 'subject')}, ${idIn('user', 'author')}, rating, 'Friendly, and just as described.', at
         from (${reviewRows(size, now, [0, people * reviews])}) review`,
        `insert into view (listing_id, day, person_id)
         select distinct ${idIn('post', `${listings} - 1 - ${spread('n', 25, 5000)}`)}, (${now})::date - ${spread('n', 26, 6)}::int,
           ${idIn('user', `n / ${looks}`)} from generate_series(0, ${people * looks - 1}::bigint) n`,
        ...goals.map(
          (
            { title, ...goal },
            number,
          ) => `insert into goal (person_id, number, title, target, unit, per_week, started_on, rings_at, streak, best_streak)
         select ${idIn('user', 'n')}, ${number}, '${title}', ${'target' in goal ? `${goal.target.value}, '${goal.target.unit}'` : 'null, null'},
           ${'timesPerPeriod' in goal ? goal.timesPerPeriod : null}, (${now})::date - ${goalDays.began},
           ${number === 0 ? "time '07:30'" : null}, ${goalDays.missed - 1}, ${goalDays.missed - 1}
         from generate_series(0, ${chatters - 1}) n`,
        ),
        `insert into goal_day (person_id, goal, day, minutes, sessions, is_done)
         select ${idIn('user', 'n')}, goal, (${now})::date - ago, 0, 0, true
         from generate_series(0, ${chatters - 1}) n, generate_series(0, ${goals.length - 1}) goal, generate_series(1, ${goalDays.began}) ago
         where ago <> ${goalDays.missed}`,
        `insert into exercise (id, title, minutes, day_part)
         select n, 'Exercise ' || n, 5, n % 4 from generate_series(0, ${exercises - 1}) n`,
        `insert into answer (person_id, position, given)
         select ${idIn('user', 'n * 2')}, position, '{"chosen": 0}'
         from generate_series(0, ${Math.floor((chatters - 1) / 2)}) n, generate_series(0, ${asked.length - 1}) position`,
        `insert into ranked (list, position, listing_id)
         select list, row_number() over (partition by list order by md5(id::text || list)), id
         from (select id from listing where is_open order by id desc limit 1000) newest, (values ('trending'), ('viewed')) as lists (list)`,
        `insert into session (id, person_id, exercise, feeling, minutes, created_at)
         select ${idIn('session', 'n')}, ${idIn('user', `n % ${people}`)}, ${spread('n', 14, exercises)}, 'calm', 5, ${now} - interval '1 day'
         from generate_series(0, ${people * sessions - 1}::bigint) n`,
      ]),
    )
    // Its paragraphs do not need each other.
    await writers.run(statements(script('indexes.sql').split('\n\n')))
    await inTurn('vacuum analyze')
  })
}
