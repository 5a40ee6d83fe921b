import { type Static, Type } from 'typebox'
import { majorOf } from '../../platform/money.ts'
import { Id, Nullable, OneOf, Shown, Timestamp } from '../../platform/operation/schema.ts'
import { paymentModes } from '../../platform/payments/port.ts'
import { movementKinds } from '../../platform/payments/reporting.ts'
import { houseKinds, personKinds } from './ledger.ts'
import { differenceKinds, type ProofRow, proofScopes, type TotalRow } from './proof-queries.ts'
import { type ReportRow, reportStates } from './report-queries.ts'
import type { StopRow } from './stop-queries.ts'

const Proof = Type.Object(
  {
    _id: Id,
    scope: OneOf(proofScopes, { description: 'the whole ledger, or what no proof had seen' }),
    holds: Type.Boolean(),
    entries: Type.Integer({ description: 'how many were added up' }),
    accounts: Type.Integer({ description: 'how many were compared with their lines' }),
    differences: Type.Array(
      Type.Object({
        kind: OneOf(differenceKinds),
        id: Shown('17', 'of the entry or the account'),
        amount: Type.Number({
          description: 'what the lines sum to instead of zero, or how far the balance is off',
        }),
        amount_minor: Type.Integer(),
        currency: Shown('EUR'),
      }),
    ),
    started_at: Timestamp,
    finished_at: Timestamp,
  },
  { title: 'LedgerProof' },
)

const both = {
  kind: OneOf(movementKinds),
  currency: Shown('EUR'),
  provider: Type.Number({ description: 'what came to us, as the provider has it; below zero: what left' }),
  provider_minor: Type.Integer(),
  ledger: Type.Number({ description: 'the same, as the ledger has it' }),
  ledger_minor: Type.Integer(),
}

const Report = Type.Object(
  {
    _id: Id,
    provider: Shown('stripe'),
    mode: OneOf(paymentModes),
    state: OneOf(reportStates, {
      description: 'unknown: it could not be had; not_reported: the provider makes none',
    }),
    from: Timestamp,
    until: Timestamp,
    made_at: Timestamp,
    sums: Type.Array(Type.Object(both)),
    differences: Type.Array(
      Type.Object({ id: Shown('ch_1Q2w3e', 'the provider’s name for it, or ours'), ...both }),
    ),
  },
  { title: 'ProviderReport' },
)

export const LedgerState = Type.Object(
  {
    money_moves: Type.Boolean(),
    stopped_since: Nullable(Timestamp),
    proofs: Type.Array(Proof, { description: 'the newest first' }),
    reports: Type.Array(Report, {
      description: 'what payment providers report beside what the ledger says, the newest first',
    }),
    totals: Type.Array(
      Type.Object({
        mode: OneOf(paymentModes),
        currency: Shown('EUR'),
        holder: OneOf(['person', 'house']),
        account: OneOf([...personKinds, ...houseKinds]),
        balance: Type.Number(),
        balance_minor: Type.Integer(),
      }),
      { description: 'by account; those of a currency sum to zero' },
    ),
  },
  { title: 'LedgerState' },
)

const presentProof = (row: ProofRow): Static<typeof Proof> => ({
  _id: row.id,
  scope: row.scope,
  holds: row.differences.length === 0,
  entries: row.entries,
  accounts: row.accounts,
  differences: row.differences.map((one) => ({
    kind: one.kind,
    id: one.id,
    amount: majorOf(one.amount_minor, one.currency),
    amount_minor: one.amount_minor,
    currency: one.currency,
  })),
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at.toISOString(),
})

const presentReport = (row: ReportRow): Static<typeof Report> => ({
  _id: row.id,
  provider: row.provider,
  mode: row.mode,
  state: row.state,
  from: row.from_at.toISOString(),
  until: row.until_at.toISOString(),
  made_at: row.made_at.toISOString(),
  sums: row.sums.map(presentBoth),
  differences: row.differences.map((one) => ({ id: one.id, ...presentBoth(one) })),
})

const presentBoth = ({ kind, currency, provider_minor, ledger_minor }: ReportRow['sums'][number]) => ({
  ...{ kind, currency, provider_minor, ledger_minor },
  provider: majorOf(provider_minor, currency),
  ledger: majorOf(ledger_minor, currency),
})

export const presentState = (
  proofs: readonly ProofRow[],
  reports: readonly ReportRow[],
  totals: readonly TotalRow[],
  stop: StopRow | undefined,
): Static<typeof LedgerState> => ({
  money_moves: stop === undefined,
  stopped_since: stop?.since.toISOString() ?? null,
  proofs: proofs.map(presentProof),
  reports: reports.map(presentReport),
  totals: totals.map(({ mode, currency, holder, kind, balance_minor }) => ({
    mode,
    currency,
    holder,
    // The rows have the kinds that the table allows.
    account: kind as Static<typeof LedgerState>['totals'][number]['account'],
    balance: majorOf(balance_minor, currency),
    balance_minor,
  })),
})
