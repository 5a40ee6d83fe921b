// Pages of docs/ that derive from the declarations and from the code's own text.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allJobs, modules } from '../server/src/host.ts'

const root = path.join(import.meta.dirname, '..')
const cell = (text: string) => text.replaceAll('|', '\\|')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const means = { write: 'one transaction', steps: 'steps, with calls to the outside between' } as const

/** What runs without being asked, and who hears of what. */
export function jobsPage(): string {
  const jobs = allJobs().map(({ job, bound }) => [
    job.name,
    bound.product,
    means[job.runs as keyof typeof means],
    job.due ? 'every minute, when there is something' : job.cron ? `\`${job.cron}\` (UTC)` : 'when queued',
    String(job.retries ?? 12),
    String(job.atOnce ?? 2),
    Object.keys(job.data.properties).join(', ') || 'nothing',
  ])
  const reactions = modules.flatMap(({ product, reactions }) =>
    reactions.flatMap(({ announcement, listeners }) =>
      listeners.map((listener) => [
        announcement.name,
        product,
        listener.name,
        typeof listener === 'function' ? 'at once, in the same transaction' : 'later, as a job queued in it',
      ]),
    ),
  )
  const events = modules.flatMap(({ product, events }) =>
    events.map(({ type, data }) => [
      type,
      product,
      Object.keys((data as { properties?: object }).properties ?? {}).join(', ') || 'nothing',
    ]),
  )
  return `# Jobs, reactions and live events

Generated from the declarations by \`npm run generate\`.

## Jobs

A job runs at least once, so its effect is unique by itself. It is tried again with growing pauses; after
the last try it is a dead letter, which \`plaza dead-letters\` lists and can queue again. A job of whose failing
something is written down (\`onLastFailure\`) says beside it how that is taken back then, or why it stays
(\`onRevive\`).

${table(['Job', 'Of', 'Runs', 'Starts', 'Retries', 'At once', 'Data'], jobs)}

## Reactions

What nouns announce, and who acts on it; a noun that announces does not know who listens.

${table(['Announcement', 'Of', 'Listener', 'When'], reactions)}

## Live events

What open apps hear on the event stream; the API documents hold the whole shapes.

${table(['Event', 'Of', 'Data'], events)}
`
}

interface Walk {
  title: string
  text: string
  files: readonly string[]
}

const walks: readonly Walk[] = [
  {
    title: 'Steps: leave to save a card',
    text: 'From HTTP to the payment provider and back: short transactions, and calls outside between them. A repeat\ngoes on after the last finished step, and what nobody knows is asked before it is repeated. The words between\nboth sides are in `platform/payments/port.ts`; `stripe.ts` beside it declares the provider and its settings.',
    files: [
      'marketplace/payments/create-setup-intent.ts',
      'marketplace/payments/processor.ts',
      'marketplace/payments/queries.ts',
      'platform/payments/stripe-calls.ts',
    ],
  },
  {
    title: 'A door: what Google Play tells of purchases',
    text: 'From the bytes of a notification to a changed row. The call is proved by a token of Google’s, kept and\nanswered; a job asks Google what became of the purchase, and keeps the answer.',
    files: [
      'wellness/subscriptions/receive-android-webhook.ts',
      'platform/inbox/inbox.ts',
      'platform/stores/google.ts',
      'wellness/subscriptions/queries.ts',
    ],
  },
  {
    title: 'A port: push messages',
    text: 'What may be asked of whoever delivers to phones, in our words; the built-in outbox, which is one of its\nproviders; and the job of campaigns that sends through it, outside of every transaction.',
    files: [
      'platform/push/port.ts',
      'platform/push/builtin.ts',
      'platform/push/queue.ts',
      'wellness/campaigns/send-pushes.ts',
    ],
  },
]

/** Three pieces of the code as they stand, for who is about to write the next one. */
export function examplesPage(): string {
  const sections = walks.map(({ title, text, files }) => {
    const sources = files.map((file) => {
      const source = readFileSync(path.join(root, 'server/src', file), 'utf8').trimEnd()
      return `### [${file}](../server/src/${file})\n\n\`\`\`ts\n${source}\n\`\`\`\n`
    })
    return `## ${title}\n\n${text}\n\n${sources.join('\n')}`
  })
  return `# Three examples, by their own text

Copied here from the code by \`npm run generate\`, so that they are never older than it. The first two show every
file that a call comes through, besides what many share: \`platform/http\`, \`platform/operation\`, the database,
the clock, ids, outbound calls with their tokens, jobs, and the lists of who may ask, what is refused and what is
announced.

${sections.join('\n')}`
}
