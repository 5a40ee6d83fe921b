export { createClient, createConfig } from './generated/wellness/client/index.ts'
export { client } from './generated/wellness/client.gen.ts'
export * from './generated/wellness/index.ts'
