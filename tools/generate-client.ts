import { readFileSync } from 'node:fs'
import { createClient } from '@hey-api/openapi-ts'

const [product = ''] = process.argv.slice(2)

/** By the verb of its name: `getMessages` is a POST that only looks, `adminLogout` a GET that changes something. */
const isRead = ({ id }: { id: string }): boolean =>
  /^(adminGet|get|search)[A-Z]/.test(id) || id === 'verifyInviteLink'

interface Operation {
  security?: Record<string, unknown>[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> }
}

const json = 'application/json'
const events = 'text/event-stream'

/**
 * What only others call, and prove by a signature of theirs, is not for our apps. Nor is a stream: what would be
 * generated yields the data of events without their types, and asks again for ever where it is refused; see `client/stream.ts`.
 */
function ownCalls(document: Document): Document {
  const isOurs = ({ security = [], responses }: Operation) =>
    (security.length === 0 || security.some((scheme) => 'bearer' in scheme)) && !isStream(responses)
  const paths = Object.entries(document.paths)
    .map(([path, item]) => [path, Object.entries(item).filter(([, operation]) => isOurs(operation))] as const)
    .filter(([, item]) => item.length > 0)
    .map(([path, item]) => [
      path,
      Object.fromEntries(item.map(([method, operation]) => [method, withTypes(operation)])),
    ])
  const { bearer } = document.components.securitySchemes
  const components = { ...document.components, securitySchemes: { bearer } }
  return { ...document, paths: Object.fromEntries(paths), components }
}

const isStream = (responses: Operation['responses']) =>
  Object.values(responses).some(({ content }) => content && events in content && !(json in content))

/** A success without a body would be typed `unknown`, and with it those that have one. */
const nothing = { [json]: { schema: { type: 'object', additionalProperties: false } } }

function withTypes(operation: Operation): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { [events]: _told, ...content } = response.content ?? {}
    const isEmpty = ['200', '201', '202'].includes(status) && Object.keys(content).length === 0
    return [status, { ...response, content: isEmpty ? nothing : content }]
  })
  return { ...operation, responses: Object.fromEntries(responses) }
}

const document: Document = JSON.parse(readFileSync(`./openapi/${product}.json`, 'utf8'))

await createClient({
  input: { ...ownCalls(document) },
  output: { path: `client/generated/${product}`, module: { extension: '.ts' } },
  parser: { hooks: { operations: { isQuery: isRead, isMutation: (operation) => !isRead(operation) } } },
  plugins: [
    '@hey-api/typescript',
    '@hey-api/sdk',
    '@hey-api/client-fetch',
    // The noun is part of a key, so that everything of a noun can be loaded anew.
    {
      name: '@tanstack/react-query',
      comments: false,
      queryKeys: { tags: true },
      infiniteQueryKeys: { tags: true },
    },
  ],
  logs: { level: 'silent' },
})
