import { Type } from 'typebox'

/** A setting that may be left out. */
export const Text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description }))

/** An address with one of the schemes; it may be left out. */
export const Address = (schemes: readonly string[], description: string) =>
  Type.Optional(Type.String({ maxLength: 4096, pattern: `^(${schemes.join('|')})://\\S+$`, description }))

/** An http(s) address that is known unless somebody says otherwise, such as a vendor's. */
export const AddressOr = (fallback: string, description: string) =>
  Type.String({ maxLength: 4096, pattern: '^(http|https)://\\S+$', default: fallback, description })

/** An e-mail address without a name; it may be left out. */
export const Mailbox = (description: string) =>
  Type.Optional(Type.String({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$', description }))

export const Choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
  description: string,
) => Type.Unsafe<T[number]>({ type: 'string', enum: values, default: fallback, description })

/** One of several; what it is when left out depends on other settings. */
export const ChoiceIfSaid = <const T extends readonly [string, ...string[]]>(
  values: T,
  description: string,
) => Type.Optional(Type.Unsafe<T[number]>({ type: 'string', enum: values, description }))

export const Flag = (fallback: '0' | '1', description: string) => Choice(['0', '1'], fallback, description)

/** What a setting names, with commas between and blanks as one likes. */
export const listIn = (setting = ''): string[] =>
  setting
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

export const Port = (fallback: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 65535, default: fallback, description })
