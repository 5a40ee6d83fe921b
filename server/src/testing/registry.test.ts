import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { allOperations, modules, operationsOf } from '../host.ts'
import { openApiOf } from '../platform/http/openapi.ts'
import { bodySchemaOf, isOfTexts } from '../platform/operation/body.ts'
import { envelopeOf } from '../platform/operation/envelope.ts'
import { querySchemaOf } from '../platform/operation/input.ts'
import { Id } from '../platform/operation/schema.ts'
import { validate } from '../platform/operation/validate.ts'
import { call } from './kit.ts'

const source = path.join(import.meta.dirname, '..')
const operations = allOperations()

interface Schema {
  type?: string
  pattern?: string
  enum?: readonly string[]
  properties?: Record<string, Schema>
}
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

describe('the registry', () => {
  test('lists every operation file, under the operation’s own name', () => {
    const files = globSync('{marketplace,wellness}/*/*.ts', { cwd: source }).filter((file) =>
      /\boperation\(\{/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(files.map((file) => file.split(path.sep).join('/')).sort()).toEqual(
      operations.map(({ id, noun, module }) => `${module.product}/${noun}/${kebab(id)}.ts`).sort(),
    )
  })

  test('has every id and every key of the interface once', () => {
    for (const values of [
      operations.map(({ id, module }) => `${module.product} ${id}`),
      operations.map(({ operation }) => operation.key).filter(Boolean),
    ]) {
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])
    }
  })

  test('has words for everything that operations stand under', () => {
    const without = operations.filter(
      ({ module, operation, noun }) => !module.about.tags[operation.tag ?? noun],
    )
    expect(without.map(({ id }) => id)).toEqual([])
  })

  test('calls exactly the administrators’ operations admin-', () => {
    const wrong = operations.filter(
      ({ id, operation: { access } }) => id.startsWith('admin') !== access.name.endsWith('administrator'),
    )
    // Signing in as an administrator happens before one is.
    expect(wrong.map(({ id }) => id).filter((id) => !/^admin(Login|RefreshToken)$/.test(id))).toEqual([])
  })

  test('has schemas that compile, before anybody asks', () => {
    for (const { id, operation } of operations) {
      for (const [part, schema] of [
        ['params', operation.params],
        ['query', querySchemaOf(operation)],
        ['body', bodySchemaOf(operation)],
        ['headers', operation.headers],
      ] as const) {
        const hasTexts = part !== 'body' || isOfTexts(operation)
        expect(
          () => schema && validate(schema, part, {}, { isOfTexts: hasTexts }),
          `${id} ${part}`,
        ).not.toThrow()
      }
      for (const shape of Object.values(operation.replies))
        expect(() => 'data' in shape && envelopeOf(operation, shape), id).not.toThrow()
    }
  })

  test('keeps of a live event nothing that somebody writes', () => {
    const isMark = (schema: Schema): boolean =>
      schema.type === 'integer' ||
      schema.type === 'boolean' ||
      schema.pattern === (Id as Schema).pattern ||
      schema.enum !== undefined ||
      (schema.type === 'object' && Object.values(schema.properties ?? {}).every(isMark))
    const kinds = modules.flatMap(({ events }) => events)
    expect(kinds.filter(({ kept }) => !isMark(kept as Schema)).map(({ type }) => type)).toEqual([])
  })

  test('bounds every text and number that comes in', () => {
    const unbounded: string[] = []
    const look = (schema: unknown, place: string) => {
      if (typeof schema !== 'object' || schema === null) return
      const { type, enum: values, pattern, const: constant, ...limits } = schema as Record<string, unknown>
      const types = [type].flat()
      if (types.includes('string') && !values && constant === undefined && !('maxLength' in limits))
        unbounded.push(`${place} has no maxLength`)
      if (
        (types.includes('integer') || types.includes('number')) &&
        !values &&
        !('maximum' in limits && 'minimum' in limits)
      )
        unbounded.push(`${place} has no range`)
      if (types.includes('array') && !('maxItems' in limits)) unbounded.push(`${place} has no maxItems`)
      for (const [key, inner] of Object.entries(limits.properties ?? {})) look(inner, `${place}.${key}`)
      for (const key of ['items', 'anyOf', 'additionalProperties'])
        for (const inner of [limits[key]].flat()) look(inner, `${place}.${key}`)
      void pattern
    }
    for (const { id, operation } of operations)
      for (const [part, schema] of [
        ['params', operation.params],
        ['query', operation.query],
        ['body', bodySchemaOf(operation)],
        ['headers', operation.headers],
      ] as const)
        look(schema, `${id} ${part}`)
    expect(unbounded).toEqual([])
  })

  test('is what the committed API documents say', () => {
    for (const product of ['marketplace', 'wellness'] as const) {
      const { module, operations: own } = operationsOf(product)
      const committed = JSON.parse(readFileSync(path.join(source, `../../openapi/${product}.json`), 'utf8'))
      expect(
        JSON.parse(JSON.stringify(openApiOf(module, own, committed.info.version))),
        'run npm run generate',
      ).toEqual(committed)
    }
  })
})

describe('what the program answers outside any operation', () => {
  test('health says it is alive and ready', async () => {
    expect((await call('GET', '/health/live')).status).toBe(200)
    expect((await call('GET', '/health/ready')).status).toBe(200)
  })

  test('an unknown address gets the common refusal and the security headers', async () => {
    const answer = await call('GET', '/api/v1/nothing-here')
    expect(answer.body).toMatchObject({
      status: 404,
      statusCode: 404,
      data: null,
      error: { code: 'NOT_FOUND' },
    })
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })

  test('a body that is not JSON, not declared as JSON, or too large is refused by name', async () => {
    const { world } = await import('./world.ts')
    const { app } = await world()
    const send = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: '/api/v1/usr-mgt/login', headers: { 'content-type': type }, payload })
    expect((await send('{"email":', 'application/json')).json().error.code).toBe('MALFORMED_REQUEST')
    expect((await send('email=a', 'application/x-www-form-urlencoded')).json().error.code).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expect((await send(`{"email":"${'a'.repeat(300_000)}"}`, 'application/json')).json().error.code).toBe(
      'PAYLOAD_TOO_LARGE',
    )
  })
})
