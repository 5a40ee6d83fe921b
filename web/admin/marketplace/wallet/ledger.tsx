import { Alert, Button, Group, Table, Text, Textarea, Title } from '@mantine/core'
import type { LedgerProof, LedgerState, ProviderReport } from '@plaza/client/marketplace'
import {
  adminGetLedgerProofOptions,
  adminLetMoneyMoveMutation,
  adminProveLedgerMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '../../../texts/admin/marketplace/wallet.ts'
import { Confirmation } from '../../../ui/confirmation.tsx'
import { dateTime } from '../../../ui/dates.ts'
import { money, number } from '../../../ui/formats.ts'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Failed, FormFailure, messageOf, Waiting } from '../../../ui/states.tsx'
import { say } from '../../../ui/toasts.tsx'
import { Facts } from '../../facts.tsx'
import { State, type Tone } from '../../state.tsx'
import classes from '../../table.module.css'

const options = adminGetLedgerProofOptions()

/** Whether the books add up, and what is in them. */
export function Ledger() {
  const query = useQuery({ ...options, refetchInterval: 10_000 })
  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      <Text c="var(--ink-soft)" mb="md" maw="60ch">
        {texts.hint}
      </Text>
      {query.isPending && <Waiting />}
      {query.isError && !query.data && <Failed error={query.error} retry={() => query.refetch()} />}
      {query.data && <Books state={query.data.data} />}
    </>
  )
}

const Books = ({ state }: { state: LedgerState }) => (
  <>
    <Standing state={state} />
    <Differences proof={state.proofs[0]} />
    <Proofs proofs={state.proofs} />
    <Reports reports={state.reports} />
    <Totals totals={state.totals} />
  </>
)

function Standing({ state: { money_moves: moves, stopped_since: since, proofs } }: { state: LedgerState }) {
  const client = useQueryClient()
  const prove = useMutation({
    ...adminProveLedgerMutation(),
    onSuccess: async () => {
      say(texts.proving)
      await client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  const said = proofs.length === 0 ? texts.unproved : texts.moves
  return (
    <Alert color={moves ? 'teal' : 'red'} variant="light" mb="lg">
      <Text c="var(--ink)" mb="sm">
        {moves || since === null ? said : texts.stopped(dateTime(since))}
      </Text>
      <Group>
        <Button variant="default" loading={prove.isPending} onClick={() => prove.mutate({})}>
          {texts.prove}
        </Button>
        {!moves && <Release />}
      </Group>
      <FormFailure message={prove.error ? messageOf(prove.error) : undefined} />
    </Alert>
  )
}

function Release() {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const release = useMutation({
    ...adminLetMoneyMoveMutation(),
    onSuccess: async () => {
      say(texts.released)
      setAsking(false)
      await client.invalidateQueries({ queryKey: options.queryKey })
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{texts.release}</Button>
      {isAsking && (
        <Confirmation
          title={texts.releaseTitle}
          hint={texts.releaseHint}
          action={texts.release}
          isGrave
          isReady={reason.trim().length >= 10}
          change={{ ...release, mutate: () => release.mutate({ body: { reason } }) }}
          onClose={() => setAsking(false)}
        >
          <Textarea
            label={texts.reason}
            value={reason}
            maxLength={500}
            autosize
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirmation>
      )}
    </>
  )
}

function Differences({ proof }: { proof: LedgerProof | undefined }) {
  if (!proof || proof.holds) return null
  return (
    <section>
      <Title order={2} size="h4">
        {texts.differences}
      </Title>
      <ul>
        {proof.differences.map(({ kind, id, amount, currency }) => (
          <li key={kind + id}>
            {(kind === 'entry' ? texts.entryOff : texts.accountOff)(id, money(amount, currency))}
          </li>
        ))}
      </ul>
    </section>
  )
}

const { heading } = texts

const Proofs = ({ proofs }: { proofs: readonly LedgerProof[] }) => (
  <Table.ScrollContainer minWidth={480} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label={texts.proofs} className={classes.whole}>
      <Table.Thead>
        <Table.Tr>
          {Object.values(heading).map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {proofs.map(({ _id, finished_at, scope, holds, entries, accounts }) => (
          <Table.Tr key={_id}>
            <Table.Td>{dateTime(finished_at)}</Table.Td>
            <Table.Td>{texts.scopes[scope]}</Table.Td>
            <Table.Td>
              <State tone={holds ? 'good' : 'bad'}>{holds ? texts.holds : texts.differs}</State>
            </Table.Td>
            <Table.Td>{number(entries)}</Table.Td>
            <Table.Td>{number(accounts)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)

const tones: Readonly<Record<ProviderReport['state'], Tone>> = {
  matches: 'good',
  differs: 'bad',
  unknown: 'warn',
  not_reported: 'busy',
}

/** The newest of each provider, with what the two say that is not the same. */
function Reports({ reports }: { reports: readonly ProviderReport[] }) {
  const newest = reports.filter(
    ({ provider }, index) => reports.findIndex((one) => one.provider === provider) === index,
  )
  return (
    <section aria-label={texts.reports}>
      <Title order={2} size="h4" mt="lg">
        {texts.reports}
      </Title>
      <Text c="var(--ink-soft)" mb="sm" maw="60ch">
        {newest.length === 0 ? texts.noReports : texts.reportsHint}
      </Text>
      {newest.map((report) => (
        <Report key={report._id} report={report} />
      ))}
    </section>
  )
}

const { sumHeading } = texts

const Report = ({ report: { provider, state, made_at, sums, differences } }: { report: ProviderReport }) => (
  <>
    <Group mt="md" mb={4}>
      <Title order={3} size="h5">
        {texts.reportOf(provider, dateTime(made_at))}
      </Title>
      <State tone={tones[state]}>{texts.reportStates[state]}</State>
    </Group>
    {differences.length > 0 && (
      <ul>
        {differences.map((one) => (
          <li key={one.kind + one.id}>
            {texts.movementOff(
              texts.kinds[one.kind] ?? one.kind,
              one.id,
              money(one.provider, one.currency),
              money(one.ledger, one.currency),
            )}
          </li>
        ))}
      </ul>
    )}
    {sums.length > 0 && (
      <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.reportOf(provider, dateTime(made_at))} className={classes.whole}>
          <Table.Thead>
            <Table.Tr>
              {Object.values(sumHeading).map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sums.map((sum) => (
              <Table.Tr key={sum.kind + sum.currency}>
                <Table.Td>{texts.kinds[sum.kind]}</Table.Td>
                <Table.Td>{money(sum.provider, sum.currency)}</Table.Td>
                <Table.Td>{money(sum.ledger, sum.currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    )}
  </>
)

function Totals({ totals }: { totals: LedgerState['totals'] }) {
  const books = Map.groupBy(totals, ({ mode, currency }) => `${texts.modes[mode]}, ${currency}`)
  return (
    <section aria-label={texts.totals}>
      <Title order={2} size="h4" mt="lg">
        {texts.totals}
      </Title>
      {totals.length === 0 && <Text>{texts.none}</Text>}
      {[...books].map(([name, rows]) => (
        <div key={name}>
          <Title order={3} size="h5" mt="md">
            {name}
          </Title>
          <Facts
            facts={rows.map(({ holder, account, balance, currency }) => [
              texts.account(texts.holders[holder] ?? holder, texts.accounts[account] ?? account),
              money(balance, currency),
            ])}
          />
        </div>
      ))}
    </section>
  )
}
