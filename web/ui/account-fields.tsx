import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { texts } from '../texts/ui.ts'

/** What somebody is called. */
export const NameField = (props: TextInputProps) => (
  <TextInput autoComplete="name" required maxLength={80} dir="auto" label={texts.account.name} {...props} />
)

/** The address that somebody signs in with. */
export const EmailField = (props: TextInputProps) => (
  <TextInput type="email" autoComplete="username" required label={texts.account.email} {...props} />
)

/** The password that somebody has. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput autoComplete="current-password" required label={texts.account.password} {...props} />
)

/** A password that somebody chooses. */
export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    autoComplete="new-password"
    required
    minLength={8}
    maxLength={128}
    label={texts.account.password}
    description={texts.account.passwordHint}
    {...props}
  />
)
