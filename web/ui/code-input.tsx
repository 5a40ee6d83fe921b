import { TextInput, type TextInputProps } from '@mantine/core'

interface CodeInputProps extends Omit<TextInputProps, 'onChange'> {
  onChange: (digits: string) => void
}

/** The six digits of a mail. One field, so that pasting and the phone's own filling-in work. */
export const CodeInput = ({ onChange, ...rest }: CodeInputProps) => (
  <TextInput
    required
    inputMode="numeric"
    autoComplete="one-time-code"
    size="lg"
    maxLength={12}
    styles={{ input: { letterSpacing: '0.35em', fontVariantNumeric: 'tabular-nums' } }}
    {...rest}
    onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
  />
)
