import { createClient } from '@hey-api/openapi-ts'

const [product = ''] = process.argv.slice(2)

/** By the verb of its name: `getMessages` is a POST that only looks, `adminLogout` a GET that changes something. */
const isRead = ({ id }: { id: string }): boolean => /^(adminGet|get|search)[A-Z]/.test(id)

await createClient({
  input: `./openapi/${product}.json`,
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
