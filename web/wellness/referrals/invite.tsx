import { Badge, Group, Text, Title } from '@mantine/core'
import type { Referral, ReferralStats } from '@plaza/client/wellness'
import { getReferralHistoryInfiniteOptions, getReferralStatsOptions } from '@plaza/client/wellness/queries'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { texts } from '../../texts/referrals.ts'
import { date } from '../../ui/dates.ts'
import { number } from '../../ui/formats.ts'
import { LinkToShare } from '../../ui/link-to-share.tsx'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { byCursor, rowsOf } from '../../ui/queries.ts'
import { Empty, Failed, More, Waiting } from '../../ui/states.tsx'
import areas from '../two-areas.module.css'
import classes from './invite.module.css'

/** The person's code and link, and what became of those who came by it. */
export function Invite() {
  const stats = useQuery(getReferralStatsOptions())
  return (
    <div className={areas.page}>
      <div className={areas.head}>
        <TextLink to="/you" py="sm" display="inline-block">
          ← {texts.back}
        </TextLink>
        <PageTitle>{texts.title}</PageTitle>
      </div>
      <div className={areas.main}>
        {stats.isPending && <Waiting />}
        {stats.isError && !stats.data && <Failed error={stats.error} retry={() => stats.refetch()} />}
        {stats.data && <Own stats={stats.data.data} />}
      </div>
      <div className={areas.aside}>
        <Invited />
      </div>
    </div>
  )
}

const Own = ({ stats }: { stats: ReferralStats }) => (
  <>
    <Text>{texts.hint(stats.pointsPerReward)}</Text>
    <section className={classes.share} aria-label={texts.code}>
      <span>{texts.code}</span>
      <strong className={classes.code}>{stats.code}</strong>
      <LinkToShare url={stats.link} texts={texts} />
    </section>
    <section aria-labelledby="sums">
      <Title order={2} size="h3" id="sums">
        {texts.sums}
      </Title>
      <dl className={classes.sums}>
        {[
          [texts.points, number(stats.points)],
          [texts.invited, number(stats.invited)],
          [texts.rewarded, texts.ofMost(stats.rewarded, stats.cap)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stats.nextReward && <Text mt="xs">{texts.next(date(stats.nextReward))}</Text>}
    </section>
  </>
)

function Invited() {
  const history = useInfiniteQuery({
    ...getReferralHistoryInfiniteOptions({ query: { limit: 20 } }),
    ...byCursor,
  })
  const list = rowsOf(history.data)
  if (history.isPending) return null
  return (
    <section aria-labelledby="invited" className={areas.card} data-bare>
      <Title order={2} size="h3" id="invited">
        {texts.list}
      </Title>
      {history.isError && list.length === 0 && (
        <Failed error={history.error} retry={() => history.refetch()} />
      )}
      {history.isSuccess && list.length === 0 && <Empty title={texts.empty} hint={texts.emptyHint} />}
      <ul className={classes.list}>
        {list.map((referral) => (
          <li key={referral.id}>
            <Group justify="space-between">
              <strong dir="auto">{referral.maskedName}</strong>
              <Badge variant="light" color={toneOf[referral.status]} tt="none" size="lg">
                {texts.statuses[referral.status]}
              </Badge>
            </Group>
            <p>{sentenceOf(referral)}</p>
            {referral.reason && <p dir="auto">{texts.reason(referral.reason)}</p>}
          </li>
        ))}
      </ul>
      <More query={history} />
    </section>
  )
}

const toneOf: Readonly<Record<Referral['status'], string>> = {
  PENDING: 'gray',
  JOINED: 'dark',
  QUALIFIED: 'teal',
  REWARDED: 'teal',
  REJECTED: 'gray',
  REVERSED: 'gray',
}

/** Where a referral is, and what comes next. */
function sentenceOf({ status, invitedAt, qualifiesUntil, waitsFor, reward, rewardAt }: Referral): string {
  if (status === 'PENDING') return texts.pending(date(invitedAt))
  if (status === 'JOINED' && qualifiesUntil)
    return Date.parse(qualifiesUntil) > Date.now() ? texts.joined(date(qualifiesUntil)) : texts.over
  if (waitsFor) return texts.waits[waitsFor]
  if (status === 'QUALIFIED' && rewardAt) return texts.qualified(date(rewardAt))
  return reward !== null && rewardAt ? texts.reward(reward, date(rewardAt)) : ''
}
