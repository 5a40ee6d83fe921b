import { setTimeout } from 'node:timers/promises'

/**
 * Ends the process when nothing compiles in the background any more. Node can hang for ever while it
 * ends: it waits for a compile job that waits for the main thread to collect garbage
 * (https://github.com/nodejs/node/issues/54918). A main thread that idles still does.
 */
export async function exit(code: number): Promise<never> {
  await setTimeout(100)
  process.exit(code)
}
