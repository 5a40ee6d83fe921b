import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { models, reasons, type Snapshot } from '../reports/public.ts'
import { presentStaffDecision, presentStaffPerson, StaffDecision, StaffPerson } from './decision-shapes.ts'
import type { SellerRecord } from './queries.ts'
import { type NowJson, type QueueRow, queueKinds, type ReportJson } from './queue-queries.ts'
import { QueuedReview, recordOf, SellerFigures } from './shapes.ts'

const Picture = Type.Object({
  upload_id: Id,
  url: Nullable(
    Shown('https://plaza.example/files/variants/0197b3a1'),
    'signed, for ten minutes; null when it is gone',
  ),
})

/** What stood there when it was reported. */
const Frozen = Type.Object(
  {
    title: Nullable(Shown('Games console, unopened')),
    text: Nullable(Shown('Send me the code of a gift card and it is yours.')),
    price: Nullable(Type.Number()),
    currency: Nullable(Shown('EUR')),
    pictures: Type.Array(Picture),
    messages: Type.Array(
      Type.Object({
        _id: Id,
        sender_id: Id,
        text: Shown('Pay me outside.'),
        pictures: Type.Array(Picture),
        createdAt: Timestamp,
      }),
    ),
  },
  { title: 'FrozenContent' },
)

const Report = Type.Object(
  {
    _id: Id,
    reporter: StaffPerson,
    reason: OneOf(reasons),
    details: Shown('The pictures are of another shop.'),
    evidence: Type.Array(Picture),
    frozen: Frozen,
    createdAt: Timestamp,
  },
  { title: 'StaffReport' },
)

/** What was reported, with its last reports. */
const Case = Type.Object(
  {
    _id: Id,
    model: OneOf(models),
    target_id: Id,
    subject: StaffPerson,
    report_count: Type.Integer(),
    points: Type.Integer({ description: 'what its reports weigh together; 12 hide a listing' }),
    is_urgent: Type.Boolean(),
    has_hidden: Type.Boolean({ description: 'the reports hid the listing until it is decided' }),
    reports: Type.Array(Report),
  },
  { title: 'ModerationCase' },
)

const Now = Type.Object(
  {
    title: Shown('Games console, unopened'),
    text: Shown('Cash when you come for it.'),
    price: Type.Number(),
    currency: Shown('EUR'),
    pictures: Type.Array(Picture),
    version: Type.Integer({ description: 'for `If-Match` of the decision about it' }),
  },
  { title: 'ResubmittedListing' },
)

/** Something that waits for staff; what does not fit its kind is null. */
export const QueueItem = Type.Object(
  {
    _id: Id,
    kind: OneOf(queueKinds),
    since: Timestamp,
    review: Nullable(QueuedReview, 'of a listing: what decides about it is PUT /post-mgt/reviews/{post_id}'),
    case: Nullable(Case, 'of reports; of an appeal or a ban, what was reported'),
    decision: Nullable(
      StaffDecision,
      'of an appeal, of what was put right, or of a ban that waits for a second person',
    ),
    now: Nullable(Now, 'of what was put right: the listing as it is'),
    record: Nullable(SellerFigures, 'of the person whom it is about'),
  },
  { title: 'QueueItem' },
)

/** Every picture that a page of the queue shows. */
export const picturesIn = (rows: readonly QueueRow[]): string[] =>
  rows.flatMap(({ reported, now }) => [
    ...(now?.photo_ids ?? []),
    ...(reported?.reports ?? []).flatMap(({ evidence_ids, snapshot }) => [
      ...evidence_ids,
      ...snapshot.photo_ids,
      ...snapshot.messages.flatMap(({ media_ids }) => media_ids),
    ]),
  ])

/** Whom an item is about. */
export const subjectOf = ({ reported, decision }: QueueRow): string | undefined =>
  reported?.subject_id ?? decision?.subject_id

interface Beside {
  reviews: ReadonlyMap<string, Static<typeof QueuedReview>>
  records: ReadonlyMap<string, SellerRecord>
  /** Signed addresses by upload. */
  urls: ReadonlyMap<string, string>
  now: Date
}

export function presentQueueItem(
  row: QueueRow,
  { reviews, records, urls, now }: Beside,
): Static<typeof QueueItem> {
  const { kind, id, since, reported, decision } = row
  const subject = subjectOf(row)
  return {
    _id: id,
    kind,
    since: since.toISOString(),
    review: kind === 'listing' ? (reviews.get(id) ?? null) : null,
    case: reported && {
      _id: reported.id,
      model: reported.model,
      target_id: reported.target_id,
      subject: presentStaffPerson(reported.subject),
      report_count: reported.report_count,
      points: reported.points,
      is_urgent: reported.is_urgent,
      has_hidden: reported.has_hidden,
      reports: reported.reports.map((report) => presentReport(report, urls)),
    },
    decision: decision && presentStaffDecision(decision, now),
    now: row.now && presentNow(row.now, urls),
    record: subject === undefined ? null : recordOf(records.get(subject)),
  }
}

const presentNow = (
  { title, description, price_minor, currency, photo_ids, version }: NowJson,
  urls: ReadonlyMap<string, string>,
): Static<typeof Now> => ({
  title,
  text: description,
  price: majorOf(price_minor, currency),
  currency,
  pictures: photo_ids.map((upload) => ({ upload_id: upload, url: urls.get(upload) ?? null })),
  version,
})

function presentReport(
  { id, reporter, reason, details, evidence_ids, snapshot, created_at }: ReportJson,
  urls: ReadonlyMap<string, string>,
): Static<typeof Report> {
  const shown = (ids: readonly string[]) =>
    ids.map((upload) => ({ upload_id: upload, url: urls.get(upload) ?? null }))
  return {
    _id: id,
    reporter: presentStaffPerson(reporter),
    reason,
    details,
    evidence: shown(evidence_ids),
    frozen: {
      title: snapshot.title,
      text: snapshot.text,
      price: priceOf(snapshot),
      currency: snapshot.currency,
      pictures: shown(snapshot.photo_ids),
      messages: snapshot.messages.map((message) => ({
        _id: message.id,
        sender_id: message.sender_id,
        text: message.text,
        pictures: shown(message.media_ids),
        createdAt: message.created_at,
      })),
    },
    createdAt: new Date(created_at).toISOString(),
  }
}

const priceOf = ({ price_minor: minor, currency }: Snapshot): number | null =>
  minor === null || currency === null ? null : majorOf(minor, currency)
