import type { FastifyInstance } from 'fastify'
import { openApp } from './world.ts'

/** An app of the world that keeps the statements of the operations it runs. Close it. */
export async function openCountingApp(): Promise<{
  app: FastifyInstance
  count(): number
  /** The text of those after the first so many, without what is bound. */
  since(count: number): string[]
}> {
  const issued: string[] = []
  const app = await openApp({
    plugin: {
      transformQuery({ node }) {
        issued.push('sqlFragments' in node ? node.sqlFragments.join('?').replace(/\s+/g, ' ') : node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    },
  })
  return { app, count: () => issued.length, since: (count) => issued.slice(count) }
}
