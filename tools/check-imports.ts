// Who may import whom, who may say what, and who may write to which table: the rules of
// CONTRIBUTING.md, checked by reading the source as text. Each message says what to do instead.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { nouns, type Part, readsAhead } from './nouns.ts'
import { tableUses } from './table-uses.ts'

const root = path.join(import.meta.dirname, '..')
const source = 'server/src/'
const problems: string[] = []

interface Place {
  product: Part | 'testing' | 'root'
  noun: string | undefined
  file: string
}

function placeOf(file: string): Place {
  const [first = '', second, third] = file.slice(source.length).split('/')
  if (first === 'platform') return { product: 'platform', noun: second?.replace(/\.ts$/, ''), file }
  if (first === 'marketplace' || first === 'wellness')
    return { product: first, noun: third ? second : undefined, file }
  return { product: first === 'testing' ? 'testing' : 'root', noun: undefined, file }
}

function checkImport(from: Place, to: Place): string | undefined {
  if (to.product === 'testing' || path.basename(to.file) === 'arrangements.ts')
    return 'is for tests only; product code must not import it'
  if (from.product === 'platform' && to.product !== 'platform')
    return 'belongs to a product; the platform must stand without it, pass it in from host.ts'
  if (
    from.product === 'root' &&
    path.basename(from.file) !== 'host.ts' &&
    !(from.file.includes('/demo/') && path.basename(to.file) === 'public.ts') &&
    ['marketplace', 'wellness'].includes(to.product)
  )
    return 'belongs to a product; only host.ts knows both, let it hand over what is needed'
  if (from.product !== 'marketplace' && from.product !== 'wellness') return undefined
  if (to.product === 'root') return 'stands above the products; pass the value in through services'
  if (to.product !== from.product && to.product !== 'platform')
    return 'belongs to the other product; the two never meet'
  if (to.product === 'platform' && to.noun === 'http') return 'knows HTTP; a product does not'
  if (
    to.product === 'platform' ||
    from.noun === undefined ||
    to.noun === undefined ||
    to.noun === from.noun
  ) {
    const isOperation = (place: Place) =>
      path.basename(place.file) !== 'operations.ts' && operationFiles.has(place.file)
    return isOperation(from) && isOperation(to)
      ? 'is another operation; move what both need to a file named for what it is'
      : undefined
  }
  if (path.basename(to.file) !== 'public.ts')
    return `is inside another noun; import ${to.noun}/public.ts, and export there what is needed`
  const order = Object.keys(nouns[from.product])
  return order.indexOf(to.noun) > order.indexOf(from.noun)
    ? `stands below ${from.noun} in tools/nouns.ts; announce what happened and let ${to.noun} react to it, or move the operation below both`
    : undefined
}

const files = globSync(`${source}**/*.ts`, { cwd: root }).map((file) => file.split(path.sep).join('/'))
const operationFiles = new Set(
  files.filter((file) => /\boperation\(\{/.test(readFileSync(path.join(root, file), 'utf8'))),
)

const owners: { says: RegExp; mayStand: RegExp; instead: string }[] = [
  {
    says: /\bprocess\.env\b/,
    mayStand: /config\.ts$|testing\/(command|global-setup)\.ts$/,
    instead: 'only config.ts reads the environment; take the value from Config',
  },
  {
    says: /\bnew Date\(\)|\bDate\.now\(\)/,
    mayStand: /platform\/clock\.ts$/,
    instead: 'take the time from the clock',
  },
  {
    says: /\brandomUUID\b|\bMath\.random\(|\buuidv7\b/,
    mayStand: /platform\/ids\.ts$/,
    instead: 'take ids and secrets from platform/ids.ts',
  },
  {
    says: /from 'fastify'|from '@scalar/,
    mayStand: /platform\/http\/|testing\/|host\.ts$/,
    instead: 'only platform/http knows Fastify',
  },
  {
    says: /\bfetch\(|(from |import\()'(node:(https?|http2|net|tls|dgram)|nodemailer)'/,
    mayStand: /platform\/(outbound|http|mail)\/|platform\/(outbound|network)\.ts$|testing\//,
    instead: 'what is asked of others goes through platform/outbound.ts, from the file of a provider',
  },
  {
    says: /from 'kysely'/,
    mayStand:
      /(queries|jobs|personal-data)\.ts$|platform\/audit\.ts$|platform\/(db|jobs|events|mail|push|payments|stores|inbox|media|http|operation|identity|personal-data)\/|\/public\.ts$|\/visibility\.ts$|\/demo\/|testing\/|host\.ts$/,
    instead: 'SQL belongs to queries.ts of the noun, what a sweep removes to its jobs.ts',
  },
]

/** By the whole name of a table, whose it is. */
const ownerOf = new Map<string, { part: Part; noun: string; place: number }>()
for (const part of Object.keys(nouns) as Part[])
  for (const [place, [noun, tables]] of Object.entries(nouns[part]).entries())
    for (const table of tables) ownerOf.set(`${part}.${table}`, { part, noun, place })

function checkTables(from: Place, text: string): string[] {
  if (from.product === 'testing' || (from.product !== 'root' && from.noun === undefined)) return []
  const own = `${from.product}/${from.noun}`
  const place = from.product === 'root' ? 0 : Object.keys(nouns[from.product]).indexOf(from.noun ?? '')
  const faults = tableUses(text).map(({ deed, table }) => {
    const owner = ownerOf.get(table)
    if (!owner || `${owner.part}/${owner.noun}` === own) return undefined
    const door = owner.part === 'platform' ? '' : '/public.ts'
    const ask = `ask ${owner.part}/${owner.noun}${door} for a function that does it`
    if (deed !== 'reads') return `${deed} ${table}, which is not its own; ${ask}`
    // What stands above the products may look into all of them.
    if (from.product === 'root' || (owner.part === 'platform' && from.product === 'platform'))
      return undefined
    const isBelow = owner.part === from.product ? owner.place > place : owner.part !== 'platform'
    if (!isBelow || readsAhead.some(({ noun, table: allowed }) => noun === own && allowed === table))
      return undefined
    return `reads ${table}, whose noun stands below it in tools/nouns.ts; let ${owner.noun} bring it, or move the operation below both`
  })
  return [...new Set(faults)].filter((fault) => fault !== undefined)
}

/** Every folder has its place, every table its owner, and nothing is listed that is gone. */
function checkList(): string[] {
  const migrations = globSync('server/migrations/*/*.sql', { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  )
  const made = migrations.flatMap((text) =>
    [...text.matchAll(/^create table (\w+\.\w+)/gm)].map(([, table = '']) => table),
  )
  const folders = new Set(files.map(placeOf).map(({ product, noun }) => `${product}/${noun}`))
  return [
    ...made.filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner`),
    ...[...ownerOf.keys()]
      .filter((table) => !made.includes(table) && table !== 'platform.migration')
      .map((table) => `no migration makes ${table}`),
    ...(['marketplace', 'wellness'] as const).flatMap((part) => [
      ...Object.keys(nouns[part])
        .filter((noun) => !folders.has(`${part}/${noun}`))
        .map((noun) => `${part}/${noun} is no folder`),
      ...[...folders]
        .filter((folder) => folder.startsWith(`${part}/`) && !folder.endsWith('/undefined'))
        .filter((folder) => !(folder.slice(part.length + 1) in nouns[part]))
        .map((folder) => `${folder} has no place`),
    ]),
  ].map((fault) => `tools/nouns.ts: ${fault}`)
}

problems.push(...checkList())
for (const file of files) {
  const text = readFileSync(path.join(root, file), 'utf8')
  const isTest = file.endsWith('.test.ts') || path.basename(file) === 'arrangements.ts'
  const from = placeOf(file)
  for (const [, specifier = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
    const target = path.posix.join(path.posix.dirname(file), specifier)
    if (isTest || from.product === 'testing' || !target.startsWith(source)) continue
    const wrong = checkImport(from, placeOf(target))
    if (wrong) problems.push(`${file}: ${target.slice(source.length)} ${wrong}`)
  }
  if (isTest) continue
  for (const fault of checkTables(from, text)) problems.push(`${file}: ${fault}`)
  for (const { says, mayStand, instead } of owners)
    if (says.test(text) && !mayStand.test(file)) problems.push(`${file}: ${instead} (found ${says.source})`)
}

// The pages know the server through the client alone, and one app nothing of another.
for (const file of globSync('web/{ui,texts,storefront,wellness,admin}/**/*.{ts,tsx}', { cwd: root })) {
  const own = file.split(path.sep).slice(0, 2).join('/')
  for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(
    /(?:from|import\() ?'(\.[^']+)'/g,
  )) {
    const target = path.posix.join(path.posix.dirname(file.split(path.sep).join('/')), specifier)
    if (!['web/ui/', 'web/texts/', `${own}/`].some((folder) => target.startsWith(folder)))
      problems.push(
        `${file}: ${target} is not for pages; ask the server through @plaza/client, share through web/ui`,
      )
    const [product, targetProduct] = [file, target].map((one) => /\/admin\/(\w+)\//.exec(one)?.[1])
    if (product && targetProduct && product !== targetProduct)
      problems.push(`${file}: ${target} belongs to the other product; what both share is in web/admin`)
  }
}

for (const problem of problems.sort()) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
