import { readFileSync } from 'node:fs'
import { createClient } from '@hey-api/openapi-ts'

const [product = ''] = process.argv.slice(2)

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
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
})
