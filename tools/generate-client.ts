import { readFileSync } from 'node:fs'
import { createClient } from '@hey-api/openapi-ts'

const [product = ''] = process.argv.slice(2)

/** By the verb of its name: `getMessages` is a POST that only looks, `adminLogout` a GET that changes something. */
const isRead = ({ id }: { id: string }): boolean =>
  /^(adminGet|get|search)[A-Z]/.test(id) || id === 'verifyInviteLink'

interface Document {
  paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> }
}

/** What only others call, and prove by a signature of theirs, is not for our apps. */
function ownCalls(document: Document): Document {
  const isOurs = ({ security = [] }: { security?: Record<string, unknown>[] }) =>
    security.some((scheme) => 'bearer' in scheme)
  const paths = Object.entries(document.paths)
    .map(([path, item]) => [path, Object.entries(item).filter(([, operation]) => isOurs(operation))] as const)
    .filter(([, item]) => item.length > 0)
    .map(([path, item]) => [path, Object.fromEntries(item)])
  const { bearer } = document.components.securitySchemes
  const components = { ...document.components, securitySchemes: { bearer } }
  return { ...document, paths: Object.fromEntries(paths), components }
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
