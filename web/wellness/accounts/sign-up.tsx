import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { signUpMutation } from '@plaza/client/wellness/queries'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { language } from '../../texts/language.ts'
import { texts as invitations } from '../../texts/referrals.ts'
import { texts } from '../../texts/wellness.ts'
import { EmailField, NameField, NewPasswordField } from '../../ui/account-fields.tsx'
import { deviceZone } from '../../ui/device-zone.ts'
import { TextLink } from '../../ui/links.tsx'
import { useServerForm } from '../../ui/server-form.ts'
import { FormFailure } from '../../ui/states.tsx'
import { Gate } from './gate.tsx'

const route = getRouteApi('/sign-up')

export function SignUp() {
  const { invite = '' } = route.useSearch()
  const navigate = useNavigate()
  const form = useServerForm({
    initialValues: { name: '', email: '', password: '', referralCode: invite, acceptTerms: false },
    validate: { acceptTerms: (isAccepted) => (isAccepted ? null : texts.signUp.termsMissing) },
    mutation: signUpMutation(),
    request: ({ referralCode, ...values }) => ({
      body: {
        ...values,
        ...(referralCode.trim() ? { referralCode } : {}),
        timeZone: deviceZone(),
        language,
      },
    }),
    onSuccess: ({ data }) => navigate({ to: '/verify', search: { email: data.email } }),
  })
  return (
    <Gate title={texts.signUp.title}>
      <form onSubmit={form.submit()}>
        <Stack>
          <FormFailure message={form.failure} />
          <NameField label={texts.signUp.name} {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <NewPasswordField {...form.getInputProps('password')} />
          <TextInput
            label={invitations.enterCode}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={16}
            dir="ltr"
            {...form.getInputProps('referralCode')}
          />
          <Checkbox label={texts.signUp.terms} {...form.getInputProps('acceptTerms', { type: 'checkbox' })} />
          <Button type="submit" size="lg" loading={form.isSending}>
            {texts.signUp.submit}
          </Button>
        </Stack>
      </form>
      <Text>
        {texts.signUp.known}{' '}
        <TextLink to="/sign-in" underline="always">
          {texts.signUp.signIn}
        </TextLink>
      </Text>
    </Gate>
  )
}
