import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commands, UsageError } from './commands.ts'
import { ConfigError, readConfig } from './config.ts'
import { exit } from './exit.ts'
import { EmbeddedDatabaseError } from './platform/db/embedded.ts'

const usage = `plaza <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}`)
  .join('\n')}

plaza <command> --help says more of one command.`

async function main(argv: string[]): Promise<void> {
  const [name = '--help', ...rest] = argv
  const command = commands[name]
  if (!command) {
    console.log(usage)
    process.exitCode = name === '--help' || name === '-h' ? 0 : 1
    return
  }
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' }, ...command.options },
  })
  if (values.help) return console.log(command.help)
  if (existsSync('.env')) process.loadEnvFile('.env')
  await command.run({
    // Read when a command asks for it: not every one needs a configuration that is right.
    get config() {
      return readConfig()
    },
    values: values as Record<string, string | boolean | undefined>,
    positionals,
  })
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

process.once('beforeExit', () => void exit(Number(process.exitCode ?? 0)))
try {
  await main(process.argv.slice(2))
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`The configuration is wrong:\n${error.message.replace(/^/gm, '  ')}`)
  else if (error instanceof EmbeddedDatabaseError || isUsageError(error)) console.error(error.message)
  else console.error(error instanceof Error ? error.stack : error)
  await exit(1)
}
