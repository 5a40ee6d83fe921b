import type { TSchema } from 'typebox'
import { bodySchemaOf } from './body.ts'
import type { BaseCaller } from './caller.ts'
import { openId } from './open-id.ts'
import type { Access, Operation } from './operation.ts'
import { atField, forbidden, type Problem, type ProblemKind } from './problem.ts'
import { Id } from './schema.ts'

/** Of a schema: who may send such a value. Checked before the handler runs; the API document does not show it. */
interface Sender {
  admits(caller: BaseCaller | null, value: unknown): boolean
  /** What the operation lists among its problems. */
  kind: ProblemKind
  refuse(path: string): Problem
}

/** The keyword that a schema carries it under. */
export const senderKeyword = 'sender'

const isAdmitted = (access: Access | undefined, caller: BaseCaller | null) =>
  access !== undefined && caller !== null && access.admits.includes(caller.kind)

const sentBy = <T extends TSchema>(schema: T, sender: Sender): T => ({ ...schema, [senderKeyword]: sender })

/** A field that is for some callers only; a switch that is off is for all. Others are refused with FORBIDDEN. */
export const onlyFor = <T extends TSchema>(access: Access, schema: T): T =>
  sentBy(schema, {
    admits: (caller, value) => value === false || isAdmitted(access, caller),
    kind: forbidden,
    refuse: (path) => forbidden(atField(path, 'role', `is for the ${access.name}`)),
  })

/**
 * The id of the caller, and of nobody else unless `except` admits the caller.
 * @param except who may name anybody, and why
 */
export const ownId = ({
  refusal,
  except,
}: {
  refusal: ProblemKind
  except?: { to: Access; because: string }
}): typeof Id =>
  sentBy(except ? openId({ to: except.to.admits, because: except.because }) : Id, {
    admits: (caller, value) => value === caller?.id || isAdmitted(except?.to, caller),
    kind: refusal,
    refuse: () => refusal(),
  })

/** A field of an operation's input that not everybody may send. */
export interface SenderField {
  /** Where it stands, such as `body.user_id`. */
  path: string
  sender: Sender
}

const known = new WeakMap<Operation, SenderField[]>()

function fieldsIn(schema: unknown, path: string): SenderField[] {
  const { properties = {}, [senderKeyword]: sender } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    [senderKeyword]?: Sender
  }
  const inside = Object.entries(properties).flatMap(([name, inner]) => fieldsIn(inner, `${path}.${name}`))
  return sender ? [{ path, sender }, ...inside] : inside
}

/** Those of an operation. */
export function senderFieldsOf(operation: Operation): SenderField[] {
  const { params, query } = operation
  const parts = { params, query, body: bodySchemaOf(operation) }
  const fields =
    known.get(operation) ?? Object.entries(parts).flatMap(([part, schema]) => fieldsIn(schema, part))
  known.set(operation, fields)
  return fields
}

const valueAt = (input: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], input)

/** @throws the refusal of the first field that is not for the caller to send. */
export function checkSenders(
  operation: Operation,
  input: { params: unknown; query: unknown; body: unknown; caller: BaseCaller | null },
): void {
  for (const { path, sender } of senderFieldsOf(operation)) {
    const value = valueAt(input, path)
    if (value !== undefined && !sender.admits(input.caller, value)) throw sender.refuse(path)
  }
}
