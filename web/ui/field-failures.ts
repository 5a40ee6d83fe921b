import type { UseFormReturnType } from '@mantine/form'
import type { Failure } from './failure.ts'

/**
 * Puts the server's field messages beside the inputs that show the fields, or what these are part
 * of: the message of `costs.0.amount` beside the input of `costs`.
 * @param names fields of the request → fields of the form, where they differ.
 * @returns what is left to say above the form: what no input shows, or else the sentence itself.
 */
export function showFields<Values>(
  form: Pick<UseFormReturnType<Values>, 'getInputNode' | 'setFieldError'>,
  failure: Failure,
  names: Record<string, string>,
): string | undefined {
  const left: string[] = []
  for (const { path, message } of failure.fields) {
    const field = path.replace(/^(body|query)\./, '')
    const input = wholesOf(field)
      .map((whole) => names[whole] ?? whole)
      .find((name) => form.getInputNode(name))
    if (input === undefined) left.push(sentence(`${field.replaceAll(/[_.]/g, ' ')} ${message}`))
    else form.setFieldError(input, sentence(message))
  }
  if (left.length > 0) return [failure.message, ...left].join(' ')
  return failure.fields.length > 0 ? undefined : failure.message
}

/** `costs.0.amount`, `costs.0`, `costs`. */
function wholesOf(field: string): string[] {
  const parts = field.split('.')
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('.'))
}

/** The server says `must be …`; beside an input it stands alone. */
const sentence = (message: string) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace('..', '.')
