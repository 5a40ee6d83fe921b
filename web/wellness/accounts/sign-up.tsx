import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { signUpMutation } from '@plaza/client/wellness/queries'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts/wellness.ts'
import { EmailField, NameField, NewPasswordField } from '../../ui/account-fields.tsx'
import { showFailure } from '../../ui/forms.ts'
import { TextLink } from '../../ui/links.tsx'
import { FormFailure } from '../../ui/states.tsx'
import { timeZone } from '../session.ts'
import { Gate } from './gate.tsx'

export function SignUp() {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initialValues: { name: '', email: '', password: '', acceptTerms: false },
    validate: { acceptTerms: (isAccepted) => (isAccepted ? null : texts.signUp.termsMissing) },
  })
  const register = useMutation({
    ...signUpMutation(),
    onSuccess: ({ data }) => navigate({ to: '/verify', search: { email: data.email } }),
    onError: (error) => setFailure(showFailure(form, error)),
  })
  return (
    <Gate title={texts.signUp.title}>
      <form
        onSubmit={form.onSubmit((values) => {
          setFailure(undefined)
          register.mutate({ body: { ...values, timeZone: timeZone(), language: navigator.language } })
        })}
      >
        <Stack>
          <FormFailure message={failure} />
          <NameField label={texts.signUp.name} {...form.getInputProps('name')} />
          <EmailField {...form.getInputProps('email')} />
          <NewPasswordField {...form.getInputProps('password')} />
          <Checkbox label={texts.signUp.terms} {...form.getInputProps('acceptTerms', { type: 'checkbox' })} />
          <Button type="submit" size="lg" loading={register.isPending}>
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
