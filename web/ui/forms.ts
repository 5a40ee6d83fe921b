import type { UseFormReturnType } from '@mantine/form'
import { Failure } from './failure.ts'

/**
 * Puts the server's field messages beside the inputs that show the fields, or what these are part
 * of: the message of `costs.0.amount` beside the input of `costs`.
 * @param names fields of the request → fields of the form, where they differ.
 * @returns what is left to say above the form: what no input shows, or else the sentence itself.
 */
export function showFailure<Values>(
  form: UseFormReturnType<Values>,
  error: unknown,
  names: Record<string, string> = {},
): string | undefined {
  if (!(error instanceof Failure)) throw error
  const left: string[] = []
  for (const { path, message } of error.fields) {
    const field = path.replace(/^(body|query)\./, '')
    const input = wholesOf(field)
      .map((whole) => names[whole] ?? whole)
      .find((name) => form.getInputNode(name))
    if (input === undefined) left.push(sentence(`${field.replaceAll(/[_.]/g, ' ')} ${message}`))
    else form.setFieldError(input, sentence(message))
  }
  if (left.length > 0) return [error.message, ...left].join(' ')
  return error.fields.length > 0 ? undefined : error.message
}

/** `costs.0.amount`, `costs.0`, `costs`. */
function wholesOf(field: string): string[] {
  const parts = field.split('.')
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('.'))
}

/** The server says `must be …`; beside an input it stands alone. */
const sentence = (message: string) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace('..', '.')
