import { Stack, Text, Title } from '@mantine/core'
import type { ErrorReport } from '@plaza/client/marketplace'
import { adminGetErrorGroupOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { texts } from '../../../texts/admin/marketplace/error-reports.ts'
import { dateTime } from '../../../ui/dates.ts'
import { list, number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { Facts } from '../../facts.tsx'
import { SidePanel } from '../../side-panel.tsx'
import classes from './error-group.module.css'
import { Level } from './level.tsx'

const route = getRouteApi('/marketplace/administration/errors/$groupId')

/** One error with its newest reports, beside the list. */
export function ErrorGroupPage() {
  const { groupId } = route.useParams()
  const navigate = useNavigate()
  return (
    <SidePanel
      label={texts.one}
      size="56rem"
      onLeave={() => navigate({ to: '/errors', search: (old) => old, replace: true })}
    >
      <Details key={groupId} groupId={groupId} />
    </SidePanel>
  )
}

function Details({ groupId }: { groupId: string }) {
  const query = useQuery(adminGetErrorGroupOptions({ path: { group_id: groupId } }))
  if (query.isPending) return <Waiting />
  if (!query.data) return <Failed error={query.error} retry={() => query.refetch()} />
  const group = query.data.data
  return (
    <Stack>
      <PageTitle>{group.message}</PageTitle>
      <Facts
        facts={[
          [texts.heading.level, <Level key="level" level={group.level} />],
          [texts.heading.times, number(group.times_seen)],
          [texts.heading.app, texts.app(group.platform, group.app_version)],
          [texts.heading.first, dateTime(group.first_seen_at)],
          [texts.heading.last, dateTime(group.last_seen_at)],
        ]}
      />
      <section>
        <Title order={2} size="h4" mb="xs">
          {texts.reports(group.reports.length)}
        </Title>
        {group.reports.map((report, index) => (
          <Report key={report._id} report={report} place={index + 1} />
        ))}
      </section>
    </Stack>
  )
}

function Report({ report, place }: { report: ErrorReport; place: number }) {
  const { device, breadcrumbs, stack, request_id } = report
  const parts = [device.model, device.os, device.browser, device.language].filter(
    (part) => part !== undefined,
  )
  return (
    <article className={classes.report}>
      <Text fw={600}>{dateTime(report.created_at)}</Text>
      <Text dir="auto">{report.message}</Text>
      <Facts
        facts={[
          [texts.heading.app, texts.app(report.platform, report.app_version)],
          ...(parts.length > 0 ? [[texts.device, list(parts)] as const] : []),
          ...(request_id === null ? [] : [[texts.request, request_id] as const]),
        ]}
      />
      {stack !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.stack} aria-label={texts.stack(place)} tabIndex={0}>
          <pre>{stack}</pre>
        </section>
      )}
      {breadcrumbs.length > 0 && (
        <>
          <Title order={3} size="h5" mt="xs">
            {texts.steps}
          </Title>
          <ol className={classes.steps}>
            {breadcrumbs.map(({ message, category, at }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and may be the same
              <li key={index} dir="auto">
                {[at, category, message].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ol>
        </>
      )}
    </article>
  )
}
