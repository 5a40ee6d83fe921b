import { Button, Group, Table, Text } from '@mantine/core'
import type { PlanVersion } from '@plaza/client/marketplace'
import { adminGetPlansOptions } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../../texts/admin/marketplace/subscriptions.ts'
import { date } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { useOneOpen } from '../../../ui/one-open.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { dataOf } from '../../../ui/queries.ts'
import { Failed, Waiting } from '../../../ui/states.tsx'
import { State } from '../../state.tsx'
import classes from '../../table.module.css'
import { freeKey, PlanForm } from './plan-form.tsx'

/** What plans there are, offered or not, and where a new version of one is published. */
export function Plans() {
  const { opened: written, open: write, close } = useOneOpen<PlanVersion | 'new'>()
  const query = useQuery({ ...adminGetPlansOptions(), select: dataOf })
  return (
    <>
      <Group justify="space-between">
        <PageTitle>{texts.title}</PageTitle>
        {written === undefined && <Button onClick={() => write('new')}>{texts.add}</Button>}
      </Group>
      <Text c="var(--ink-soft)" mb="md">
        {texts.hint}
      </Text>
      {written !== undefined && (
        <PlanForm
          key={written === 'new' ? written : written.plan_id}
          plan={written === 'new' ? undefined : written}
          onDone={close}
        />
      )}
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && <PlanTable plans={query.data} onChange={write} />}
    </>
  )
}

interface PlanTableProps {
  plans: readonly PlanVersion[]
  onChange: (plan: PlanVersion) => void
}

const PlanTable = ({ plans, onChange }: PlanTableProps) => (
  <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label={texts.title} className={classes.whole}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(texts.heading).map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {plans.map((plan) => (
          <PlanRow key={plan.plan_id} plan={plan} onChange={onChange} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

function PlanRow({ plan, onChange }: { plan: PlanVersion; onChange: (plan: PlanVersion) => void }) {
  const { key, name, price, currency, months, trial_days, quotas, version, createdAt } = plan
  return (
    <Table.Tr>
      <Table.Td dir="auto">
        <strong>{name}</strong>
        <br />
        {key}
      </Table.Td>
      <Table.Td>{key === freeKey ? texts.free : texts.price(money(price, currency), months)}</Table.Td>
      <Table.Td>{texts.days(trial_days)}</Table.Td>
      <Table.Td>{number(quotas.saved_searches)}</Table.Td>
      <Table.Td>{number(quotas.transaction_exports)}</Table.Td>
      <Table.Td>
        <Offer plan={plan} />
      </Table.Td>
      <Table.Td>{texts.version(version, date(createdAt))}</Table.Td>
      <Table.Td>
        <Button variant="default" size="sm" aria-label={texts.edit(name)} onClick={() => onChange(plan)}>
          {texts.editShort}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function Offer({ plan: { key, is_offered: isOffered } }: { plan: PlanVersion }) {
  if (key === freeKey) return <State tone="good">{texts.everybody}</State>
  return <State tone={isOffered ? 'good' : 'quiet'}>{isOffered ? texts.offered : texts.notOffered}</State>
}
