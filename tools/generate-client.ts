import { createClient } from '@hey-api/openapi-ts'

const [product = ''] = process.argv.slice(2)

await createClient({
  input: `./openapi/${product}.json`,
  output: { path: `client/generated/${product}`, module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent' },
})
