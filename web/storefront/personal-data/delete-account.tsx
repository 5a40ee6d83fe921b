import { Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { type Departure, deleteAccount } from '@plaza/client/marketplace'
import { deleteAccountMutation } from '@plaza/client/marketplace/queries'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/accounts.ts'
import { texts as common } from '../../texts/ui.ts'
import { PasswordField } from '../../ui/account-fields.tsx'
import { date } from '../../ui/dates.ts'
import { ask } from '../../ui/failure.ts'
import { number } from '../../ui/formats.ts'
import { TextLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { Failed, FormFailure } from '../../ui/states.tsx'
import { say } from '../../ui/toasts.tsx'
import { session } from '../session.ts'
import classes from './your-data.module.css'

/** Says what leaving does, asks for the password, and leaves. */
export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <DeleteForm onClose={() => setOpen(false)} />
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      {texts.data.open}
    </Button>
  )
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: { password: '', content: 'delete' as Departure['content'] },
    mutation: deleteAccountMutation(),
    request: ({ password, content }) => ({ body: password === '' ? { content } : { content, password } }),
    onSuccess: ({ data }) => {
      const left = navigate({ to: '/' })
      session.signedOut()
      say(texts.data.left(date(data.restorable_until)))
      return left
    },
  })
  return (
    <form onSubmit={form.submit()} className={classes.form}>
      <Stack>
        <Radio.Group label={texts.data.content} {...form.getInputProps('content')}>
          <Stack gap="xs" mt="xs">
            <Radio value="delete" label={texts.data.contentDelete} />
            <Radio value="anonymise" label={texts.data.contentAnonymise} />
          </Stack>
        </Radio.Group>
        <Effects content={form.values.content} />
        <FormFailure message={form.failure} />
        <InTheWay code={form.refusal?.code} />
        <PasswordField
          required={false}
          description={texts.data.passwordHint}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="red" loading={form.isSending}>
            {texts.data.leave}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Leads to where somebody brings to an end what keeps them from leaving. */
function InTheWay({ code }: { code: string | undefined }) {
  if (code === 'ACCOUNT_HAS_BALANCE') return <TextLink to="/wallet">{texts.data.toWallet}</TextLink>
  if (code === 'OPEN_ORDERS') return <TextLink to="/orders">{texts.data.toOrders}</TextLink>
  return null
}

/** What becomes of what the person has, as the server says. */
function Effects({ content }: Pick<Departure, 'content'>) {
  const preview = useQuery({
    queryKey: ['departure', content],
    queryFn: async () => (await ask(deleteAccount({ body: { content, preview: true } }))).data,
  })
  if (preview.isPending) return <Skeleton height={120} aria-hidden />
  if (preview.isError) return <Failed error={preview.error} retry={() => preview.refetch()} />
  const { effects, restorable_until } = preview.data
  const having = effects.filter(({ count }) => count > 0)
  return (
    <div>
      <Text>{texts.data.until(date(restorable_until))}</Text>
      <ul className={classes.effects}>
        {having.map(({ what, count, becomes }) => (
          <li key={what}>
            {texts.data.effect(texts.data.kinds[what], number(count), texts.data.becomes[becomes])}
          </li>
        ))}
      </ul>
    </div>
  )
}
