import path from 'node:path'

/**
 * What a started program gets of this machine's environment: where programs are, and nothing else. A variable
 * of the shell, such as a secret, would make it another program than the one that is compared.
 */
export const cleanEnvironment = (variables: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ''}`,
  // As tools/run.mjs starts everything.
  UV_THREADPOOL_SIZE: '8',
  ...variables,
})
