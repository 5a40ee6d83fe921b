export { createClient, createConfig } from './generated/marketplace/client/index.ts'
export { client } from './generated/marketplace/client.gen.ts'
export * from './generated/marketplace/index.ts'
