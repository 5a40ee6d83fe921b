import { Stack, Text, Title } from '@mantine/core'
import type { ReferralDetail, ReferralRecord } from '@plaza/client/wellness'
import { adminGetUserReferralOptions } from '@plaza/client/wellness/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/wellness/referrals.ts'
import { dateTime } from '../../../ui/dates.ts'
import { number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { SidePanel } from '../../side-panel.tsx'
import { useLooksAfterPeople } from '../admins/own-role.ts'
import { ReferralState, signalsIn } from './status.tsx'
import { Verdicts } from './verdict.tsx'

const route = getRouteApi('/wellness/referrals/$userId')
const { facts } = texts

/** How a person came, whom they invited, and their points, beside the list. */
export function ReferralPerson() {
  const { userId } = route.useParams()
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.one}
      size="48rem"
      onLeave={() => navigate({ to: '/referrals', search: (old) => old, replace: true })}
    >
      <Details key={userId} userId={userId} />
    </SidePanel>
  )
}

function Details({ userId }: { userId: string }) {
  const query = useQuery(adminGetUserReferralOptions({ path: { userId } }))
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const detail = query.data.data
  const { user, code, points, invitedBy, invited, counts } = detail
  return (
    <Stack gap="xl">
      <PageTitle>{user.name || texts.nameless}</PageTitle>
      <Facts
        facts={[
          [facts.code, code],
          [facts.points, number(points)],
          [facts.invited, number(counts.invited)],
        ]}
      />
      <section aria-labelledby="came">
        <Title order={2} size="h4" id="came">
          {texts.came}
        </Title>
        {invitedBy ? (
          <One referral={invitedBy} other={invitedBy.referrer} />
        ) : (
          <Text>{texts.byThemselves}</Text>
        )}
      </section>
      <section aria-labelledby="whom">
        <Title order={2} size="h4" id="whom">
          {texts.invited}
        </Title>
        {invited.length === 0 && <Text>{texts.nobody}</Text>}
        {invited.length < counts.invited && <Text>{texts.onlyNewest(invited.length, counts.invited)}</Text>}
        <Stack>
          {invited.map((referral) => (
            <One key={referral.id} referral={referral} other={referral.referee} />
          ))}
        </Stack>
      </section>
      <Ledger detail={detail} />
    </Stack>
  )
}

function One({ referral, other }: { referral: ReferralRecord; other: ReferralRecord['referee'] }) {
  const mayDecide = useLooksAfterPeople()
  const dates = [
    [facts.joined, referral.joinedAt],
    [facts.qualified, referral.qualifiedAt],
    [facts.rewardDue, referral.rewardDueAt],
    [facts.rewarded, referral.rewardedAt],
    [facts.rejected, referral.rejectedAt],
    [facts.reversed, referral.reversedAt],
    [facts.approved, referral.approvedAt],
  ] as const
  const name = other.name || texts.nameless
  return (
    <Stack component="article" aria-label={name} gap="xs">
      <Text fw={650} dir="auto">
        {name}
      </Text>
      <Facts
        facts={[
          [texts.heading.status, <ReferralState key="status" {...referral} />],
          [texts.heading.signals, signalsIn(referral)],
          [texts.heading.invited, dateTime(referral.invitedAt)],
          ...dates.flatMap(([fact, at]) => (at ? [[fact, dateTime(at)] as const] : [])),
          ...(referral.isCapped ? [[facts.capped, facts.cappedText] as const] : []),
          ...(referral.reason ? [[facts.reason, referral.reason] as const] : []),
        ]}
      />
      {mayDecide && <Verdicts referral={referral} />}
    </Stack>
  )
}

const Ledger = ({ detail: { ledger } }: { detail: ReferralDetail }) =>
  ledger.length > 0 && (
    <section aria-labelledby="ledger">
      <Title order={2} size="h4" id="ledger">
        {texts.ledger}
      </Title>
      <Facts
        facts={ledger.map(
          ({ cause, points, createdAt }) =>
            [`${dateTime(createdAt)} · ${texts.causes[cause]}`, number(points)] as const,
        )}
      />
    </section>
  )
