import type { FastifyInstance } from 'fastify'
import { openApp } from './world.ts'

/** An app of the world that counts the statements of the operations it runs. Close it. */
export async function openCountingApp(): Promise<{ app: FastifyInstance; count(): number }> {
  let issued = 0
  const app = await openApp({
    plugin: {
      transformQuery({ node }) {
        issued += 1
        return node
      },
      transformResult: async ({ result }) => result,
    },
  })
  return { app, count: () => issued }
}
