import { Type } from 'typebox'
import { operation } from '../../platform/operation/operation.ts'
import { CalendarDate, OneOf, Text } from '../../platform/operation/schema.ts'
import { member } from '../access.ts'
import { MeasuredPostId } from '../ids.ts'
import { noSuchPost } from '../posts/public.ts'
import { hasFigures, selectFigures } from './figures-queries.ts'
import { periodOf } from './period.ts'
import { invalidTimezone } from './problems.ts'
import { intervals, PostViews, presentFigures } from './shapes.ts'

export const getAllPostViews = operation({
  key: 'M35',
  source: 'named in the specification in the post group; method, path, period and figures chosen here',
  method: 'GET',
  path: '/post-mgt/all-views',
  summary: 'See how often your listings were looked at, or one of them',
  tag: 'posts',
  access: member,
  runs: 'long-read',
  query: Type.Object({
    post_id: Type.Optional(MeasuredPostId),
    from: Type.Optional({ ...CalendarDate, description: 'the first day; 30 days with `to` unless given' }),
    to: Type.Optional({ ...CalendarDate, description: 'the last day; today unless given' }),
    tz: Type.Optional(
      Text(1, 64, { description: 'IANA time zone; yours unless given', example: 'Europe/Berlin' }),
    ),
    interval: Type.Optional(OneOf(intervals)),
  }),
  replies: { 200: { message: 'Post views fetched successfully', data: PostViews } },
  problems: [noSuchPost, invalidTimezone],

  async handle({ query, caller, db, clock }) {
    const period = periodOf(query, caller.timezone, clock.now())
    const subject = {
      postId: query.post_id ?? null,
      authorId: caller.kind === 'administrator' && query.post_id !== undefined ? null : caller.id,
    }
    if (subject.postId !== null && !(await hasFigures(db, subject))) throw noSuchPost()
    return presentFigures(period, await selectFigures(db, subject, period, clock.now()))
  },
})
