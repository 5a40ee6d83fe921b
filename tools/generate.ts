// Makes everything that derives from the operations: the API documents, their table, the client.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Variables } from '../server/src/config.ts'
import { operationsOf, version } from '../server/src/host.ts'
import { minutes } from '../server/src/platform/clock.ts'
import { openApiOf } from '../server/src/platform/http/openapi.ts'
import { currencies, exponentOf } from '../server/src/platform/money.ts'
import { choiceOf, ports } from '../server/src/platform/providers.ts'
import { examplesPage, jobsPage } from './documents.ts'

const root = path.join(import.meta.dirname, '..')
const products = ['marketplace', 'wellness'] as const
const cell = (text: string) => text.replaceAll('|', '\\|')

mkdirSync(path.join(root, 'openapi'), { recursive: true })
const tables: string[] = []
for (const product of products) {
  const { module, operations } = operationsOf(product)
  writeFileSync(
    path.join(root, 'openapi', `${product}.json`),
    `${JSON.stringify(openApiOf(module, operations, version), null, 2)}\n`,
  )
  const rows = operations.map(
    ({ id, noun, operation, path: address }) =>
      `| ${operation.key ?? ''} | [${id}](../server/src/${product}/${noun}/${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts) | ${operation.method} | \`${address}\` | ${operation.access.name} | ${cell(operation.summary)} | ${cell(operation.source)} |`,
  )
  tables.push(
    `## ${module.title}: ${operations.length} operations\n\n| Key | Operation | Method | Path | Who | What | Source |\n|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
  )
}
writeFileSync(
  path.join(root, 'docs', 'operations.md'),
  `# Operations\n\nGenerated from the declarations by \`npm run generate\`.\n\n${tables.join('\n')}`,
)

writeFileSync(path.join(root, 'docs', 'jobs.md'), jobsPage())
writeFileSync(path.join(root, 'docs', 'examples.md'), examplesPage())

const variables = Object.entries(Variables.properties).map(([name, schema]) => {
  const {
    description = '',
    default: fallback,
    enum: values,
  } = schema as { description?: string; default?: unknown; enum?: unknown[] }
  return `# ${description}${values ? ` (${values.join(', ')})` : ''}\n${fallback === undefined ? `# ${name}=` : `# ${name}=${fallback}`}\n`
})
writeFileSync(
  path.join(root, '.env.example'),
  `# Every variable is optional unless its line says otherwise, or NODE_ENV=production: docs/operating.md lists what that requires.\n# The values shown are the defaults.\n\n${variables.join('\n')}`,
)

const providerRows = Object.entries(ports).map(([name, { providers, canBeOff, isOffUnlessSet }]) => {
  const choices = providers.map(({ name, summary, isSandbox, needs }) => {
    const notes = [
      ...(isSandbox ? [canBeOff ? 'absent in production' : 'refused in production'] : []),
      ...(needs.length > 0 ? [`needs ${needs.map((need) => `\`${need}\``).join(', ')}`] : []),
    ]
    return `\`${name}\` ${summary}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
  })
  const off = canBeOff ? ['`off`'] : []
  const ways = isOffUnlessSet ? [...off, ...choices] : [...choices, ...off]
  return `| \`${choiceOf(name)}\` | ${cell(ways.join('<br>'))} |`
})
const operating = path.join(root, 'docs', 'operating.md')
const providerTable = `| Choice | Providers, the first one unless you choose |\n|---|---|\n${providerRows.join('\n')}\n`
writeFileSync(
  operating,
  readFileSync(operating, 'utf8').replace(
    /(<!-- providers -->\n)[\s\S]*(?=<!-- end of providers -->)/,
    (_, start) => start + providerTable,
  ),
)

const unusual = Object.fromEntries(
  currencies.map((code) => [code, exponentOf(code)]).filter(([, decimals]) => decimals !== 2),
)
writeFileSync(
  path.join(root, 'client', 'generated', 'currencies.ts'),
  `// Generated from the server's table of ISO 4217.

/** How many decimals a currency has that has not two. */
export const unusualDecimals: Readonly<Record<string, number>> = ${JSON.stringify(unusual)}
`,
)
// By itself: only who chooses a currency needs them, and every page shows prices.
writeFileSync(
  path.join(root, 'client', 'generated', 'currency-codes.ts'),
  `// Generated from the server's table of ISO 4217.

/** The currencies that prices can be in. */
export const currencyCodes: readonly string[] = '${currencies.join(' ')}'.split(' ')
`,
)

for (const product of products) {
  const output = path.join(root, 'client', 'generated', product)
  rmSync(output, { recursive: true, force: true })
  const made = spawnSync(process.execPath, [path.join(import.meta.dirname, 'generate-client.ts'), product], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: minutes(10),
    killSignal: 'SIGKILL',
  })
  if (made.error) console.error(`The client of the ${product} was not made: ${made.error.message}`)
  if (made.status !== 0) process.exit(1)
}
