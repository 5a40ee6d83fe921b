import { Button } from '@mantine/core'
import type { BankAccount } from '@plaza/client/marketplace'
import {
  createIdentityLinkMutation,
  deleteBankAccountMutation,
  getBankAccountsOptions,
  selectDefaultBankAccountMutation,
} from '@plaza/client/marketplace/queries'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { texts } from '../../texts/payouts.ts'
import { TextLink } from '../../ui/links.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ofNoun } from '../../ui/queries.ts'
import { Empty, Failed, FormFailure, messageOf, Waiting } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { Mark } from '../wallet/mark.tsx'
import { RemoveButton } from '../wallet/remove-button.tsx'
import classes from '../wallet/wallet.module.css'
import { AddBankAccount } from './add-bank-account.tsx'
import { bankName } from './bank-name.ts'
import { ReturnedBanks } from './hosted-form.tsx'

/** Where the person is paid out to. */
export function BankAccounts() {
  const list = useQuery(getBankAccountsOptions())
  const banks = list.data?.data ?? []
  const { returned } = useSearch({ from: '/signed-in/wallet/bank-accounts' })
  return (
    <div className={classes.page}>
      <TextLink to="/wallet" py="sm" display="inline-block">
        {texts.toWallet}
      </TextLink>
      <PageTitle>{texts.banks}</PageTitle>
      {returned && <ReturnedBanks />}
      {list.isPending && <Waiting />}
      {list.isError && !list.data && <Failed error={list.error} retry={() => list.refetch()} />}
      {list.data && banks.length === 0 && <Empty title={texts.noBanks} hint={texts.noBanksHint} />}
      {banks.length > 0 && (
        <>
          <ul className={classes.list} aria-label={texts.banks}>
            {banks.map((bank) => (
              <Bank key={bank._id} bank={bank} />
            ))}
          </ul>
          <Identity />
        </>
      )}
      {list.data && <AddBankAccount hasOne={banks.length > 0} />}
    </div>
  )
}

function Bank({ bank }: { bank: BankAccount }) {
  const client = useQueryClient()
  const remove = useMutation({
    ...deleteBankAccountMutation(),
    onSuccess: async () => {
      await client.invalidateQueries(ofNoun('payouts'))
      say(texts.removed)
    },
  })
  const name = bankName(bank)
  return (
    <li className={classes.row}>
      <span>
        <span className={classes.name}>
          <strong>{name}</strong>
          {bank.is_default && <Mark>{texts.isDefault}</Mark>}
        </span>
        <span className={classes.soft} dir="auto">
          {[bank.holder_name, bank.country, bank.currency, texts.statuses[bank.status]].join(' · ')}
        </span>
      </span>
      <span className={classes.buttons}>
        {!bank.is_default && bank.status === 'verified' && <DefaultButton bank={bank} />}
        <RemoveButton
          name={texts.remove}
          title={texts.removeOf(name)}
          hint={texts.removeHint}
          change={{ ...remove, mutate: () => remove.mutate({ path: { id: bank._id } }) }}
        />
      </span>
    </li>
  )
}

function DefaultButton({ bank }: { bank: BankAccount }) {
  const client = useQueryClient()
  const choose = useMutation({
    ...selectDefaultBankAccountMutation(),
    onSuccess: () => client.invalidateQueries(ofNoun('payouts')),
    onError: (error) => say(messageOf(error), 'bad'),
  })
  return (
    <Button
      variant="default"
      aria-label={texts.makeDefaultOf(bankName(bank))}
      loading={choose.isPending}
      onClick={() => choose.mutate({ body: { bank_account_id: bank._id } })}
    >
      {texts.makeDefault}
    </Button>
  )
}

/** The provider asks on pages of its own who somebody is. */
function Identity() {
  const link = useMutation({
    ...createIdentityLinkMutation(),
    onSuccess: ({ data }) => {
      if (data.is_payable) say(texts.identityDone)
      else window.location.assign(data.url)
    },
  })
  return (
    <>
      <p className={classes.soft}>{texts.identityHint}</p>
      <FormFailure message={link.error ? messageOf(link.error) : undefined} />
      <Button variant="default" mt="xs" loading={link.isPending} onClick={() => link.mutate({})}>
        {texts.identity}
      </Button>
    </>
  )
}
